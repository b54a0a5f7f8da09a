import { Hono } from 'hono';
import type { Overview } from '../../shared/overview.ts';
import { requireRole } from '../auth/guard.ts';
import type { Context } from '../context.ts';
import type { HttpEnv } from '../http/env.ts';
import { readOverview } from './service.ts';

export function overviewRoutes(context: Context) {
  return new Hono<HttpEnv>().get('/overview', requireRole('admin'), async (c) =>
    c.json<Overview>(await readOverview(context)),
  );
}
