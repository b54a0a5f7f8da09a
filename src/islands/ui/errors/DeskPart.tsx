import type { ReactNode } from 'react';
import { invalidateKeys } from '../../../client/query.ts';
import type { ReportedPart } from '../../../shared/client-errors.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { typedTexts } from './typed-texts.tsx';

interface DeskPartProps {
  name: ReportedPart;
  children: ReactNode;
}

/** A part of a dashboard that can fail by itself; what was typed there stays to be copied. */
export function DeskPart({ name, children }: DeskPartProps) {
  return (
    // What was fetched may be why: it is asked for again.
    <ErrorBoundary part={name} rescue={typedTexts} onRetry={() => invalidateKeys(() => true)}>
      {children}
    </ErrorBoundary>
  );
}
