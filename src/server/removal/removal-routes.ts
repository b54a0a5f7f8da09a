import { Hono } from 'hono';
import type { Order } from '../../shared/orders/orders.ts';
import { type Person, setActiveSchema } from '../../shared/people/staff.ts';
import type { Context } from '../context/context.ts';
import { jsonBody, noBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import type { Sessions } from '../people/credentials/sessions.ts';
import { listPeople } from '../people/staff/people.ts';
import { setPersonActive } from './close-account.ts';
import { deleteOrder, restoreOrder } from './delete-order.ts';

export function removalRoutes(context: Context, sessions: Sessions) {
  const accounts = { context, sessions };
  return new Hono<HttpEnv>()
    .delete('/orders/:id', requireRole('admin'), smallBody, noBody, async (c) => {
      await deleteOrder(context, signedIn(c).user, c.req.param('id'));
      return c.json({ deleted: true });
    })
    .put('/orders/:id/restore', requireRole('admin'), smallBody, noBody, async (c) =>
      c.json<Order>(await restoreOrder(context, signedIn(c).user, c.req.param('id'))),
    )
    .put('/staff/:id/active', requireRole('admin'), smallBody, jsonBody(setActiveSchema), async (c) => {
      await setPersonActive(accounts, signedIn(c).user, c.req.param('id'), c.req.valid('json'));
      return c.json<Person[]>(await listPeople(accounts));
    });
}
