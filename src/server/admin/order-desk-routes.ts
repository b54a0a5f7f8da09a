import { Hono } from 'hono';
import { addNoteSchema } from '../../shared/orders/customer.ts';
import type { Context } from '../base/context.ts';
import { jsonBody, noBody, smallBody } from '../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import { respondCompressed } from '../base/http/respond.ts';
import { addCustomerNote, readCustomer } from './customers.ts';
import { deleteOrder, restoreOrder } from './delete-order.ts';
import { exportEvidence } from './evidence.ts';

/** Serves an order's customer and evidence, and deletes and restores orders. */
export function orderDeskRoutes(context: Context) {
  const admin = requireRole('admin');
  return new Hono<HttpEnv>()
    .get('/orders/:id/customer', admin, (c) => respondCompressed(c, readCustomer(context, c.req.param('id'))))
    .post('/orders/:id/customer/notes', admin, smallBody, jsonBody(addNoteSchema), async (c) => {
      const id = c.req.param('id');
      await addCustomerNote(context, requireSignedIn(c).user, id, c.req.valid('json').text);
      return respondCompressed(c, readCustomer(context, id));
    })
    .get('/orders/:id/evidence', admin, async (c) => {
      const { name, html } = await exportEvidence(context, requireSignedIn(c).user, c.req.param('id'));
      c.header('Content-Type', 'text/html; charset=utf-8');
      c.header('Content-Disposition', `attachment; filename="${name}"`);
      return c.body(html);
    })
    .delete('/orders/:id', admin, smallBody, noBody, async (c) => {
      await deleteOrder(context, requireSignedIn(c).user, c.req.param('id'));
      return c.json({ deleted: true });
    })
    .put('/orders/:id/restore', admin, smallBody, noBody, async (c) =>
      c.json(await restoreOrder(context, requireSignedIn(c).user, c.req.param('id'))),
    );
}
