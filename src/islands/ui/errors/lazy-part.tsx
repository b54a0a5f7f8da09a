import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { LoadProblem } from './LoadProblem.tsx';

/** A part of a page whose code is fetched when it is shown first, or a little earlier. */
export type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches it before it is shown. */
  prefetch: () => void;
};

/**
 * React's own `lazy` never tries again what could not be fetched, and shows what stands in also for what is there.
 *
 * @param loading stands in until it is there; of its size, so that nothing jumps
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading: ReactNode,
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | null = null;
  async function fetchOnce(): Promise<void> {
    Loaded ??= await load();
  }

  function Part(props: Props) {
    const [state, setState] = useState<'wanted' | 'there' | 'missing'>('wanted');
    useEffect(() => {
      if (state !== 'wanted') return;
      fetchOnce().then(
        () => setState('there'),
        () => setState('missing'),
      );
    }, [state]);
    if (Loaded) return <Loaded {...props} />;
    if (state !== 'missing') return loading;
    return (
      <LoadProblem
        error="This part of the page could not be loaded. Please check your connection and try again."
        fallback=""
        onRetry={() => setState('wanted')}
      />
    );
  }
  // What fails ahead of time is told when it is shown.
  return Object.assign(Part, { prefetch: () => void fetchOnce().catch(() => undefined) });
}
