import { type ComponentType, type ReactNode, useContext, useEffect, useState } from 'react';
import { reportError } from '../../../client/error-watch.ts';
import { retriable } from '../../../client/retriable.ts';
import { PartName } from './ErrorBoundary.tsx';
import { LoadProblem } from './LoadProblem.tsx';

const missingText = 'This part of the page could not be loaded. Please check your connection and try again.';
/** A part of a page whose code is fetched when it is shown first, or a little earlier. */
export type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches it before it is shown. */
  prefetch: () => void;
};

/**
 * Makes a lazy component that can be retried. React's own `lazy` tries a failed import only once, and shows the
 * placeholder even when the code is loaded already. A second failure is reported.
 *
 * @param loading a placeholder of the same size
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  loading: ReactNode,
): LazyPart<Props> {
  const fetchPart = retriable(load, name);
  let Loaded: ComponentType<Props> | null = null;
  let failures = 0;
  async function fetchOnce(): Promise<void> {
    Loaded ??= await fetchPart();
  }

  function Part(props: Props) {
    const part = useContext(PartName);
    const [state, setState] = useState<'wanted' | 'there' | 'missing'>('wanted');
    useEffect(() => {
      if (state !== 'wanted') return;
      fetchOnce().then(
        () => setState('there'),
        (error: unknown) => {
          if (navigator.onLine) failures += 1;
          if (failures === 2 && navigator.onLine) reportError(error, part);
          setState('missing');
        },
      );
    }, [state, part]);
    if (Loaded) return <Loaded {...props} />;
    if (state !== 'missing') return loading;
    return <LoadProblem error={missingText} fallback="" onRetry={() => setState('wanted')} />;
  }
  return Object.assign(Part, { prefetch: () => void fetchOnce().catch(() => undefined) });
}
