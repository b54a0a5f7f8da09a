import type { ComponentType } from 'react';
import { retriable } from '../../../client/retriable.ts';
import { showToast } from '../../../client/toasts.ts';
import { useFetched } from '../use-fetched.ts';

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
  let fetched: ComponentType<Props> | null = null;
  // What is there opens without a connection, too.
  async function fetchOnce(): Promise<ComponentType<Props>> {
    fetched ??= await fetchDialog();
    return fetched;
  }

  function Dialog(props: Props) {
    const { open, onOpenChange } = props;
    const Loaded = useFetched(fetchOnce, open, () => {
      onOpenChange(false);
      showToast({
        title: 'Not Opened',
        description: `${what} could not be loaded. Please check your connection and try again.`,
        variant: 'destructive',
      });
    });
    return Loaded && <Loaded {...props} />;
  }
  // What fails ahead of time is told when it is opened.
  return Object.assign(Dialog, { prefetch: () => void fetchOnce().catch(() => undefined) });
}
