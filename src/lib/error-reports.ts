import type { ClientError, ReportedPart } from '../shared/ops/client-error-schema.ts';
import { call } from './answers.ts';
import { api } from './api.ts';

type Page = ClientError['page'];

/** The pages whose address does not identify the visitor. */
const namedPages: readonly Page[] = [
  'thank-you',
  'admin/login',
  'admin/forgot-password',
  'admin/new-password',
  'admin/dashboard',
  'reader/dashboard',
];

const mostErrorsPerPage = 5;

/** Creates `report`, which sends each browser error once, without its message, and at most five per page. */
export function createErrorReports(
  send: (error: ClientError) => Promise<unknown>,
  address: () => Pick<Location, 'origin' | 'pathname'>,
) {
  const reported = new Set<string>();
  return {
    /** Without `part`, the error was uncaught: it is reported only if one of our scripts is in its stack. */
    report(error: unknown, part?: ReportedPart): void {
      const { origin, pathname } = address();
      const at = placeOf(error, origin);
      if (!part && !at) return;
      const report = { name: kindOf(error), part: part ?? 'page', page: pageOf(pathname), at };
      const key = JSON.stringify(report);
      if (reported.has(key) || reported.size >= mostErrorsPerPage) return;
      reported.add(key);
      send(report).catch(() => {});
    },
  };
}

export const errorReports = createErrorReports(
  (json) => call(api['client-errors'].$post({ json })),
  () => location,
);

function kindOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return /^[A-Za-z_$][\w$]{0,39}$/.test(name) ? name : 'Error';
}

/** Returns the page's name, never its address, which may be the key to an order. */
function pageOf(pathname: string): Page {
  const path = pathname.replace(/^\/|\/$/g, '');
  if (path === '') return 'home';
  if (path.startsWith('order/')) return 'order';
  if (path.startsWith('reader/orders/')) return 'reader/orders';
  return namedPages.find((page) => page === path) ?? 'other';
}

/** Returns the first place in the error's stack within our scripts, without the address's query. */
function placeOf(error: unknown, origin: string): string | null {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const after of stack.split(origin).slice(1)) {
    const [, script, place] =
      /^(\/[\w@./-]{1,150}\.[cm]?[jt]sx?)(?:\?[^\s:)]*)?(:\d{1,7}:\d{1,7})/.exec(after) ?? [];
    if (script && place) return script + place;
  }
  return null;
}
