import { Hono } from 'hono';
import { pageQuerySchema } from '../../shared/list-page.ts';
import {
  assigneeSchema,
  bulkAssigneeSchema,
  orderExportQuerySchema,
  orderListQuerySchema,
} from '../../shared/orders/order-schema.ts';
import { receiptsQuerySchema } from '../../shared/shop/tax-schema.ts';
import type { Context } from '../base/context.ts';
import { jsonBody, query, smallBody } from '../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import { respondWithPage } from '../base/http/respond.ts';
import { respondWithCsv } from '../base/http/respond-csv.ts';
import { businessDay } from '../base/time/business-days.ts';
import { assignOrder, assignOrders } from './assign-orders.ts';
import { readOrder, readTimeline } from './find-order.ts';
import { exportOrders, listOrdersForAdmin } from './list-orders.ts';
import { exportReceipts } from './receipts.ts';

/** Serves admins orders, their history and CSV files, whose exports are recorded; assigns readers. */
export function orderRoutes(context: Context) {
  const admin = requireRole('admin');
  return new Hono<HttpEnv>()
    .get('/orders', admin, query(orderListQuerySchema), (c) =>
      respondWithPage(c, listOrdersForAdmin(context, c.req.valid('query'))),
    )
    .get('/orders.csv', admin, query(orderExportQuerySchema), async (c) => {
      const parts = await exportOrders(context, requireSignedIn(c).user, c.req.valid('query'));
      return respondWithCsv(c, context.log, `orders-${businessDay(context)}.csv`, parts);
    })
    .get('/receipts.csv', admin, query(receiptsQuerySchema), async (c) => {
      const { month = businessDay(context).slice(0, '2026-11'.length) } = c.req.valid('query');
      const parts = await exportReceipts(context, requireSignedIn(c).user, month);
      return respondWithCsv(c, context.log, `receipts-${month}.csv`, parts);
    })
    .get('/orders/:id/events', admin, query(pageQuerySchema), (c) =>
      respondWithPage(c, readTimeline(context, c.req.param('id'), c.req.valid('query').cursor)),
    )
    .put('/assignments', admin, smallBody, jsonBody(bulkAssigneeSchema), async (c) => {
      const { orderIds, readerId } = c.req.valid('json');
      return c.json(await assignOrders(context, requireSignedIn(c).user, orderIds, readerId));
    })
    .put('/orders/:id/assignee', admin, smallBody, jsonBody(assigneeSchema), async (c) => {
      const { readerId } = c.req.valid('json');
      return c.json(await assignOrder(context, requireSignedIn(c).user, c.req.param('id'), readerId));
    })
    .get('/orders/:id', admin, (c) => c.json(readOrder(context, c.req.param('id'))));
}
