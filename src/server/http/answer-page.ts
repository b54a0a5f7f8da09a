import type { Context as HonoContext } from 'hono';
import type { Page } from '../../shared/pages.ts';
import { answerLong } from './answer-long.ts';
import type { HttpEnv } from './env.ts';

/**
 * Answers a part of a list as a plain array. Where the next part is stands in the header
 * `Link: </api/…?cursor=…>; rel="next"` (RFC 8288), which the last part does not have.
 */
export function answerPage<Row>(c: HonoContext<HttpEnv>, { rows, next }: Page<Row>) {
  if (next !== null) c.header('Link', `<${c.req.path}?cursor=${encodeURIComponent(next)}>; rel="next"`);
  return answerLong<Row[]>(c, rows);
}
