import { type ComponentType, type ReactNode, useContext, useState } from 'react';
import { reportError } from '../../lib/error-watch.ts';
import { type Retriable, retriable } from '../../lib/retriable.ts';
import { showToast } from '../../lib/toasts.ts';
import { useLazyComponent } from '../use-lazy-component.ts';
import { PartName } from './ErrorBoundary.tsx';
import { LoadProblem } from './WhenFetched.tsx';

const missingText = 'This part of the page could not be loaded. Please check your connection and try again.';

/** A component whose code is fetched when first shown. */
export type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches the code ahead of time. */
  prefetch: () => void;
};

function prefetchable<Props>(Part: ComponentType<Props>, fetchPart: Retriable<unknown>): LazyPart<Props> {
  return Object.assign(Part, { prefetch: () => void fetchPart().catch(() => undefined) });
}

/**
 * Creates a component whose code is fetched when it is first shown; `loading` has its size. A failure shows
 * Try again; the second and later ones are reported.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  loading: ReactNode,
): LazyPart<Props> {
  const fetchPart = retriable(load, name);

  function Part(props: Props) {
    const part = useContext(PartName);
    const [tries, setTries] = useState(1);
    const [failures, setFailures] = useState(0);
    const Loaded = useLazyComponent(fetchPart, tries, (error) => {
      setFailures(tries);
      if (tries > 1 && navigator.onLine) reportError(error, part);
    });
    if (Loaded) return <Loaded {...props} />;
    if (failures < tries) return loading;
    return <LoadProblem error={missingText} fallback="" onRetry={() => setTries(tries + 1)} />;
  }
  return prefetchable(Part, fetchPart);
}

/** Creates a dialog whose code is fetched when it opens. A failure closes it; the toast's text begins with `what`. */
export function lazyDialog<Name extends string, Props extends { open: boolean; onClose: () => void }>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  what: string,
): LazyPart<Props> {
  const fetchDialog = retriable(load, name);

  function Dialog(props: Props) {
    const Loaded = useLazyComponent(fetchDialog, props.open, () => {
      props.onClose();
      showToast({
        title: 'Not Opened',
        description: `${what} could not be loaded. Please check your connection and try again.`,
        variant: 'destructive',
      });
    });
    return Loaded && <Loaded {...props} />;
  }
  return prefetchable(Dialog, fetchDialog);
}
