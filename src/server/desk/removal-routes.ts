import { Hono } from 'hono';
import type { Context } from '../base/context.ts';
import { noBody, smallBody } from '../base/http/body.ts';
import type { HttpEnv } from '../base/http/env.ts';
import { requireRole, requireSignedIn } from '../base/http/guard.ts';
import { deleteOrder, restoreOrder } from './delete-order.ts';

export function removalRoutes(context: Context) {
  return new Hono<HttpEnv>()
    .delete('/orders/:id', requireRole('admin'), smallBody, noBody, async (c) => {
      await deleteOrder(context, requireSignedIn(c).user, c.req.param('id'));
      return c.json({ deleted: true });
    })
    .put('/orders/:id/restore', requireRole('admin'), smallBody, noBody, async (c) =>
      c.json(await restoreOrder(context, requireSignedIn(c).user, c.req.param('id'))),
    );
}
