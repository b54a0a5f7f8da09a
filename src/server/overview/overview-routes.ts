import { Hono } from 'hono';
import type { Overview, Waiting } from '../../shared/overview.ts';
import type { Context } from '../context/context.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole } from '../http/guard.ts';
import { readOverview, readWaiting } from './read-overview.ts';

export function overviewRoutes(context: Context) {
  return new Hono<HttpEnv>()
    .get('/overview', requireRole('admin'), async (c) => c.json<Overview>(await readOverview(context)))
    .get('/overview/waiting', requireRole('admin'), (c) => c.json<Waiting>(readWaiting(context)));
}
