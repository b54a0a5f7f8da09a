import { Hono } from 'hono';
import type { Context } from '../../context/context.ts';
import type { HttpEnv } from '../../http/env.ts';
import { requireRole, signedIn } from '../../http/guard.ts';
import { orderNotFound } from '../../orders/find-order.ts';
import { writeEvidenceFile } from './evidence-file.ts';
import { exportEvidence } from './find-evidence.ts';

export function evidenceRoutes(context: Context) {
  return new Hono<HttpEnv>().get('/orders/:id/evidence', requireRole('admin'), async (c) => {
    const evidence = await exportEvidence(context, signedIn(c).user, c.req.param('id'));
    if (!evidence) throw orderNotFound();
    c.header('Content-Type', 'text/html; charset=utf-8');
    c.header('Content-Disposition', `attachment; filename="evidence-${evidence.orderNumber}.html"`);
    return c.body(writeEvidenceFile(evidence));
  });
}
