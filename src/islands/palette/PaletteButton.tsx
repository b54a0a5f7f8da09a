import { type ComponentType, useEffect, useState } from 'react';
import { showToast } from '../../client/toasts.ts';
import { onFirstSign } from '../ui/first-sign.ts';
import { isPanelCovered } from '../ui/free-keys.ts';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';
import { useKeys } from '../ui/use-keys.ts';

export interface OpenablePalette {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface PaletteButtonProps<Desk> {
  /** Null until it is there. */
  desk: Desk | null;
  /** Fetches what it opens: the same function each time. */
  load: () => Promise<ComponentType<OpenablePalette & { desk: Desk }>>;
}

/** Opens the palette, as Ctrl+K does. It is fetched at the first sign of somebody, so that it is there at once. */
export function PaletteButton<Desk>({ desk, load }: PaletteButtonProps<Desk>) {
  const [Loaded, setLoaded] = useState<ComponentType<OpenablePalette & { desk: Desk }> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isHydrated = useIsHydrated();
  const isMac = isHydrated && /mac|iphone|ipad/i.test(navigator.platform);

  useEffect(() => {
    const get = () => {
      load().then(
        (component) => setLoaded(() => component),
        () => {
          if (!isOpen) return;
          setIsOpen(false);
          showToast({
            title: 'Not Opened',
            description: 'The search could not be loaded. Please check your connection and try again.',
            variant: 'destructive',
          });
        },
      );
    };
    // Whoever asks for it before, or after it could not be fetched, asks again.
    if (isOpen) {
      get();
      return;
    }
    return onFirstSign(get);
  }, [load, isOpen]);

  // A question wants its answer first.
  useKeys({ '$mod+k': () => setIsOpen(!isOpen) }, { ignore: () => !isOpen && isPanelCovered() });

  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-sm"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        disabled={!desk}
        onClick={() => setIsOpen(true)}
      >
        Find
        <kbd className="text-xs font-normal text-quiet max-md:hidden pointer-coarse:hidden">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {Loaded && desk && <Loaded desk={desk} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
}
