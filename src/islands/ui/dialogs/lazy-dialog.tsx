import type { ComponentType } from 'react';
import { retriable } from '../../../client/retriable.ts';
import { showToast } from '../../../client/toasts.ts';
import { useFetched } from '../use-fetched.ts';

export type LazyDialog<Props> = ComponentType<Props> & {
  prefetch: () => void;
};

/** A dialog whose code is fetched when it is first opened. A toast that begins with `what` says that it failed. */
export function lazyDialog<
  Name extends string,
  Props extends { open: boolean; onOpenChange: (open: boolean) => void },
>(load: () => Promise<Record<Name, ComponentType<Props>>>, name: Name, what: string): LazyDialog<Props> {
  const fetchDialog = retriable(load, name);
  let fetched: ComponentType<Props> | null = null;
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
  return Object.assign(Dialog, { prefetch: () => void fetchOnce().catch(() => undefined) });
}
