import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Fetched } from '../../../client/fetched.ts';
import { LoadProblem } from './LoadProblem.tsx';

interface WhenFetchedProps<T> {
  fetched: Fetched<T>;
  fallback: string;
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Earlier data stays when fetching again fails. */
export function WhenFetched<T>({ fetched, fallback, loading = null, children }: WhenFetchedProps<T>) {
  const { data, error } = useStore(fetched.$state);
  if (data !== undefined) return children(data);
  return error ? <LoadProblem error={error} fallback={fallback} onRetry={fetched.refresh} /> : loading;
}
