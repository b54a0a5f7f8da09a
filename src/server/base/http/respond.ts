import type { Context as HonoContext, TypedResponse } from 'hono';
import type { JSONParsed } from 'hono/utils/types';
import type { Page } from '../../../shared/list-page.ts';
import { compressNow } from './assets.ts';
import type { HttpEnv } from './guard.ts';

const compressedFrom = 4_096;

/** Sends JSON, compressed when long. For staff only: the length reveals which texts repeat (BREACH). */
export function respondCompressed<T extends object>(c: HonoContext<HttpEnv>, value: T) {
  const text = JSON.stringify(value);
  const acceptEncoding = text.length < compressedFrom ? '' : c.req.header('accept-encoding');
  const { body, headers } = compressNow(text, acceptEncoding, 1);
  const answer = c.newResponse(body, 200, {
    'Content-Type': 'application/json',
    Vary: 'Accept-Encoding',
    ...headers,
  });
  return answer as Response & TypedResponse<JSONParsed<T>, 200, 'json'>;
}

/**
 * Sends rows as JSON. A header `Link: </api/…?cursor=…>; rel="next"` (RFC 8288) has the next page of the query, if any;
 * `X-Total-Count` has the number of rows on all pages, if known.
 */
export function respondWithPage<Row>(c: HonoContext<HttpEnv>, { rows, next, total = null }: Page<Row>) {
  const query = new URLSearchParams({ ...c.req.query(), cursor: next ?? '' });
  if (next !== null) c.header('Link', `<${c.req.path}?${query}>; rel="next"`);
  if (total !== null) c.header('X-Total-Count', String(total));
  return respondCompressed<Row[]>(c, rows);
}
