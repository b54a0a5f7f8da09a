import { useStore } from '@nanostores/react';
import { type BusinessDesk, partNames } from '../../client/settings/business.ts';
import type { BusinessPart } from '../../shared/business.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';

interface PublicationNoteProps {
  business: BusinessDesk;
  /** What it is shown beside; left out, whatever was changed. */
  part?: BusinessPart;
}

/** What was changed here last, and the way to take that back. */
export function PublicationNote({ business, part }: PublicationNoteProps) {
  const publication = useStore(business.$publication);
  const running = useRunning(business.work, 'business');
  const shown = part === undefined || publication?.part === part ? publication : null;
  return (
    <div className={shown ? 'flex flex-wrap items-center gap-x-4 gap-y-2' : 'sr-only'}>
      <p role="status" className="min-w-0 text-quiet">
        {shown && `${partNames[shown.part]}: saved. The pages show it now.`}
      </p>
      {shown?.undo && (
        <ActionButton
          className="btn btn-sm"
          isBusy={running === 'undo'}
          busyLabel="Undoing…"
          disabled={running !== undefined}
          onClick={() => void business.undo()}
        >
          Undo
        </ActionButton>
      )}
    </div>
  );
}
