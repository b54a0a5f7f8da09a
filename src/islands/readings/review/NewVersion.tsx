import { useState } from 'react';
import type { Reading } from '../../../shared/readings/readings.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { NewerThanSeen } from '../NewerThanSeen.tsx';

/** Says that the text that is read is another one than a moment ago, unless it was changed here. */
export function NewVersion({ reading, isTold }: { reading: Reading; isTold: boolean }) {
  const { readings } = useAdminDesk();
  const [seen, setSeen] = useState(reading);
  if (seen.revision !== reading.revision && (isTold || readings.isMine(reading))) setSeen(reading);
  return (
    <NewerThanSeen
      seen={seen}
      newest={reading}
      says="There is a newer version. Its text is below."
      actionLabel="I have seen it"
      onSeen={() => setSeen(reading)}
    />
  );
}
