import { Hono } from 'hono';
import type { OrderAftercare } from '../../shared/aftercare/order-aftercare.ts';
import {
  type OrderPage,
  orderExportQuerySchema,
  orderListQuerySchema,
  type ReaderOrder,
} from '../../shared/orders/orders.ts';
import { pageQuerySchema } from '../../shared/pages.ts';
import type { EarlierReading } from '../../shared/readings/earlier-readings.ts';
import type { Context } from '../context/context.ts';
import { answerCsv } from '../http/answer-csv.ts';
import { answerLong, answerPage } from '../http/answer-long.ts';
import { query } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import { dayOf } from '../time/business-days.ts';
import { exportEvidence } from './evidence.ts';
import { exportOrders, listOrdersForAdmin } from './list-orders.ts';
import { readAftercare } from './read-aftercare.ts';
import { readTimeline } from './read-timeline.ts';
import { listAssignments, readEarlierReadings, requireReadersOrder } from './readers-orders.ts';

export function orderViewRoutes(context: Context) {
  return new Hono<HttpEnv>()
    .get('/orders', requireRole('admin'), query(orderListQuerySchema), (c) =>
      answerLong<OrderPage>(c, listOrdersForAdmin(context, c.req.valid('query'))),
    )
    .get('/orders.csv', requireRole('admin'), query(orderExportQuerySchema), async (c) => {
      const day = dayOf(context.clock.now(), context.config.businessTimeZone);
      const parts = await exportOrders(context, signedIn(c).user, c.req.valid('query'));
      return answerCsv(c, context.log, `orders-${day}.csv`, parts);
    })
    .get('/orders/:id/events', requireRole('admin'), query(pageQuerySchema), (c) =>
      answerPage(c, readTimeline(context, c.req.param('id'), c.req.valid('query').cursor)),
    )
    .get('/orders/:id/aftercare', requireRole('admin'), (c) =>
      answerLong<OrderAftercare>(c, readAftercare(context, c.req.param('id'))),
    )
    .get('/orders/:id/evidence', requireRole('admin'), async (c) => {
      const { name, html } = await exportEvidence(context, signedIn(c).user, c.req.param('id'));
      c.header('Content-Type', 'text/html; charset=utf-8');
      c.header('Content-Disposition', `attachment; filename="${name}"`);
      return c.body(html);
    })
    .get('/reader/orders', requireRole('reader'), query(pageQuerySchema), (c) =>
      answerPage(c, listAssignments(context, signedIn(c).user, c.req.valid('query').cursor)),
    )
    .get('/reader/orders/:id', requireRole('reader'), (c) =>
      c.json<ReaderOrder>(requireReadersOrder(context, signedIn(c).user, c.req.param('id'))),
    )
    .get('/reader/orders/:id/earlier', requireRole('reader'), (c) =>
      answerLong<EarlierReading[]>(c, readEarlierReadings(context, signedIn(c).user, c.req.param('id'))),
    );
}
