import { useStore } from '@nanostores/react';
import { type BusinessPart, partNames } from '../../shared/shop/business-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { useDeskStore, useRunning } from '../desk/desk-hooks.ts';
import { createBusinessDesk } from './business-store.ts';

/** Says that a text is the sample that the shop came with; the caller knows whether. @param props.of names the text */
export function SampleNote({ of }: { of?: string }) {
  return (
    <p className="rounded-field bg-tone-warning-paper px-4 py-3 text-tone-warning">
      {of && `${of}: `}This is sample text. Replace it with your own before you open.
    </p>
  );
}

/** Says that the last change was saved, of one part if it is given, with Undo. */
export function PublicationNote({ part }: { part?: BusinessPart }) {
  const business = useDeskStore(createBusinessDesk);
  const publication = useStore(business.$publication);
  const running = useRunning('business');
  const shown = part === undefined || publication?.part === part ? publication : null;
  return (
    <div className={shown ? 'flex flex-wrap items-center gap-x-4 gap-y-2' : 'sr-only'}>
      <p role="status" className="min-w-0 text-quiet">
        {shown && `${partNames[shown.part]}: saved. The pages show it now.`}
      </p>
      {shown?.undo && (
        <Button task="undo" busyLabel="Undoing…" running={running} onClick={() => void business.undo()}>
          Undo
        </Button>
      )}
    </div>
  );
}
