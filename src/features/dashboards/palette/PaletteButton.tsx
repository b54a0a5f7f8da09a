import { useEffect, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { DialogState } from '../../../ui/dialogs/Dialog.tsx';
import type { LazyPart } from '../../../ui/errors/lazy-part.tsx';
import { onFirstInteraction } from '../../../ui/first-interaction.ts';
import { isPanelCovered, useKeys } from '../../../ui/keys.ts';

interface PaletteButtonProps<Desk> {
  desk: Desk | null;
  Palette: LazyPart<DialogState & { desk: Desk }>;
}

/** Renders the button that opens the palette, as does Ctrl+K; fetches its code on the user's first interaction. */
export function PaletteButton<Desk>({ desk, Palette }: PaletteButtonProps<Desk>) {
  const [isOpen, setIsOpen] = useState(false);
  const isMac = desk !== null && /mac|iphone|ipad/i.test(navigator.platform);
  useEffect(() => onFirstInteraction(Palette.prefetch), [Palette]);
  // Not over another dialog.
  useKeys({ '$mod+k': () => setIsOpen(!isOpen) }, { ignore: () => !isOpen && isPanelCovered() });

  return (
    <>
      <Button
        className="btn btn-ghost btn-sm"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        disabled={!desk}
        onClick={() => setIsOpen(true)}
      >
        Find
        <kbd className="text-xs font-normal text-quiet @max-5xl:hidden pointer-coarse:hidden">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Button>
      {desk && <Palette desk={desk} open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  );
}
