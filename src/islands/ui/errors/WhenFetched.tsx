import { useStore } from '@nanostores/react';
import { Fragment, type ReactNode } from 'react';
import type { Fetched } from '../../../client/fetched.ts';
import { LoadProblem } from './LoadProblem.tsx';

interface WhenFetchedProps<T> {
  fetched: Fetched<T>;
  fallback: string;
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows what was fetched. When fetching again fails it says so, above the earlier data. */
export function WhenFetched<T>({ fetched, fallback, loading = null, children }: WhenFetchedProps<T>) {
  const { data, error } = useStore(fetched.$state);
  return (
    <>
      {error && <LoadProblem error={error} fallback={fallback} onRetry={fetched.refresh} />}
      {data === undefined && !error && loading}
      {data !== undefined && <Fragment key="data">{children(data)}</Fragment>}
    </>
  );
}
