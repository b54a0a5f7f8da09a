import { Hono } from 'hono';
import {
  assigneeSchema,
  type BulkAssigned,
  bulkAssigneeSchema,
  type Order,
} from '../../shared/orders/orders.ts';
import type { Context } from '../context/context.ts';
import { jsonBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import { assignOrder, assignOrders } from './assign-orders.ts';
import { readOrder } from './find-order.ts';

export function orderRoutes(context: Context) {
  return new Hono<HttpEnv>()
    .put('/assignments', requireRole('admin'), smallBody, jsonBody(bulkAssigneeSchema), async (c) => {
      const { orderIds, readerId } = c.req.valid('json');
      return c.json<BulkAssigned>(await assignOrders(context, signedIn(c).user, orderIds, readerId));
    })
    .put('/orders/:id/assignee', requireRole('admin'), smallBody, jsonBody(assigneeSchema), async (c) => {
      const { readerId } = c.req.valid('json');
      return c.json<Order>(await assignOrder(context, signedIn(c).user, c.req.param('id'), readerId));
    })
    .get('/orders/:id', requireRole('admin'), (c) => c.json<Order>(readOrder(context, c.req.param('id'))));
}
