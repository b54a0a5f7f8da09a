import type { ReactNode } from 'react';
import { invalidateKeys } from '../../client/query.ts';
import type { ReportedPart } from '../../shared/client-errors.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

interface DeskPartProps {
  name: ReportedPart;
  children: ReactNode;
}

/** A part of a dashboard that can fail by itself. */
export function DeskPart({ name, children }: DeskPartProps) {
  return (
    // What was fetched may be why: it is asked for again.
    <ErrorBoundary part={name} onRetry={() => invalidateKeys(() => true)}>
      {children}
    </ErrorBoundary>
  );
}
