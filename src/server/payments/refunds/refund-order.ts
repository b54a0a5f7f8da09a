import { type Queryable, type Transaction, writeTransaction } from '../../../../db/client.ts';
import { centsToDollars, formatCents } from '../../../shared/money.ts';
import type { OrderPayment, RefundAsked, RefundMade } from '../../../shared/orders/refunds.ts';
import { aboutOrder, recordAudit } from '../../audit/record-audit.ts';
import { DomainError } from '../../basics/errors.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import type { Payment } from '../../context/payment-gateway.ts';
import { readOrder, requireOrder } from '../../orders/find-order.ts';
import { askAbout } from '../money/ask-about.ts';
import { factsOf } from '../money/follow-money.ts';
import { refundableCents } from '../money/money-of.ts';
import {
  findAskedRefund,
  insertRefund,
  listUntoldRefunds,
  noteFailuresSeen,
  noteTold,
  type RefundRow,
} from '../money/money-repository.ts';
import { presentPayment } from './present-payment.ts';
import { sendRefund } from './send-refund.ts';

/**
 * @returns the money of an order as the payment provider knows it now; null when it was free
 * @throws {DomainError} `order_not_found`, `payment_provider_failed`
 */
export async function readOrderPayment(context: Context, orderId: string): Promise<OrderPayment | null> {
  const order = requireOrder(context.db, orderId);
  const payment = await askAbout(context, order);
  return payment && presentPayment(context, requireOrder(context.db, orderId), payment);
}

/**
 * Refunds a customer, in full or in part, through the payment provider. The intention is recorded first, and the refund
 * is made once, whatever becomes of the answers. A reading that was not sent yet is then not sent, if all of the money
 * went back.
 *
 * @param asked.amountCents null: everything that is left
 * @param asked.refundedBeforeCents the refunded sum that the caller saw; null: not told
 * @throws {DomainError} `order_not_found`; `order_conflict` when there is nothing to refund, or less than that;
 *   `payment_conflict` with the current figures when the caller saw others, when another refund waits for its answer,
 *   or with the provider's words; `payment_provider_failed` when the outcome is not known yet
 */
export async function refundOrder(
  context: Context,
  user: SignedIn,
  orderId: string,
  asked: RefundAsked,
): Promise<RefundMade> {
  const written = context.db.commits.watch();
  const order = requireOrder(context.db, orderId);
  const payment = await askAbout(context, order, 'Nothing was refunded.');
  const known = findUntold(context.db, orderId, asked);
  const refund = known ?? (await makeRefund(context, { orderId, asked, payment, user }));
  // A caller who gets an error here was not told of their refund.
  await written();
  await writeTransaction(context.db, (tx) => noteTold(tx, refund.id, context.clock.now()));
  return {
    order: readOrder(context, orderId),
    amount: centsToDollars(refund.amountCents),
    refundId: refund.stripeId ?? '',
    refundStatus: refund.status,
  };
}

/**
 * @returns the same refund, made but not reported to the person who asked: a caller that names no sums and asks again
 *   means that one
 */
function findUntold(db: Queryable, orderId: string, asked: RefundAsked): RefundRow | undefined {
  if (asked.refundedBeforeCents !== null) return undefined;
  const { receivedCents } = factsOf(db, requireOrder(db, orderId));
  return listUntoldRefunds(db, orderId).find(
    ({ amountCents, refundedBeforeCents }) =>
      amountCents === (asked.amountCents ?? receivedCents - refundedBeforeCents),
  );
}

async function makeRefund(context: Context, wish: Omit<Wish, 'now'>): Promise<RefundRow> {
  const now = context.clock.now();
  const intention = await writeTransaction(context.db, (tx) =>
    findOrMakeIntention(context, tx, { ...wish, now }),
  );
  return sendRefund(context, intention);
}

interface Wish {
  orderId: string;
  asked: RefundAsked;
  /** As the provider just told it. */
  payment: Payment | null;
  user: SignedIn;
  now: number;
}

/**
 * Records the refund that is to be made. The same request while an earlier one has no answer yet means the earlier one.
 */
function findOrMakeIntention(
  { random }: Pick<Context, 'random'>,
  tx: Transaction,
  { orderId, asked: { amountCents, refundedBeforeCents }, payment, user, now }: Wish,
): RefundRow {
  const order = requireOrder(tx, orderId);
  const facts = factsOf(tx, order);
  const left = payment?.status === 'succeeded' ? refundableCents(facts) : 0;
  const sawOthers = refundedBeforeCents !== null && refundedBeforeCents !== facts.refundedCents;
  // Another refund was made between Stripe's answer and now.
  if (sawOthers || (payment && payment.refundedCents !== facts.refundedCents)) {
    throw new DomainError(
      'payment_conflict',
      `${formatCents(facts.refundedCents)} of this order has already been refunded, and ${formatCents(left)} is left. Nothing was refunded.`,
    );
  }
  if (left === 0) {
    throw new DomainError('order_conflict', 'This order has no money that could be refunded.');
  }
  const amount = amountCents ?? left;
  if (amount > left) {
    throw new DomainError('order_conflict', `At most ${formatCents(left)} can be refunded.`);
  }
  const open = findAskedRefund(tx, orderId);
  if (open && open.amountCents !== amount) {
    throw new DomainError(
      'payment_conflict',
      `${open.askedBy} has asked to give back ${formatCents(open.amountCents)}, and Stripe has not answered yet. It is asked again every minute; nothing was refunded.`,
    );
  }
  noteFailuresSeen(tx, orderId, now);
  if (open) return open;
  recordAudit(tx, {
    actor: user,
    at: now,
    action: 'refund_asked',
    subject: aboutOrder(order),
    details: { amount: formatCents(amount) },
  });
  return insertRefund(tx, {
    id: random.newId(),
    orderId,
    amountCents: amount,
    status: 'asked',
    askedBy: user.username,
    refundedBeforeCents: facts.refundedCents,
    createdAt: now,
  });
}
