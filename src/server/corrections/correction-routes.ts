import { Hono, type Context as HonoContext } from 'hono';
import type { Correctable } from '../../shared/orders/corrections.ts';
import { linkSecretIn } from '../../shared/orders/link-secret.ts';
import type { Context } from '../context/context.ts';
import { smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { takeCorrectionForm } from './take-correction-form.ts';

export function correctionRoutes(context: Context, rateLimits: RateLimits) {
  async function take(c: HonoContext<HttpEnv>, what: Correctable, link = '') {
    const token = linkSecretIn(link);
    const form = Object.fromEntries(new URLSearchParams(await c.req.text()));
    const isTaken = await takeCorrectionForm(context, what, token, form, {
      form: () => rateLimits.correctOrder.take(c.get('clientAddress')),
      newAddress: (orderId) => rateLimits.newAddress.take(orderId),
    });
    c.set('knowsLosses', true);
    // Back to the page, which shows the result: a form without scripts cannot read an answer.
    const rest = isTaken ? `?corrected=${what}#corrections` : `#${what}`;
    return c.redirect(`/order/${token}${rest}`, 303);
  }

  return new Hono<HttpEnv>()
    .post('/order-links/:token/address', smallBody, (c) => take(c, 'address', c.req.param('token')))
    .post('/order-links/:token/background', smallBody, (c) => take(c, 'background', c.req.param('token')));
}
