import { Hono } from 'hono';
import type { Alert } from '../../shared/alerts.ts';
import { requireRole } from '../auth/guard.ts';
import type { Context } from '../context.ts';
import type { HttpEnv } from '../http/env.ts';
import { listAlerts } from './service.ts';

export function alertRoutes(context: Context) {
  return new Hono<HttpEnv>().get('/alerts', requireRole('admin'), (c) =>
    c.json<Alert[]>(listAlerts(context)),
  );
}
