import { type ClientResponse, hc } from 'hono/client';
import type { AppType } from '../server/app/app.ts';
import { signedInAsHeader } from '../shared/people/staff.ts';
import { call, timeLimit } from './answers.ts';

export { ApiError, call, errorMessage } from './answers.ts';

/** Creates the typed client of our API. @param limitOf milliseconds that an answer may take, headers and body */
export function createApi(ask: typeof fetch, limitOf = timeLimit) {
  return hc<AppType>('/api', {
    init: { credentials: 'include' },
    headers: signedInAs,
    fetch: (address: RequestInfo | URL, init?: RequestInit) =>
      ask(address, { ...init, signal: AbortSignal.timeout(limitOf(String(address))) }),
  });
}

function signedInAs(): Record<string, string> {
  // There is no document where a test has no browser.
  const user = globalThis.document?.querySelector<HTMLElement>('[data-signed-in-as]')?.dataset.signedInAs;
  return user ? { [signedInAsHeader]: encodeURIComponent(user) } : {};
}

export const api = createApi((address, init) => fetch(address, init));

/** Reads a list that is answered in parts. @param isWanted whether the parts after this one are needed */
export async function fetchAllPages<Row>(
  ask: (query: { cursor?: string }) => Promise<ClientResponse<Row[], number, string>>,
  isWanted: (rows: Row[]) => boolean = () => true,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const request: ReturnType<typeof ask> = ask(cursor === null ? {} : { cursor });
    const part = await call<Row[]>(request);
    rows.push(...part);
    cursor = isWanted(part) ? nextCursor((await request).headers) : null;
  } while (cursor !== null);
  return rows;
}

/** @returns the cursor in `Link: </api/…?cursor=…>; rel="next"`, or null */
function nextCursor(headers: Headers): string | null {
  const [, query] = /<[^>?]*\?([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
  return new URLSearchParams(query).get('cursor');
}
