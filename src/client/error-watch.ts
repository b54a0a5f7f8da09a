import type { ReportedPart } from '../shared/client-errors.ts';

/** Tells the server of an error: in a part of the page, or one that nobody caught. */
export function reportError(error: unknown, part?: ReportedPart): void {
  // Fetched with the first error: most visits have none. Without a connection nobody can be told.
  import('./client-errors.ts').then(({ errorReports }) => errorReports.report(error, part)).catch(() => {});
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
