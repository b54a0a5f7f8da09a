import { type ReactNode, useRef } from 'react';
import { pageQuery } from '../../lib/query.ts';
import type { ReportedPart } from '../../shared/ops/client-error-schema.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { collectTypedTexts, type RescuedText, retypeTexts, TypedTexts } from './typed-texts.tsx';

/**
 * Renders a part of a dashboard that can fail alone: then shows its typed texts. Try again refetches all the
 * page's data and retypes the texts.
 */
export function DeskPart({ name, children }: { name: ReportedPart; children: ReactNode }) {
  const typed = useRef<RescuedText[]>([]);

  function retry(box: HTMLElement) {
    pageQuery.invalidateKeys(() => true);
    if (typed.current.length > 0) retypeTexts(box, typed.current);
  }

  return (
    <ErrorBoundary
      part={name}
      rescue={(failed) => {
        const texts = collectTypedTexts(failed);
        // A second failure has no fields.
        if (texts.length > 0) typed.current = texts;
        return (
          typed.current.length > 0 && (
            <>
              <p>What you typed there, ready to copy:</p>
              <TypedTexts texts={typed.current} />
            </>
          )
        );
      }}
      onRetry={retry}
    >
      {children}
    </ErrorBoundary>
  );
}
