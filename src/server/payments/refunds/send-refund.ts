import { writeTransaction } from '../../../../db/client.ts';
import { isRefundLost } from '../../../shared/orders/money-states.ts';
import { DomainError } from '../../basics/errors.ts';
import type { Context } from '../../context/context.ts';
import type { PaymentRefund } from '../../context/payment-gateway.ts';
import { ProviderFailure } from '../../context/provider-failure.ts';
import { requireOrderEvenDeleted } from '../../orders/find-order.ts';
import { recordEvent } from '../../orders/order-events-repository.ts';
import { applyMoney, factsOf } from '../money/follow-money.ts';
import { keepRefund } from '../money/keep-facts.ts';
import { findRefundById, type RefundRow, updateRefundIf } from '../money/money-repository.ts';
import { settlePayment } from '../money/settle-payment.ts';

/**
 * Asks the payment provider for a recorded refund, for the first time or again, under the same key.
 *
 * @returns the refund with the provider's answer
 * @throws {DomainError} `payment_conflict` with the provider's words when it refuses; `payment_provider_failed` when
 *   the outcome is unknown: then it stays `asked`, and is asked for again
 */
export async function sendRefund(context: Context, refund: RefundRow): Promise<RefundRow> {
  const { paymentIntentId } = requireOrderEvenDeleted(context.db, refund.orderId);
  if (paymentIntentId === null) throw new Error('An order without a payment has a refund.');
  const made = await context.payments
    .refundPayment({
      id: paymentIntentId,
      amountCents: refund.amountCents,
      ourId: refund.id,
      idempotencyKey: `refund:${refund.id}`,
    })
    .catch(async (error: unknown) => {
      throw await answerTo(context, refund, error);
    });
  await takeOver(context, refund, made);
  context.mailIsWaiting();
  context.log.info({ orderId: refund.orderId, amountCents: refund.amountCents }, 'money was given back');
  // Brings the rest of the payment up to date. The refund itself is known already.
  const payment = await context.payments.findPayment(paymentIntentId, 'everything').catch(nullIfUnanswered);
  if (payment) await settlePayment(context, payment);
  return findRefundById(context.db, refund.id) ?? refund;
}

function nullIfUnanswered(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}

/** The refund was made: it counts from now on, whatever can be found out about the rest. */
async function takeOver(
  context: Context,
  { orderId, amountCents }: RefundRow,
  made: PaymentRefund,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const order = requireOrderEvenDeleted(tx, orderId);
    const before = factsOf(tx, order);
    if (!keepRefund({ context, tx, orderId }, made)) return;
    applyMoney(context, tx, order, {
      ...factsOf(tx, order),
      refundedCents: before.refundedCents + (isRefundLost(made) ? 0 : amountCents),
    });
  });
}

/** A refusal ends the intention: the next press is another one. Anything else leaves open what happened. */
async function answerTo(context: Context, refund: RefundRow, error: unknown): Promise<unknown> {
  if (!(error instanceof DomainError)) return error;
  const { cause } = error;
  const isRefusal = error.code === 'payment_conflict';
  if (!isRefusal && !(cause instanceof ProviderFailure && cause.isAnswered)) {
    return new DomainError(
      'payment_provider_failed',
      'Stripe did not answer, so it is not known yet whether this refund was made. It is asked again every minute with the same key, so the refund is made only once. The order’s history will show it.',
      { cause, isOutcomeUnknown: true },
    );
  }
  await endRefund(context, refund, isRefusal ? error.message : (cause as ProviderFailure).words);
  if (isRefusal) return error;
  return new DomainError(
    'payment_provider_failed',
    `Nothing was refunded: ${(cause as ProviderFailure).words}.`,
    { cause },
  );
}

/** Marks a recorded refund as refused: it was not made and will not be. */
export async function endRefund(
  context: Context,
  { id, orderId, amountCents, askedBy }: RefundRow,
  why: string,
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    if (!updateRefundIf(tx, id, 'asked', { status: 'refused', failure: why })) return;
    recordEvent(tx, {
      orderId,
      type: 'refund_refused',
      actor: askedBy ?? 'stripe',
      at: context.clock.now(),
      data: { amountCents, words: why },
    });
  });
}
