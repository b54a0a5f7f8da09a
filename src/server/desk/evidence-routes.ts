import { Hono } from 'hono';
import type { Context } from '../base/context.ts';
import type { HttpEnv } from '../base/http/env.ts';
import { requireRole, requireSignedIn } from '../base/http/guard.ts';
import { exportEvidence } from './evidence.ts';

export function evidenceRoutes(context: Context) {
  return new Hono<HttpEnv>().get('/orders/:id/evidence', requireRole('admin'), async (c) => {
    const { name, html } = await exportEvidence(context, requireSignedIn(c).user, c.req.param('id'));
    c.header('Content-Type', 'text/html; charset=utf-8');
    c.header('Content-Disposition', `attachment; filename="${name}"`);
    return c.body(html);
  });
}
