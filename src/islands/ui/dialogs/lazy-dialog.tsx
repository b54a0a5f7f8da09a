import { type ComponentType, useEffect, useState } from 'react';
import { retriable } from '../../../client/retriable.ts';
import { showToast } from '../../../client/toasts.ts';

interface Openable {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export type LazyDialog<Props> = ComponentType<Props> & {
  /** Fetches it before it is opened. */
  prefetch: () => void;
};

/**
 * Makes a dialog whose code is fetched when it is first opened, unless something else has fetched it before. If that
 * fails, the dialog says so and closes; opening it again is another try.
 *
 * @param load imports its module
 * @param name what it is called there
 * @param what begins the sentence that says that it could not be loaded
 */
export function lazyDialog<Name extends string, Props extends Openable>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  what: string,
): LazyDialog<Props> {
  const fetchDialog = retriable(load, name);
  let Loaded: ComponentType<Props> | null = null;
  async function fetchOnce(): Promise<void> {
    Loaded ??= await fetchDialog();
  }

  function Dialog(props: Props) {
    const { open, onOpenChange } = props;
    const [, setIsThere] = useState(Loaded !== null);
    // biome-ignore lint/correctness/useExhaustiveDependencies: one try each time it is opened
    useEffect(() => {
      if (!open || Loaded) return;
      fetchOnce().then(
        () => setIsThere(true),
        () => {
          onOpenChange(false);
          showToast({
            title: 'Not Opened',
            description: `${what} could not be loaded. Please check your connection and try again.`,
            variant: 'destructive',
          });
        },
      );
    }, [open]);
    return Loaded && <Loaded {...props} />;
  }
  // What fails ahead of time is told when it is opened.
  return Object.assign(Dialog, { prefetch: () => void fetchOnce().catch(() => undefined) });
}
