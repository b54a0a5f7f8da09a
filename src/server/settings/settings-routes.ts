import { Hono } from 'hono';
import { changePriceSchema, type PublicSettings } from '../../shared/checkout/settings.ts';
import { centsToDollars } from '../../shared/money.ts';
import type { Context } from '../context/context.ts';
import { jsonBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import { changePrice, readPublicSettings } from './change-price.ts';

export function settingsRoutes(context: Context, publishableKey: string) {
  return new Hono<HttpEnv>()
    .get('/settings', (c) => c.json<PublicSettings>(readPublicSettings(context, publishableKey)))
    .put('/settings/price', requireRole('admin'), smallBody, jsonBody(changePriceSchema), (c) => {
      const { priceCents } = c.req.valid('json');
      changePrice(context, signedIn(c).user, priceCents);
      return c.json({ price: centsToDollars(priceCents) });
    });
}
