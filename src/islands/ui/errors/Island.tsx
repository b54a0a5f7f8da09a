import { type ReactNode, useEffect } from 'react';
import { watchErrors } from '../../../client/error-watch.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/** Around everything of one island: what fails in it is told, here and to the server. */
export function Island({ children }: { children: ReactNode }) {
  useEffect(() => watchErrors(window), []);
  return <ErrorBoundary part="page">{children}</ErrorBoundary>;
}
