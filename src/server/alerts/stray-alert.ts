import { formatCents } from '../../shared/money.ts';
import { plural } from '../../shared/plural.ts';
import type { Context } from '../context/context.ts';
import { formatDay } from '../time/business-days.ts';
import { countStrayPayments, listStrayPayments } from './alerts-repository.ts';
import type { PlainAlert } from './payment-alerts.ts';

/** How many payments the sentence names. */
const paymentsNamed = 5;

/**
 * @returns an alert for money that came without an order, or twice, with what finds it at Stripe, since no order leads
 *   there
 */
export function findStrayAlert({ db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>): PlainAlert {
  const count = countStrayPayments(db);
  const now = clock.now();
  const named = listStrayPayments(db, paymentsNamed).map(
    ({ amountCents, seenAt, paymentIntentId }) =>
      `${formatCents(amountCents)} on ${formatDay(seenAt, config.businessTimeZone, now)} (${paymentIntentId})`,
  );
  return {
    code: 'payment_stray',
    count,
    message: `${plural(count, 'A payment came without an order, or twice', 'Payments came without an order, or twice')}: ${named.join('; ')}${count > named.length ? ' and others' : ''}. ${plural(count, 'Look it up at Stripe and refund it there.', 'Look them up at Stripe and refund them there.')}`,
  };
}
