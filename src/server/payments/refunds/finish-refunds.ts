import { seconds } from '../../../shared/durations.ts';
import { DomainError } from '../../basics/errors.ts';
import type { Context } from '../../context/context.ts';
import { refusesAll } from '../../context/provider-failure.ts';
import { requireOrderEvenDeleted } from '../../orders/find-order.ts';
import { askAbout } from '../money/ask-about.ts';
import { findRefundById, listAskedRefunds, type RefundRow } from '../money/money-repository.ts';
import { endRefund, sendRefund } from './send-refund.ts';

/** How long the person who asked may wait for the answer themselves, in milliseconds: three tries of ten seconds. */
const patience = seconds(45);

/**
 * Finishes refunds to which no answer came, also after a restart: looks whether Stripe has made them, and asks again
 * under the same key if not.
 *
 * @param stop when aborted, nothing more is begun
 * @param alive called before every refund
 * @returns how many were finished
 * @throws {DomainError} `payment_provider_failed` when the provider does not know the key: no other would be finished
 */
export async function finishRefunds(
  context: Context,
  stop?: AbortSignal,
  alive: () => void = () => {},
): Promise<number> {
  let finished = 0;
  for (const refund of listAskedRefunds(context.db, context.clock.now() - patience)) {
    if (stop?.aborted) return finished;
    alive();
    try {
      await finish(context, refund);
      finished += 1;
    } catch (error) {
      if (!(error instanceof DomainError) || refusesAll(error)) throw error;
      const isOver = findRefundById(context.db, refund.id)?.status !== 'asked';
      if (isOver) finished += 1;
      context.log.warn(
        { orderId: refund.orderId, err: error.cause ?? error },
        'a refund could not be finished',
      );
    }
  }
  return finished;
}

/** Stripe forgets keys after a day, but not refunds: each carries the id of its intention. */
async function finish(context: Context, refund: RefundRow): Promise<void> {
  const payment = await askAbout(context, requireOrderEvenDeleted(context.db, refund.orderId));
  if (findRefundById(context.db, refund.id)?.status !== 'asked') return;
  if (payment?.refundedCents !== refund.refundedBeforeCents) {
    await endRefund(context, refund, 'Money was refunded at Stripe; this refund was not made.');
    return;
  }
  await sendRefund(context, refund);
}
