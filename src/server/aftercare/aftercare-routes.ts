import { Hono } from 'hono';
import { feedbackFormSchema, publishFeedbackSchema } from '../../shared/aftercare/feedback-schema.ts';
import { linkSecretIn } from '../../shared/text.ts';
import type { Context } from '../base/context.ts';
import { formKey, handleForm, parseForm } from '../base/handle-form.ts';
import { jsonBody, readForm, smallBody } from '../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import type { RateLimits } from '../base/http/rate-limits.ts';
import { respondCompressed } from '../base/http/respond.ts';
import { findLinkIncludingDeleted } from '../orders/order-links.ts';
import { giveFeedback, listFeedback, publishFeedback, revokePermission } from './customer-feedback.ts';
import { readAftercare } from './read-aftercare.ts';

/** Serves the customers' feedback form, and the feedback that admins see and publish. */
export function aftercareRoutes(context: Context, rateLimits: RateLimits) {
  const admin = requireRole('admin');
  return new Hono<HttpEnv>()
    .get('/orders/:id/aftercare', admin, (c) =>
      respondCompressed(c, readAftercare(context, c.req.param('id'))),
    )
    .get('/feedback', admin, (c) => respondCompressed(c, listFeedback(context)))
    .put('/orders/:id/feedback/published', admin, smallBody, jsonBody(publishFeedbackSchema), async (c) =>
      c.json(await publishFeedback(context, requireSignedIn(c).user, c.req.param('id'), c.req.valid('json'))),
    )
    .post('/order-links/:token/feedback', smallBody, async (c) => {
      const token = linkSecretIn(c.req.param('token'));
      const form = await readForm(c);
      const order = findLinkIncludingDeleted(context, token)?.order;
      const isTakenBack = form.action === 'take_back';
      // A deleted order takes no feedback. It can be restored, so the permission can still be withdrawn.
      if (order && (order.deletedAt === null || isTakenBack)) {
        const { words: text = '', helped = '', stars = '', publish = '', name = '' } = form;
        const key = formKey('feedback', order.id);
        const typed = { key, orderId: order.id, text, fields: { helped, stars, publish, name } };
        await handleForm(context, typed, async () => {
          // Withdrawing the permission is their right: it has no limit.
          if (isTakenBack) return revokePermission(context, order);
          await rateLimits.customerForm.take(c.get('clientAddress'));
          await giveFeedback(context, order, parseForm(feedbackFormSchema, form));
        });
      }
      return c.redirect(`/order/${token}#feedback`, 303);
    });
}
