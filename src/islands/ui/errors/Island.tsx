import { type ReactNode, useEffect } from 'react';
import { watchErrors } from '../../../client/error-watch.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

export function Island({ onRetry, children }: { onRetry?: () => void; children: ReactNode }) {
  useEffect(() => watchErrors(window), []);
  return (
    <ErrorBoundary part="page" onRetry={onRetry}>
      {children}
    </ErrorBoundary>
  );
}
