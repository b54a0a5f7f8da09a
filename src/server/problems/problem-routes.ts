import { Hono } from 'hono';
import { linkSecretIn } from '../../shared/orders/link-secret.ts';
import type { Context } from '../context/context.ts';
import { noBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { readForm } from '../http/form.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { takeProblemForm } from './take-problem-form.ts';
import { closeProblem } from './tell-problem.ts';

export function problemRoutes(context: Context, rateLimits: RateLimits) {
  return new Hono<HttpEnv>()
    .put('/problems/:id/close', requireRole('admin'), smallBody, noBody, async (c) => {
      const orderId = await closeProblem(context, signedIn(c).user, c.req.param('id'));
      return c.json({ orderId });
    })
    .post('/order-links/:token/problem', smallBody, async (c) => {
      const token = linkSecretIn(c.req.param('token'));
      const limit = () => rateLimits.customerForm.take(c.get('clientAddress'));
      await takeProblemForm(context, token, await readForm(c), limit);
      c.set('knowsLosses', true);
      return c.redirect(`/order/${token}#problem`, 303);
    });
}
