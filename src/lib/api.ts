import { type ClientResponse, hc } from 'hono/client';
import type { AppType } from '../server/app/app.ts';
import { signedInAsHeader } from '../shared/error-body.ts';
import type { Page } from '../shared/list-page.ts';
import { call, timeLimit } from './answers.ts';

/** Creates the typed client of our API; its calls name the page's user. @param limitOf the milliseconds for a call */
export function createApi(ask: typeof fetch, limitOf = timeLimit) {
  return hc<AppType>('/api', {
    init: { credentials: 'include' },
    headers: signedInAs,
    fetch: (address: RequestInfo | URL, init?: RequestInit) =>
      ask(address, { ...init, signal: AbortSignal.timeout(limitOf(String(address))) }),
  });
}

function signedInAs(): Record<string, string> {
  // There is no document in tests without a browser.
  const user = globalThis.document?.querySelector<HTMLElement>('[data-signed-in-as]')?.dataset.signedInAs;
  return user ? { [signedInAsHeader]: encodeURIComponent(user) } : {};
}

export type Api = ReturnType<typeof createApi>;

export const api = createApi((address, init) => fetch(address, init));

/** Fetches all pages of a list. @param isWanted gets each page's rows; returns false to stop after them */
export async function fetchAllPages<Row>(
  ask: (query: { cursor?: string }) => Promise<ClientResponse<Row[], number, string>>,
  isWanted: (rows: Row[]) => boolean = () => true,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const part: Page<Row> = await callPage(ask(cursor === null ? {} : { cursor }));
    rows.push(...part.rows);
    cursor = isWanted(part.rows) ? part.next : null;
  } while (cursor !== null);
  return rows;
}

/** Awaits a page of a list and returns it with the next cursor and the total of rows, null if not in the headers. */
export async function callPage<Row>(
  request: Promise<ClientResponse<Row[], number, string>>,
): Promise<Page<Row>> {
  const rows = await call(request);
  const { headers } = await request;
  const count = headers.get('X-Total-Count');
  return { rows, next: nextCursor(headers), total: count === null ? null : Number(count) };
}

/** Returns the cursor in `Link: </api/…?cursor=…>; rel="next"`, or null. */
function nextCursor(headers: Headers): string | null {
  const [, query] = /<[^>?]*\?([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
  return new URLSearchParams(query).get('cursor');
}
