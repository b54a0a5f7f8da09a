import { writeTransaction } from '../../../db/client.ts';
import { hashToken, tokenLength } from '../basics/random.ts';
import type { Context } from '../context/context.ts';
import { readPriceCents } from '../settings/settings-repository.ts';
import { type Checkout, findCheckout, noteAcknowledged, unlinkOrder } from './checkout-repository.ts';
import type { CheckoutDependencies } from './visitor-payments.ts';

/** An answer, and the new value of the visitor's cookie. */
export interface CheckoutResult<T> {
  cookie: string;
  answer: T;
}

/** A visitor at the checkout. */
export interface Visitor {
  token: string;
  /** The token, and after a dot the order that the visitor was last told is paid. */
  cookie: string;
  checkout: Checkout;
}

/** Notes that a visitor was told that their order is paid. */
export async function acknowledgeOrder(context: Context, cookie: string, orderId: string): Promise<void> {
  const checkoutId = checkoutIdOf(readCookie(cookie).token);
  await writeTransaction(context.db, (tx) =>
    noteAcknowledged(tx, { checkoutId, orderId }, context.clock.now()),
  );
}

/** Identifies the visitor, and runs their work after their earlier calls. */
export function withVisitor<T>(
  { context, lock }: CheckoutDependencies,
  cookie: string | null,
  work: (visitor: Visitor) => Promise<T>,
): Promise<T> {
  const sent = readCookie(cookie ?? '');
  return lock(sent.token || context.random.newToken(), async () => {
    const known = sent.token ? findCheckout(context.db, checkoutIdOf(sent.token)) : undefined;
    if (known) {
      const { told: orderId } = sent;
      if (orderId)
        await writeTransaction(context.db, (tx) => unlinkOrder(tx, { checkoutId: known.id, orderId }));
      return work({ token: sent.token, cookie: cookie ?? '', checkout: known });
    }
    // A token that we did not issue is not accepted.
    const token = context.clock.now().toString(36) + context.random.newToken();
    const checkout = {
      id: checkoutIdOf(token),
      attempt: 1,
      paymentIntentId: null,
      amountCents: readPriceCents(context.db),
      createdAt: context.clock.now(),
    };
    return work({ token, cookie: token, checkout });
  });
}

/**
 * @returns the key of a visitor. It begins with the time of the token, so that the rows of a day lie together in their
 *   indexes.
 */
export function checkoutIdOf(token: string): string {
  return token.slice(0, -tokenLength) + hashToken(token);
}

/** @returns the content of a visitor's cookie: their token, and which order they were last told is paid */
export function readCookie(cookie: string): { token: string; told: string | undefined } {
  const [token = '', told] = cookie.split('.');
  return { token, told };
}
