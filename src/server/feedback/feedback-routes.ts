import { Hono } from 'hono';
import { type OrderFeedback, publishFeedbackSchema } from '../../shared/aftercare/feedback.ts';
import { linkSecretIn } from '../../shared/orders/link-secret.ts';
import type { Context } from '../context/context.ts';
import { answerLong } from '../http/answer-long.ts';
import { jsonBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { readForm } from '../http/form.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { listFeedback, publishFeedback } from './feedback.ts';
import { takeFeedbackForm } from './take-feedback-form.ts';

export function feedbackRoutes(context: Context, rateLimits: RateLimits) {
  return new Hono<HttpEnv>()
    .get('/feedback', requireRole('admin'), (c) => answerLong<OrderFeedback[]>(c, listFeedback(context)))
    .put(
      '/orders/:id/feedback/published',
      requireRole('admin'),
      smallBody,
      jsonBody(publishFeedbackSchema),
      async (c) =>
        c.json<OrderFeedback>(
          await publishFeedback(context, signedIn(c).user, c.req.param('id'), c.req.valid('json')),
        ),
    )
    .post('/order-links/:token/feedback', smallBody, async (c) => {
      const token = linkSecretIn(c.req.param('token'));
      const limit = () => rateLimits.customerForm.take(c.get('clientAddress'));
      await takeFeedbackForm(context, token, await readForm(c), limit);
      c.set('knowsLosses', true);
      // Back to the page, which shows the result: a form without scripts cannot read an answer.
      return c.redirect(`/order/${token}#feedback`, 303);
    });
}
