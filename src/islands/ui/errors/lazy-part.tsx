import { type ComponentType, type ReactNode, useContext, useEffect, useState } from 'react';
import { reportError } from '../../../client/error-watch.ts';
import { retriable } from '../../../client/retriable.ts';
import { PartName } from './ErrorBoundary.tsx';
import { LoadProblem } from './LoadProblem.tsx';

const missingText = 'This part of the page could not be loaded. Please check your connection and try again.';
export type LazyPart<Props> = ComponentType<Props> & {
  prefetch: () => void;
};

/** A lazy component that can be retried, which React’s `lazy` cannot. The second failure is reported. */
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
