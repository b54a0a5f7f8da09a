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
 * Makes a dialog whose code is fetched when it is first opened. If that fails, a toast says so and the dialog closes;
 * opening it again is another try.
 *
 * @param what begins the sentence of the toast
 */
export function lazyDialog<Name extends string, Props extends Openable>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  what: string,
): LazyDialog<Props> {
  const fetchDialog = retriable(load, name);

  function Dialog(props: Props) {
    const { open, onOpenChange } = props;
    const Loaded = useFetched(fetchDialog, open, () => {
      onOpenChange(false);
      showToast({
        title: 'Not Opened',
        description: `${what} could not be loaded. Please check your connection and try again.`,
        variant: 'destructive',
      });
    });
    return Loaded && <Loaded {...props} />;
  }
  return Object.assign(Dialog, { prefetch: () => void fetchDialog().catch(() => undefined) });
}
