import { Hono } from 'hono';
import { testEmailSchema } from '../../shared/checkout/checkout-schema.ts';
import { correctAddressSchema } from '../../shared/orders/mails.ts';
import { previewDeliverySchema } from '../../shared/readings/reading-schema.ts';
import { correctAddress, listOrderMails, resendMail } from '../aftercare/resend-mail.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { jsonBody, noBody, readingBody, smallBody } from '../base/http/body.ts';
import { type HttpEnv, isTestPageOpen, requireRole, requireSignedIn } from '../base/http/guard.ts';
import type { RateLimits } from '../base/http/rate-limits.ts';
import { previewDelivery } from './letter.ts';
import { sendTestMail } from './test-mail.ts';

/**
 * Serves admins an order's mails, corrects its address and resends mails; previews deliveries, for readers too. Sends
 * test mails for anyone who may open `/email-test`.
 */
export function mailRoutes(context: Context, rateLimits: RateLimits) {
  const admin = requireRole('admin');
  return new Hono<HttpEnv>()
    .get('/orders/:id/mails', admin, (c) => c.json(listOrderMails(context, c.req.param('id'))))
    .put('/orders/:id/email', admin, smallBody, jsonBody(correctAddressSchema), async (c) => {
      const { email } = c.req.valid('json');
      return c.json(await correctAddress(context, requireSignedIn(c).user, c.req.param('id'), email));
    })
    .post('/mails/:id/resend', admin, smallBody, noBody, async (c) =>
      c.json(await resendMail(context, requireSignedIn(c).user, Number(c.req.param('id')))),
    )
    .post(
      '/orders/:id/delivery-preview',
      requireRole('admin', 'reader'),
      readingBody,
      jsonBody(previewDeliverySchema),
      (c) => {
        const text = c.req.valid('json');
        return c.json(previewDelivery(context, requireSignedIn(c).user, c.req.param('id'), text));
      },
    )
    .post('/test-email', smallBody, jsonBody(testEmailSchema), async (c) => {
      if (!isTestPageOpen(context.config, '/email-test', c.get('user'))) {
        throw new DomainError('route_not_found', 'There is nothing here.');
      }
      // Visitors share one limit: otherwise a caller with many addresses could mail as many victims.
      const user = c.get('user');
      const isAdmin = user?.role === 'admin';
      await rateLimits.testEmail.take(isAdmin ? user.id : 'everybody else');
      await sendTestMail(context, c.req.valid('json').email, isAdmin);
      return c.json({ sent: true });
    });
}
