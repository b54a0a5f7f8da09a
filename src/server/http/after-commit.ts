import type { MiddlewareHandler } from 'hono';
import type { Database } from '../../../db/client.ts';
import type { HttpEnv } from './env.ts';

/** Answers once all writes behind the answer are on the disk, or with an error when they could not be stored. */
export function answerAfterCommit({ commits }: Pick<Database, 'commits'>): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    // A request that writes may have done so in several turns; one that reads saw at most the writes of this turn.
    const written = isRead ? () => commits.written() : commits.watch();
    await next();
    if (!c.get('knowsLosses')) await written();
  };
}
