import type { ReportedPart } from '../shared/ops/client-error-schema.ts';
import { retriable } from './retriable.ts';

// Fetched with the first error, because most visits have none. Offline, the report is dropped.
const loadReports = retriable(() => import('./error-reports.ts'), 'errorReports');

/** Reports an error's type and place, once, to our server. Without `part`, only if our scripts are in its stack. */
export function reportError(error: unknown, part?: ReportedPart): void {
  loadReports().then(
    (reports) => reports.report(error, part),
    () => {},
  );
}

/** Reports the page's uncaught errors and rejections. @returns a function that stops it */
export function watchErrors(
  page: Pick<Window, 'addEventListener'>,
  see: (error: unknown) => void = reportError,
): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  page.addEventListener('error', ({ error }) => see(error), { signal });
  page.addEventListener('unhandledrejection', ({ reason }) => see(reason), { signal });
  return () => watching.abort();
}
