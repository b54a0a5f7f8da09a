import type { MiddlewareHandler } from 'hono';
import type { Database } from '../../../db/client.ts';
import type { HttpEnv } from './env.ts';

/** Answers once everything that the answer rests on is on the disk, and says so when it could not be kept. */
export function answerAfterCommit({ commits }: Pick<Database, 'commits'>): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    // A request that writes may have done so in several turns; one that reads saw what this turn wrote at most.
    const written = isRead ? () => commits.written() : commits.watch();
    await next();
    if (!c.get('knowsLosses')) await written();
  };
}
