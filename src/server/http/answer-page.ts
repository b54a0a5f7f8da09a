import type { Context as HonoContext } from 'hono';
import type { Page } from '../../shared/pages.ts';
import { answerLong } from './answer-long.ts';
import type { HttpEnv } from './env.ts';

/**
 * Answers a part of a list as a plain array. The header `Link: </api/…?cursor=…>; rel="next"` (RFC 8288) names the next
 * part; the last part does not have it.
 */
export function answerPage<Row>(c: HonoContext<HttpEnv>, { rows, next }: Page<Row>) {
  if (next !== null) c.header('Link', `<${c.req.path}?cursor=${encodeURIComponent(next)}>; rel="next"`);
  return answerLong<Row[]>(c, rows);
}
