import { setImmediate } from 'node:timers/promises';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { type OrderPage, orderExportQuerySchema, orderListQuerySchema } from '../../shared/orders/orders.ts';
import { pageQuerySchema } from '../../shared/pages.ts';
import type { Context } from '../context/context.ts';
import { answerLong } from '../http/answer-long.ts';
import { answerPage } from '../http/answer-page.ts';
import { query } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import { isoTime } from '../time/iso-time.ts';
import { listAssignments } from './list-assignments.ts';
import { exportOrders, listOrdersForAdmin } from './list-orders.ts';
import { readTimeline } from './read-timeline.ts';

export function orderListRoutes(context: Context) {
  return new Hono<HttpEnv>()
    .get('/orders', requireRole('admin'), query(orderListQuerySchema), (c) =>
      answerLong<OrderPage>(c, listOrdersForAdmin(context, c.req.valid('query'))),
    )
    .get('/orders.csv', requireRole('admin'), query(orderExportQuerySchema), (c) => {
      const parts = exportOrders(context, c.req.valid('query'));
      const day = isoTime(context.clock.now()).slice(0, 10);
      c.header('Content-Type', 'text/csv; charset=utf-8');
      c.header('Content-Disposition', `attachment; filename="orders-${day}.csv"`);
      return stream(c, async (output) => {
        for (const part of parts) {
          // Nobody reads any further; a write to somebody who has left does not fail.
          if (output.aborted) break;
          await output.write(part);
          // Each part reads the database; requests that came meanwhile are answered first.
          await setImmediate();
        }
      });
    })
    .get('/orders/:id/events', requireRole('admin'), query(pageQuerySchema), (c) =>
      answerPage(c, readTimeline(context, c.req.param('id'), c.req.valid('query').cursor)),
    )
    .get('/reader/orders', requireRole('reader'), query(pageQuerySchema), (c) =>
      answerPage(c, listAssignments(context, signedIn(c).user, c.req.valid('query').cursor)),
    );
}
