import { findMissedEvents } from '../../../src/server/payments/missed-webhooks.ts';
import { addSignedIn, timelineOf } from '../../kit/builders.ts';
import type { PlacedOrder } from '../customers.ts';
import { findMismatch } from '../money-support/at-stripe.ts';
import { type MoneyShop, openMoneyShop } from '../money-support/money-shop.ts';
import { createTrialRandom, type TrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const batch = 50;

const lives: Record<string, (shop: MoneyShop, id: string) => Promise<unknown>> = {
  'stays as it is': async () => {},
  'is refunded': (shop, id) => shop.runStep('refunded_at_dashboard', id),
  'is refunded in part, twice': async (shop, id) => {
    await shop.runStep('refunded_at_dashboard', id, 1_000);
    await shop.runStep('refunded_at_dashboard', id, 1_000);
  },
  'has a refund that fails': async (shop, id) => {
    const refund = await shop.runStep('refunded_at_dashboard', id, 2_500);
    await shop.runStep('refund_fails', refund.id);
  },
  'is disputed': (shop, id) => shop.runStep('disputed_as_fraudulent', id),
  'is disputed and won': (shop, id) => dispute(shop, id, 'dispute_won'),
  'is disputed and lost': (shop, id) => dispute(shop, id, 'dispute_lost'),
  'is asked about': (shop, id) => shop.runStep('inquiry_opened', id),
  'is warned of': (shop, id) => shop.runStep('early_fraud_warning', id),
  'is reviewed': (shop, id) => shop.runStep('review_opened', id),
};

async function dispute(shop: MoneyShop, id: string, end: 'dispute_won' | 'dispute_lost'): Promise<void> {
  await shop.runStep('disputed_as_not_received', id);
  const { data } = await shop.stripe.disputes.list({ payment_intent: id });
  await shop.runStep(end, data[0]?.id);
}

const silence: Trial = {
  table: 'fault',
  name: 'week-of-silence',
  promise:
    'after a week without webhooks the first look at the list of events brings every order in line with Stripe',
  counts: { quick: 40, full: 500 },
  async run(times, run) {
    const chance = createTrialRandom(7);
    for (let done = 0; done < times; done += batch) {
      const shop = await openMoneyShop(run);
      const orders = await beSilent(shop, chance, Math.min(batch, times - done));
      await findMissedEvents(shop.app.context);
      const admin = await addSignedIn(shop.app, 'admin', 'admin');
      for (const { order, life } of orders) {
        const events = timelineOf(shop.app, order.orderId);
        const paid = events.filter((type) => type === 'payment_succeeded').length;
        const loss = paid === 1 ? await findMismatch(shop, admin, order, new Map()) : `paid ${paid} times`;
        run.count(loss && `a payment that ${life}: ${loss}`);
      }
    }
    return `${Object.keys(lives).length} lives`;
  },
};

/** Half of the orders are paid before the silence, half during it; then everything else happens. */
async function beSilent(shop: MoneyShop, chance: TrialRandom, count: number) {
  const { app } = shop;
  const orders: { order: PlacedOrder; life: string }[] = [];
  const names = chance.shuffle(Object.keys(lives));
  const buy = async (isHeard: boolean) => {
    const life = names[orders.length % names.length] ?? '';
    orders.push({ order: await shop.buy(orders.length, undefined, !isHeard), life });
  };
  while (orders.length < count / 2) await buy(true);
  await findMissedEvents(app.context);
  app.clock.advance(3 * day);
  while (orders.length < count) await buy(false);
  app.clock.advance(6.9 * day);
  for (const { order, life } of orders) {
    await lives[life]?.(shop, order.paymentIntentId);
    app.clock.advance(minute);
  }
  return orders;
}

export const trials: Trial[] = [silence];
