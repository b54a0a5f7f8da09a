import { Hono } from 'hono';
import { newDaySchema } from '../../../shared/checkout/new-day.ts';
import type { Context } from '../../base/context.ts';
import { jsonBody, smallBody } from '../../base/http/body.ts';
import type { HttpEnv } from '../../base/http/env.ts';
import { requireRole, requireSignedIn } from '../../base/http/guard.ts';
import { readNewDayOffer, sendNewDay } from './late-orders.ts';

export function lateReadingRoutes(context: Context) {
  return new Hono<HttpEnv>()
    .get('/orders/:id/new-day', requireRole('admin'), (c) =>
      c.json(readNewDayOffer(context, c.req.param('id'))),
    )
    .post('/orders/:id/new-day', requireRole('admin'), smallBody, jsonBody(newDaySchema), async (c) =>
      c.json(await sendNewDay(context, requireSignedIn(c).user, c.req.param('id'), c.req.valid('json').day)),
    );
}
