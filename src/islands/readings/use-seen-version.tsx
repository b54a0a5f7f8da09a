import { useState } from 'react';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { handsOnFocus } from '../ui/hands-on-focus.ts';
import { Changes } from './Changes.tsx';

/**
 * Follows which version of a reading the admin has seen: a newer one counts once they say so, or wrote it here.
 *
 * @param isTold whether something else tells of newer versions
 * @returns the version they have seen, and a notice of the newer one with what it changes
 */
export function useSeenVersion(reading: Reading, isTold: boolean) {
  const { readings } = useAdminDesk();
  const [seen, setSeen] = useState(reading);
  const isNewer = seen.revision !== reading.revision;
  if (isNewer && (isTold || readings.isMine(reading))) setSeen(reading);
  // What is announced is there before its words: a region that comes with them is passed over by some.
  const notice = (
    <div className={isNewer ? 'grid gap-3 rounded-field bg-tone-warning-paper px-4 py-3' : 'contents'}>
      <p role="status" className={isNewer ? 'font-semibold text-tone-warning' : 'sr-only'}>
        {isNewer && 'There is a newer version. Its text is below.'}
      </p>
      {isNewer && (
        <>
          <section
            aria-label="What the newer version changes"
            className="max-w-prose leading-relaxed as-typed"
          >
            <Changes from={seen.content} to={reading.content} />
          </section>
          <div>
            <button type="button" ref={handsOnFocus} className="btn btn-sm" onClick={() => setSeen(reading)}>
              I have seen it
            </button>
          </div>
        </>
      )}
    </div>
  );
  return { seen, notice };
}
