import { Hono } from 'hono';
import { addNoteSchema } from '../../shared/orders/notes.ts';
import type { Context } from '../base/context.ts';
import { jsonBody, smallBody } from '../base/http/body.ts';
import type { HttpEnv } from '../base/http/env.ts';
import { requireRole, requireSignedIn } from '../base/http/guard.ts';
import { respondCompressed } from '../base/http/respond.ts';
import { addCustomerNote, readCustomer } from './customers.ts';

export function customerRoutes(context: Context) {
  const admin = requireRole('admin');
  return new Hono<HttpEnv>()
    .get('/orders/:id/customer', admin, (c) => respondCompressed(c, readCustomer(context, c.req.param('id'))))
    .post('/orders/:id/customer/notes', admin, smallBody, jsonBody(addNoteSchema), async (c) => {
      const id = c.req.param('id');
      await addCustomerNote(context, requireSignedIn(c).user, id, c.req.valid('json').text);
      return respondCompressed(c, readCustomer(context, id));
    });
}
