import { writeTransaction } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import type { Context } from '../base/context.ts';
import { rememberMissedWebhook } from './payment-repository.ts';
import { settlePayment } from './settle-payment.ts';

/** As long as Stripe repeats a webhook. */
const reconciledPeriod = days(3);

/** Finds payments whose webhook never came, or is slower. @returns how many orders it brought up to date */
export async function reconcilePayments(context: Context): Promise<number> {
  let found = 0;
  for await (const payment of context.payments.listPayments(context.clock.now() - reconciledPeriod)) {
    if (payment.status !== 'succeeded') continue;
    if (!(await settlePayment(context, payment)).hasChanged) continue;
    found += 1;
    const missed = { paymentIntentId: payment.id, foundAt: context.clock.now() };
    await writeTransaction(context.db, (tx) => rememberMissedWebhook(tx, missed));
  }
  if (found > 0) {
    context.log.warn({ found }, 'payments were found without a webhook');
  }
  return found;
}
