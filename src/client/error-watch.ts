import type { ReportedPart } from '../shared/client-errors.ts';
import { retriable } from './retriable.ts';

// Fetched with the first error: most visits have none. Without a connection nobody can be told.
const loadReports = retriable(() => import('./client-errors.ts'), 'errorReports');

/** Tells the server of an error: in a part of the page, or one that nobody caught. */
export function reportError(error: unknown, part?: ReportedPart): void {
  loadReports().then(
    (reports) => reports.report(error, part),
    () => {},
  );
}

/**
 * Looks out for errors that nobody catches.
 *
 * @param see told each of them
 * @returns a function that ends it
 */
export function watchErrors(
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  see: (error: unknown) => void = reportError,
): () => void {
  const onError = ({ error }: ErrorEvent) => see(error);
  const onRejection = ({ reason }: PromiseRejectionEvent) => see(reason);
  page.addEventListener('error', onError);
  page.addEventListener('unhandledrejection', onRejection);
  return () => {
    page.removeEventListener('error', onError);
    page.removeEventListener('unhandledrejection', onRejection);
  };
}
