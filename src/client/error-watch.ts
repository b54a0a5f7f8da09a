import type { ReportedPart } from '../shared/client-errors.ts';
import { retriable } from './retriable.ts';

// Fetched with the first error: most visits have none. Without a connection the report is dropped.
const loadReports = retriable(() => import('./client-errors.ts'), 'errorReports');

/** Reports an error to the server: one caught in a part of the page, or an uncaught one. */
export function reportError(error: unknown, part?: ReportedPart): void {
  loadReports().then(
    (reports) => reports.report(error, part),
    () => {},
  );
}

/**
 * Watches for uncaught errors.
 *
 * @param see called with each of them
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
