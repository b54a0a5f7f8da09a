import { Hono } from 'hono';
import { reportProblemSchema } from '../../shared/aftercare/problems.ts';
import { linkSecretIn } from '../../shared/orders/link-secret.ts';
import type { Context } from '../base/context.ts';
import { formKey, handleForm, parseForm } from '../base/handle-form.ts';
import { noBody, readForm, smallBody } from '../base/http/body.ts';
import type { HttpEnv } from '../base/http/env.ts';
import { requireRole, requireSignedIn } from '../base/http/guard.ts';
import type { RateLimits } from '../base/http/rate-limits.ts';
import { findLink } from '../orders/order-links.ts';
import { closeProblem, reportProblem } from './report-problem.ts';

export function problemRoutes(context: Context, rateLimits: RateLimits) {
  return new Hono<HttpEnv>()
    .put('/problems/:id/close', requireRole('admin'), smallBody, noBody, async (c) => {
      const orderId = await closeProblem(context, requireSignedIn(c).user, c.req.param('id'));
      return c.json({ orderId });
    })
    .post('/order-links/:token/problem', smallBody, async (c) => {
      const token = linkSecretIn(c.req.param('token'));
      const form = await readForm(c);
      const order = findLink(context, token)?.order;
      if (order) {
        const typed = { key: formKey('problem', order.id), orderId: order.id, text: form.words ?? '' };
        await handleForm(context, typed, async () => {
          await rateLimits.customerForm.take(c.get('clientAddress'));
          await reportProblem(context, order, parseForm(reportProblemSchema, form).words);
        });
      }
      c.set('knowsLosses', true);
      return c.redirect(`/order/${token}#problem`, 303);
    });
}
