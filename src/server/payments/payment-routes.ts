import { Hono } from 'hono';
import { refundSchema } from '../../shared/orders/refund-schema.ts';
import type { Context } from '../base/context.ts';
import { jsonBody, noBody, smallBody } from '../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import type { WebhookWatch } from '../base/webhook-watch.ts';
import { readOrder } from '../orders/find-order.ts';
import { acceptPayment, dismissPaymentWarnings } from './decide-payment.ts';
import { receiveEvent } from './process-event.ts';
import { readOrderPayment } from './read-order-payment.ts';
import { refundOrder } from './refund-order.ts';

export const webhookPath = '/api/stripe/webhook';

/**
 * Lets admins see, refund and accept an order's payment and dismiss its warnings; takes Stripe's webhooks, proved by
 * their signature.
 */
export function paymentRoutes(context: Context, webhooks: WebhookWatch) {
  const admin = requireRole('admin');
  return new Hono<HttpEnv>()
    .put('/orders/:id/accept-payment', admin, smallBody, noBody, async (c) => {
      await acceptPayment(context, requireSignedIn(c).user, c.req.param('id'));
      return c.json(readOrder(context, c.req.param('id')));
    })
    .put('/orders/:id/clear-payment', admin, smallBody, noBody, async (c) => {
      await dismissPaymentWarnings(context, requireSignedIn(c).user, c.req.param('id'));
      return c.json(readOrder(context, c.req.param('id')));
    })
    .get('/orders/:id/payment', admin, async (c) =>
      c.json(await readOrderPayment(context, c.req.param('id'))),
    )
    .post('/orders/:id/refund', admin, smallBody, jsonBody(refundSchema), async (c) => {
      const { user } = requireSignedIn(c);
      return c.json(await refundOrder(context, user, c.req.param('id'), c.req.valid('json')));
    })
    .post('/stripe/webhook', smallBody, async (c) => {
      await receiveEvent(context, webhooks, await c.req.text(), c.req.header('stripe-signature') ?? '');
      return c.json({ received: true });
    });
}
