import { Hono } from 'hono';
import { periodQuerySchema } from '../../shared/overview.ts';
import type { Context } from '../base/context.ts';
import { query } from '../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import { respondWithCsv } from '../base/http/respond-csv.ts';
import { readOverview } from './read-overview.ts';
import { exportDelivered, readReaders } from './read-readers.ts';

/** Serves admins the figures of a period, and its delivered readings as CSV; an export is recorded. */
export function overviewRoutes(context: Context) {
  const admin = requireRole('admin');
  return new Hono<HttpEnv>()
    .get('/overview', admin, query(periodQuerySchema), async (c) =>
      c.json(await readOverview(context, c.req.valid('query').period)),
    )
    .get('/overview/readers', admin, query(periodQuerySchema), async (c) =>
      c.json(await readReaders(context, c.req.valid('query').period)),
    )
    .get('/overview/readings.csv', admin, query(periodQuerySchema), async (c) => {
      const { name, parts } = await exportDelivered(
        context,
        requireSignedIn(c).user,
        c.req.valid('query').period,
      );
      return respondWithCsv(c, context.log, name, parts);
    });
}
