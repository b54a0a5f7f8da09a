import { Hono } from 'hono';
import type { Alert } from '../../shared/alerts.ts';
import type { Context } from '../context/context.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole } from '../http/guard.ts';
import { listAlerts } from './find-alerts.ts';

export function alertRoutes(context: Context, findStorageProblem: () => Promise<string | null>) {
  return new Hono<HttpEnv>().get('/alerts', requireRole('admin'), async (c) => {
    // One of the alerts is that nothing can be saved.
    c.set('knowsLosses', true);
    return c.json<Alert[]>(listAlerts(context, await findStorageProblem()));
  });
}
