import { Hono } from 'hono';
import type { Alert } from '../../shared/alerts.ts';
import type { Context } from '../context/context.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole } from '../http/guard.ts';
import { listAlerts } from './find-alerts.ts';

export function alertRoutes(context: Context) {
  return new Hono<HttpEnv>().get('/alerts', requireRole('admin'), (c) =>
    c.json<Alert[]>(listAlerts(context)),
  );
}
