import { Hono } from 'hono';
import { auditExportQuerySchema, auditQuerySchema } from '../../shared/ops/audit-log.ts';
import type { Context } from '../base/context.ts';
import { query } from '../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import { respondCompressed } from '../base/http/respond.ts';
import { respondWithCsv } from '../base/http/respond-csv.ts';
import { businessDay } from '../base/time/business-days.ts';
import { exportAudit, readAudit } from './list-audit.ts';

/** Serves admins the change history, also as CSV; an export is recorded. */
export function auditRoutes(context: Context) {
  return new Hono<HttpEnv>()
    .get('/audit', requireRole('admin'), query(auditQuerySchema), (c) =>
      respondCompressed(c, readAudit(context, c.req.valid('query'))),
    )
    .get('/audit.csv', requireRole('admin'), query(auditExportQuerySchema), async (c) => {
      const parts = await exportAudit(context, requireSignedIn(c).user, c.req.valid('query'));
      return respondWithCsv(c, context.log, `history-${businessDay(context)}.csv`, parts);
    });
}
