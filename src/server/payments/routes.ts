import { Hono, type Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import {
  type CheckoutOpened,
  type CheckoutSubmitted,
  checkoutCallSchema,
  confirmPaymentSchema,
  paymentFailureSchema,
} from '../../shared/checkout.ts';
import type { PaymentStatus } from '../../shared/order-status.ts';
import type { Context } from '../context.ts';
import { jsonBody, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { type CheckoutDependencies, openCheckout, submitCheckout } from './checkout-service.ts';
import { createKeyedLock } from './keyed-lock.ts';
import { confirmPayment, receiveEvent } from './service.ts';

/** Where Stripe sends its webhooks: signed, so without a cookie and without an Origin. */
export const webhookPath = '/api/stripe/webhook';

/** How long a visitor who does not buy is recognised. */
const visitorSeconds = 7 * 24 * 60 * 60;

export function paymentRoutes(context: Context, rateLimits: RateLimits) {
  const lock = createKeyedLock();
  const isSecure = context.config.publicUrl.startsWith('https:');
  const cookieName = isSecure ? '__Host-checkout' : 'checkout';
  const cookieOptions = { path: '/', httpOnly: true, secure: isSecure, sameSite: 'Lax' } as const;

  const keepVisitor = (c: HonoContext<HttpEnv>, visitor: string | null) => {
    if (visitor) setCookie(c, cookieName, visitor, { ...cookieOptions, maxAge: visitorSeconds });
    else deleteCookie(c, cookieName, cookieOptions);
  };
  const dependencies = (c: HonoContext<HttpEnv>): CheckoutDependencies => ({
    context,
    lock,
    admitCheckout: () => rateLimits.openCheckout.take(c.get('clientAddress')),
    admitFreeOrder: () => rateLimits.freeOrder.take(c.get('clientAddress')),
  });

  return new Hono<HttpEnv>()
    .post('/create-simple-payment-intent', smallBody, jsonBody(checkoutCallSchema), async (c) => {
      const visitor = getCookie(c, cookieName) ?? null;
      const request = c.req.valid('json');
      if (request) await rateLimits.submitOrder.take(c.get('clientAddress'));
      const result = request
        ? await submitCheckout(dependencies(c), visitor, request)
        : await openCheckout(dependencies(c), visitor);
      keepVisitor(c, result.visitor);
      return c.json<CheckoutOpened | CheckoutSubmitted>(result.answer);
    })
    .post('/confirm-payment', smallBody, jsonBody(confirmPaymentSchema), async (c) => {
      await rateLimits.confirmPayment.take(c.get('clientAddress'));
      const confirmed = await confirmPayment(context, c.req.valid('json'));
      // The visitor has their order: the next visit starts a new one.
      if (confirmed.status !== 'unpaid') keepVisitor(c, null);
      return c.json<{ status: PaymentStatus }>(confirmed);
    })
    .post('/payment-failure', smallBody, jsonBody(paymentFailureSchema), async (c) => {
      await rateLimits.reportFailure.take(c.get('clientAddress'));
      // Only that it happened: what a browser says about it is neither believed nor kept.
      context.log.info('a browser reported a failed payment');
      return c.json({ received: true });
    })
    .post('/stripe/webhook', smallBody, async (c) => {
      await receiveEvent(context, await c.req.text(), c.req.header('stripe-signature') ?? '');
      return c.json({ received: true });
    });
}
