import { writeTransaction } from '../../../db/client.ts';
import type { ReadingRequest } from '../../shared/checkout/checkout.ts';
import { hashToken, tokenLength } from '../basics/random.ts';
import type { Context } from '../context/context.ts';
import type { RecentPayments } from '../payments/recent-payments.ts';
import { readPriceCents } from '../settings/settings-repository.ts';
import { type Checkout, findCheckout, noteAcknowledged, unlinkOrder } from './checkout-repository.ts';

export interface CheckoutDependencies {
  context: Context;
  lock: ReturnType<typeof createKeyedLock>;
  recent: RecentPayments;
  address: string;
  /** Throws when this visitor may not start another payment at Stripe. */
  admitCheckout: (checkoutId: string) => Promise<void>;
  /** Throws when this visitor may not order another free reading. */
  admitFreeOrder: (request: ReadingRequest) => Promise<void>;
}

export interface Visitor {
  token: string;
  /** The token, and after a dot the order that the visitor was last told is paid. */
  cookie: string;
  checkout: Checkout;
}

/** Runs tasks with the same key one after the other. */
export function createKeyedLock() {
  const tails = new Map<string, Promise<unknown>>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const previous = tails.get(key) ?? Promise.resolve();
    const result = previous.then(task, task);
    const tail = result.catch(() => {});
    tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}

/** Notes that a visitor was told that their order is paid. */
export async function acknowledgeOrder(context: Context, cookie: string, orderId: string): Promise<void> {
  const checkoutId = checkoutIdOf(readCookie(cookie).token);
  await writeTransaction(context.db, (tx) =>
    noteAcknowledged(tx).run({ checkoutId, orderId, acknowledgedAt: context.clock.now() }),
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
    const known = sent.token ? findCheckout(context.db).get({ id: checkoutIdOf(sent.token) }) : undefined;
    if (known) {
      const { paidOrderId: orderId } = sent;
      if (orderId)
        await writeTransaction(context.db, (tx) => unlinkOrder(tx).run({ checkoutId: known.id, orderId }));
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

/** Keeps the token's time in front: the rows of a day are together in their indexes. */
export function checkoutIdOf(token: string): string {
  return token.slice(0, -tokenLength) + hashToken(token);
}

export function readCookie(cookie: string): { token: string; paidOrderId: string | undefined } {
  const [token = '', paidOrderId] = cookie.split('.');
  return { token, paidOrderId };
}
