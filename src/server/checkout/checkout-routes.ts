import { Hono, type Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import {
  type CheckoutOpened,
  type CheckoutSubmitted,
  checkoutCallSchema,
  confirmPaymentSchema,
  paymentFailureSchema,
  quoteSchema,
} from '../../shared/checkout/checkout-schema.ts';
import { days, seconds } from '../../shared/durations.ts';
import { mailboxOf } from '../../shared/email/email-address.ts';
import type { Context } from '../base/context.ts';
import { jsonBody, smallBody } from '../base/http/body.ts';
import type { HttpEnv } from '../base/http/guard.ts';
import type { RateLimits } from '../base/http/rate-limits.ts';
import { confirmPayment, type RecentPayments } from '../payments/confirm-payment.ts';
import type { CheckoutGuard } from '../payments/defense.ts';
import { isKnownCode } from '../shop/manage-codes.ts';
import { findOfferOnSale } from '../shop/manage-offers.ts';
import { type OrderToPlace, quote, readOrderForm } from './check-order.ts';
import { acknowledgeOrder, type CheckoutDependencies, checkoutCookie } from './checkout-visitor.ts';
import { openCheckout, submitCheckout } from './submit-checkout.ts';

const cookieSeconds = days(7) / seconds(1);

/** Opens checkouts, quotes totals, takes orders and confirms payments. */
export function checkoutRoutes(
  context: Context,
  rateLimits: RateLimits,
  guard: CheckoutGuard,
  recent: RecentPayments,
) {
  const ours = checkoutCookie(context.config);

  const dependencies = (c: HonoContext<HttpEnv>): CheckoutDependencies => ({
    context,
    recent,
    address: c.get('clientAddress'),
    admitCheckout: async (checkoutId) => {
      const address = c.get('clientAddress');
      // First: a call that the guard refuses does not count.
      await guard({ address, checkoutId });
      await rateLimits.openCheckout.take(address);
    },
    admitFreeOrder: async ({ customerEmail }) => {
      await rateLimits.freeOrder.take(c.get('clientAddress'));
      await rateLimits.freeOrderForAddress.take(mailboxOf(customerEmail));
    },
  });

  /** Counts unknown codes against the caller's limit; a known code always passes. */
  async function countGuess(c: HonoContext<HttpEnv>, code: string | undefined): Promise<void> {
    if (code !== undefined && !isKnownCode(context, code))
      await rateLimits.guessCode.take(c.get('clientAddress'));
  }

  async function submitForm(c: HonoContext<HttpEnv>, cookie: string | null, form: OrderToPlace) {
    await rateLimits.submitOrder.take(c.get('clientAddress'));
    await countGuess(c, form.request.code);
    return submitCheckout(dependencies(c), cookie, form);
  }

  const checkoutCall = jsonBody(checkoutCallSchema((slug) => findOfferOnSale(context.db, slug)));

  return new Hono<HttpEnv>()
    .post('/create-simple-payment-intent', smallBody, checkoutCall, async (c) => {
      const cookie = getCookie(c, ours.name) ?? null;
      const call = c.req.valid('json');
      const result =
        call.kind === 'opening'
          ? await openCheckout(dependencies(c), cookie, call.slug)
          : await submitForm(c, cookie, readOrderForm(context, call));
      // A late answer must not overwrite the cookie of a newer one.
      if (result.cookie !== cookie) {
        setCookie(c, ours.name, result.cookie, { ...ours.attributes, maxAge: cookieSeconds });
      }
      return c.json<CheckoutOpened | CheckoutSubmitted>(result.answer);
    })
    .post('/quote', smallBody, jsonBody(quoteSchema), async (c) => {
      const asked = c.req.valid('json');
      await countGuess(c, asked.code);
      return c.json(await quote(context, asked, getCookie(c, ours.name)));
    })
    .post('/confirm-payment', smallBody, jsonBody(confirmPaymentSchema), async (c) => {
      await rateLimits.confirmPayment.take(c.get('clientAddress'));
      const order = c.req.valid('json');
      const confirmed = await confirmPayment(context, recent, order);
      const cookie = getCookie(c, ours.name);
      const isPaid = confirmed.status !== 'unpaid' && confirmed.status !== 'processing';
      if (cookie && isPaid) await acknowledgeOrder(context, cookie, order.orderId);
      return c.json(confirmed);
    })
    .post('/payment-failure', smallBody, jsonBody(paymentFailureSchema), async (c) => {
      await rateLimits.reportFailure.take(c.get('clientAddress'));
      // The browser's details are neither trusted nor kept.
      context.log.info('a browser reported a failed payment');
      return c.json({ received: true });
    });
}
