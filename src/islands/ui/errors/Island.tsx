import { type ReactNode, useEffect } from 'react';
import { watchErrors } from '../../../client/error-watch.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

interface IslandProps {
  /** Called before it is tried again. */
  onRetry?: () => void;
  children: ReactNode;
}

/** Around everything of one island: what fails in it is told, here and to the server. */
export function Island({ onRetry, children }: IslandProps) {
  useEffect(() => watchErrors(window), []);
  return (
    <ErrorBoundary part="page" onRetry={onRetry}>
      {children}
    </ErrorBoundary>
  );
}
