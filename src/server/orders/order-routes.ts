import { setImmediate } from 'node:timers/promises';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import {
  assigneeSchema,
  type BulkAssigned,
  bulkAssigneeSchema,
  type Order,
  type OrderList,
  orderExportQuerySchema,
  orderListQuerySchema,
} from '../../shared/orders.ts';
import { pageQuerySchema } from '../../shared/pages.ts';
import { type OrderPayment, type RefundMade, refundSchema } from '../../shared/refunds.ts';
import type { Context } from '../context/context.ts';
import { answerPage } from '../http/answer-page.ts';
import { jsonBody, noBody, query, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import { listAssignments } from '../order-views/list-assignments.ts';
import { readOrderPayment, refundOrder } from '../payments/refund-order.ts';
import { acceptPayment } from '../payments/settle-payment.ts';
import {
  assignOrder,
  assignOrders,
  deleteOrder,
  exportOrders,
  listOrdersForAdmin,
  readOrder,
  readTimeline,
  restoreOrder,
} from './assign-orders.ts';
import { isoTime } from './present-order.ts';

export function orderRoutes(context: Context) {
  return new Hono<HttpEnv>()
    .get('/orders', requireRole('admin'), query(orderListQuerySchema), (c) =>
      c.json<OrderList>(listOrdersForAdmin(context, c.req.valid('query'))),
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
    .delete('/orders/:id', requireRole('admin'), smallBody, noBody, (c) => {
      deleteOrder(context, signedIn(c).user, c.req.param('id'));
      return c.json({ deleted: true });
    })
    .put('/orders/:id/restore', requireRole('admin'), smallBody, noBody, (c) =>
      c.json<Order>(restoreOrder(context, signedIn(c).user, c.req.param('id'))),
    )
    .put('/orders/assignee', requireRole('admin'), smallBody, jsonBody(bulkAssigneeSchema), (c) => {
      const { orderIds, readerId } = c.req.valid('json');
      return c.json<BulkAssigned>(assignOrders(context, signedIn(c).user, orderIds, readerId));
    })
    .put('/orders/:id/assignee', requireRole('admin'), smallBody, jsonBody(assigneeSchema), (c) => {
      const { readerId } = c.req.valid('json');
      return c.json<Order>(assignOrder(context, signedIn(c).user, c.req.param('id'), readerId));
    })
    .put('/orders/:id/accept-payment', requireRole('admin'), smallBody, noBody, (c) => {
      acceptPayment(context, signedIn(c).user, c.req.param('id'));
      return c.json<Order>(readOrder(context, c.req.param('id')));
    })
    .get('/orders/:id/payment', requireRole('admin'), async (c) =>
      c.json<OrderPayment | null>(await readOrderPayment(context, c.req.param('id'))),
    )
    .post('/orders/:id/refund', requireRole('admin'), smallBody, jsonBody(refundSchema), async (c) => {
      const asked = c.req.valid('json');
      return c.json<RefundMade>(await refundOrder(context, signedIn(c).user, c.req.param('id'), asked));
    })
    .get('/orders/:id', requireRole('admin'), (c) => c.json<Order>(readOrder(context, c.req.param('id'))))
    .get('/reader/orders', requireRole('reader'), query(pageQuerySchema), (c) =>
      answerPage(c, listAssignments(context, signedIn(c).user, c.req.valid('query').cursor)),
    );
}
