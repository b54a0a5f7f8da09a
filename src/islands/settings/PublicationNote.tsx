import { useStore } from '@nanostores/react';
import type { BusinessDesk, Publication } from '../../client/settings/business.ts';
import { type BusinessPart, partNames } from '../../shared/business.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';

const texts: Record<Publication['pages'], string> = {
  coming: 'saved. The pages show it in a moment.',
  there: 'saved. The pages show it now.',
  late: 'saved, but the pages could not be updated yet. The service tries again every minute; its log says why.',
};

/** Shown while “About the reader” is still the text that the shop came with. */
export function SampleNote({ of }: { of?: string }) {
  return (
    <p className="rounded-field bg-tone-warning-paper px-4 py-3 text-tone-warning">
      {of && `${of}: `}This is sample text. Replace it with your own before you open.
    </p>
  );
}

/** Whether the pages show the last change, of one part if it is given, with Undo. */
export function PublicationNote({ business, part }: { business: BusinessDesk; part?: BusinessPart }) {
  const publication = useStore(business.$publication);
  const running = useRunning(business.work, 'business');
  const shown = part === undefined || publication?.part === part ? publication : null;
  return (
    <div className={shown ? 'flex flex-wrap items-center gap-x-4 gap-y-2' : 'sr-only'}>
      <p role="status" className="min-w-0 text-quiet">
        {shown && `${partNames[shown.part]}: ${texts[shown.pages]}`}
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
