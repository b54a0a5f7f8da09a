import { type ReactNode, useEffect } from 'react';
import { watchErrors } from '../../../client/error-watch.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

interface IslandProps {
  onRetry?: () => void;
  children: ReactNode;
}

export function Island({ onRetry, children }: IslandProps) {
  useEffect(() => watchErrors(window), []);
  return (
    <ErrorBoundary part="page" onRetry={onRetry}>
      {children}
    </ErrorBoundary>
  );
}
