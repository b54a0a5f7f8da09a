import { type ReactNode, useRef } from 'react';
import { invalidateKeys } from '../../../client/query.ts';
import { retriable } from '../../../client/retriable.ts';
import type { ReportedPart } from '../../../shared/client-errors.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazyPart } from './lazy-part.tsx';
import { type TypedText, typedIn } from './typed-in.ts';

const RescuedTexts = lazyPart(() => import('./typed-texts.tsx'), 'RescuedTexts', null);
const loadTypeAgain = retriable(() => import('./type-again.ts'), 'typeAgain');

interface DeskPartProps {
  name: ReportedPart;
  children: ReactNode;
}

/** A part of a dashboard that can fail alone; what was typed there can be copied, and is typed again after a retry. */
export function DeskPart({ name, children }: DeskPartProps) {
  const box = useRef<HTMLElement>(null);
  const typed = useRef<TypedText[]>([]);

  function retry() {
    // Fetched data may be the cause.
    invalidateKeys(() => true);
    if (typed.current.length === 0) return;
    loadTypeAgain().then(
      (typeAgain) => box.current && typeAgain(box.current, typed.current),
      () => {},
    );
  }

  return (
    <ErrorBoundary
      part={name}
      rescue={(failed) => {
        box.current = failed;
        const texts = typedIn(failed);
        // A second failure has no fields.
        if (texts.length > 0) typed.current = texts;
        return typed.current.length > 0 && <RescuedTexts texts={typed.current} />;
      }}
      onRetry={retry}
    >
      {children}
    </ErrorBoundary>
  );
}
