import type Stripe from 'stripe';
import { cancelAbandonedCheckouts } from '../../../src/server/checkout/abandon-checkouts.ts';
import { findMissedEvents, reconcilePayments } from '../../../src/server/payments/missed-webhooks.ts';
import type { Alert } from '../../../src/shared/ops/alerts.ts';
import { addSignedIn } from '../../kit/builders.ts';
import { type PlacedOrder, paidOrderProblem } from '../customers.ts';
import { type MoneyShop, openMoneyShop } from '../money-support/money-shop.ts';
import { inParallel } from '../running-service/browser.ts';
import { createTrialRandom, type TrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

const atOnce = 10;
const batch = 100;
const oursEvery = 10;
const hour = 3_600_000;

const fates: Record<string, (shop: MoneyShop, id: string) => Promise<unknown>> = {
  'stays open': async () => {},
  'is canceled': ({ stripe }, id) => stripe.paymentIntents.cancel(id),
  succeeds: (shop, id) => pay(shop, id),
  'is declined six times': (shop, id) => decline(shop, id, 6),
  'is declined five times and succeeds': (shop, id) => decline(shop, id, 5).then(() => pay(shop, id)),
  'is refunded': (shop, id) => refund(shop, id, {}),
  'is refunded in part': (shop, id) => refund(shop, id, { amount: 100 }),
  'is disputed': (shop, id) => pay(shop, id, 'pm_card_createDispute'),
  'is asked about': (shop, id) => pay(shop, id, 'pm_card_createDisputeInquiry'),
  'is warned of': (shop, id) => pay(shop, id, 'pm_card_createIssuerFraudRecord'),
  'is reviewed': (shop, id) => pay(shop, id, 'pm_card_riskLevelElevated'),
};

/** Metadata of the other shop's payments: nothing, an order of its own, or what our software writes. */
const marks: ((index: number) => Record<string, string>)[] = [
  () => ({}),
  () => ({ shop: 'another' }),
  (index) => ({ order_id: String(index) }),
  (index) => ({ order_id: `order-${index}`, order_number: `CT-${index}` }),
  (index) => ({ order_id: `order-${index}`, service: 'another-installation' }),
];

const foreignShop: Trial = {
  table: 'fault',
  name: 'foreign-shop',
  promise:
    'payments of another shop on the same Stripe account are neither touched nor counted nor told of, and our customers pay all the while',
  counts: { quick: 44, full: 1_000 },
  async run(times, run) {
    const shop = await openMoneyShop(run);
    const { context, clock } = shop.app;
    const chance = createTrialRandom(1_000);
    const foreign: { id: string; fate: string }[] = [];
    const ours: PlacedOrder[] = [];
    const names = Object.keys(fates);
    let webhooks = 0;
    while (foreign.length < times) {
      const first = foreign.length;
      await inParallel(Math.min(batch, times - first), atOnce, async (n) => {
        const fate = names[(first + n) % names.length] ?? '';
        foreign[first + n] = await happenElsewhere(shop, chance, first + n, fate);
      });
      const begun = foreign.slice(first);
      const before = await objectsOf(shop, begun);
      // Every second customer of ours never returns from the payment.
      for (let n = 0; n < begun.length; n += oursEvery)
        ours.push(await shop.buy(ours.length, undefined, ours.length % 2 === 1));
      const news = chance.shuffle(await shop.news());
      webhooks += news.length;
      await inParallel(news.length, atOnce, async (n) => {
        const status = await shop.deliver(news[n] ?? {});
        if (status !== 200) run.count(`a ${news[n]?.type} was answered ${status}`);
      });
      await reconcilePayments(context);
      await findMissedEvents(context);
      clock.advance(hour);
      const after = await objectsOf(shop, begun);
      for (const { id, fate } of begun) {
        const loss = lossOf(shop, id, before.get(id) === after.get(id));
        run.count(loss && `a payment that ${fate}: ${loss}`);
      }
    }
    clock.advance(20 * hour);
    for (const order of ours) {
      const loss = paidOrderProblem(shop.app, order);
      if (loss) run.count(`a customer of ours: ${loss}`);
    }
    const admin = await addSignedIn(shop.app, 'admin', 'admin');
    const alerts = (await admin.get<Alert[]>('/api/alerts')).body;
    for (const { code, count } of alerts) run.count(`an alert ${code} of ${count}`);
    const given = await objectsOf(shop, foreign);
    clock.advance(24 * hour);
    await cancelAbandonedCheckouts(context);
    const later = await objectsOf(shop, foreign);
    for (const [id, object] of given) if (later.get(id) !== object) run.count(`${id} was given up`);
    return `${names.length} fates, ${webhooks} webhooks, ${ours.length} of ours paid`;
  },
};

async function pay({ stripe }: MoneyShop, id: string, method = 'pm_card_visa'): Promise<void> {
  await stripe.paymentIntents
    .confirm(id, { payment_method: method })
    .catch((error: Stripe.errors.StripeError) => {
      if (error.type !== 'StripeCardError') throw error;
    });
}

async function decline(shop: MoneyShop, id: string, times: number): Promise<void> {
  for (let done = 0; done < times; done++) await pay(shop, id, 'pm_card_chargeDeclined');
}

async function refund(shop: MoneyShop, id: string, amount: { amount?: number }): Promise<void> {
  await pay(shop, id);
  await shop.stripe.refunds.create({ payment_intent: id, ...amount });
}

async function happenElsewhere(shop: MoneyShop, chance: TrialRandom, index: number, fate: string) {
  const { id } = await shop.stripe.paymentIntents.create({
    amount: 2_500,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: chance.pick(marks)(index),
  });
  await fates[fate]?.(shop, id);
  return { id, fate };
}

/** @returns Stripe's objects about payments as text: the intent, its charges, refunds, and disputes */
async function objectsOf({ stripe }: MoneyShop, payments: { id: string }[]): Promise<Map<string, string>> {
  const objects = new Map<string, string>();
  await inParallel(payments.length, atOnce, async (n) => {
    const id = payments[n]?.id ?? '';
    const of = { payment_intent: id, limit: 100 };
    const found = await Promise.all([
      stripe.paymentIntents.retrieve(id),
      stripe.charges.list(of),
      stripe.refunds.list(of),
      stripe.disputes.list(of),
      stripe.radar.earlyFraudWarnings.list(of),
    ]);
    objects.set(id, JSON.stringify(found));
  });
  return objects;
}

function lossOf({ app, front }: MoneyShop, id: string, isSame: boolean): string | null {
  if (!isSame) return 'it was changed at Stripe';
  const touched = front.calls.find(
    ({ method, path, form }) => method !== 'GET' && (path.includes(id) || form.get('payment_intent') === id),
  );
  if (touched) return `${touched.method} ${touched.path} was called`;
  const file = app.db.$client;
  for (const [table, column] of [
    ['stripe_events', 'payment_id'],
    ['stray_payments', 'payment_intent_id'],
    ['missed_webhooks', 'payment_intent_id'],
  ]) {
    const row = file.prepare(`SELECT 1 FROM ${table} WHERE ${column} = ?`).get(id);
    if (row) return `it is in ${table}`;
  }
  return null;
}

export const trials: Trial[] = [foreignShop];
