import type Stripe from 'stripe';
import { giveUpAbandoned } from '../../../src/server/checkout/abandon-checkouts.ts';
import { findMissedEvents } from '../../../src/server/payments/find-missed-events.ts';
import { reconcilePayments } from '../../../src/server/payments/reconcile-payments.ts';
import type { Alert } from '../../../src/shared/alerts.ts';
import { addSignedIn } from '../../../src/testing/builders.ts';
import { type Chance, createChance } from '../chance.ts';
import { lossOfPaidOrder, type PlacedOrder } from '../customers.ts';
import { type MoneyShop, openMoneyShop } from '../money-support/money-shop.ts';
import { createTally, type Trial } from '../trial.ts';
import { eachAtOnce } from '../wait.ts';

const atOnce = 10;
const batch = 100;
/** Of so many foreign customers one of ours comes along. */
const oursEvery = 10;
const hour = 3_600_000;

/** What becomes of a payment elsewhere. */
const fates: Record<string, (shop: MoneyShop, id: string) => Promise<unknown>> = {
  'stays open': async () => {},
  'is canceled': ({ stripe }, id) => stripe.paymentIntents.cancel(id),
  succeeds: (shop, id) => pay(shop, id),
  'is declined six times': async (shop, id) => {
    for (let times = 0; times < 6; times++) await pay(shop, id, 'pm_card_chargeDeclined');
  },
  'is declined five times and succeeds': async (shop, id) => {
    for (let times = 0; times < 5; times++) await pay(shop, id, 'pm_card_chargeDeclined');
    await pay(shop, id);
  },
  'is refunded': async (shop, id) => {
    await pay(shop, id);
    await shop.stripe.refunds.create({ payment_intent: id });
  },
  'is refunded in part': async (shop, id) => {
    await pay(shop, id);
    await shop.stripe.refunds.create({ payment_intent: id, amount: 100 });
  },
  'is disputed': (shop, id) => pay(shop, id, 'pm_card_createDispute'),
  'is asked about': (shop, id) => pay(shop, id, 'pm_card_createDisputeInquiry'),
  'is warned of': (shop, id) => pay(shop, id, 'pm_card_createIssuerFraudRecord'),
  'is reviewed': (shop, id) => pay(shop, id, 'pm_card_riskLevelElevated'),
};

/** What the other shop writes down with a payment: nothing, an order of its own, or what our software writes. */
const marks: ((index: number) => Record<string, string>)[] = [
  () => ({}),
  () => ({ shop: 'another' }),
  (index) => ({ order_id: String(index) }),
  (index) => ({ order_id: `order-${index}`, order_number: `CT-${index}` }),
  (index) => ({ order_id: `order-${index}`, service: 'another-installation' }),
];

/** Another shop does business on the same account: webhooks, reconciler and event list all tell of it. */
const foreignShop: Trial = {
  table: 'fault',
  name: 'foreign-shop',
  promise:
    'payments of another shop on the same Stripe account are neither touched nor counted nor told of, and our customers pay all the while',
  counts: { quick: 44, full: 1_000 },
  async run(count, progress) {
    const shop = await openMoneyShop();
    const { app } = shop;
    const tally = createTally();
    const chance = createChance(1_000);
    const foreign: { id: string; fate: string }[] = [];
    const ours: PlacedOrder[] = [];
    let webhooks = 0;
    try {
      const admin = await addSignedIn(app, 'admin', 'admin');
      while (foreign.length < count) {
        const begun = Array.from(
          { length: Math.min(batch, count - foreign.length) },
          (_, n) => foreign.length + n,
        );
        await eachAtOnce(begun, atOnce, async (index) => {
          const names = Object.keys(fates);
          foreign[index] = await happenElsewhere(shop, chance, index, names[index % names.length] ?? '');
        });
        const ids = begun.map((index) => foreign[index]?.id ?? '');
        const before = await objectsOf(shop, ids);
        for (let n = 0; n < ids.length; n += oursEvery) ours.push(await buy(shop, ours.length));
        const news = chance.shuffle(await shop.news());
        await eachAtOnce(news, atOnce, async (event) => {
          webhooks += 1;
          const status = await shop.deliver(event);
          if (status !== 200) tally.count(`a ${event.type} was answered ${status}`);
        });
        await reconcilePayments(app.context);
        await findMissedEvents(app.context);
        app.clock.advance(hour);
        const after = await objectsOf(shop, ids);
        for (const index of begun) {
          const { id = '', fate = '' } = foreign[index] ?? {};
          const loss = lossOf(shop, id, before.get(id) === after.get(id));
          tally.count(loss && `a payment that ${fate}: ${loss}`);
        }
        progress(foreign.length);
      }
      app.clock.advance(20 * hour);
      const desk = await addSignedIn(app, 'ben', 'admin');
      for (const order of ours) {
        const loss = lossOfPaidOrder(app, order);
        if (loss) tally.count(`a customer of ours: ${loss}`);
      }
      const alerts = (await desk.get<Alert[]>('/api/alerts')).body;
      for (const { code, count: times } of alerts)
        tally.count(`${admin.person.username} is told ${code} of ${times}`);
      const given = await objectsOf(
        shop,
        foreign.map(({ id }) => id),
      );
      app.clock.advance(24 * hour);
      await giveUpAbandoned(app.context);
      const later = await objectsOf(
        shop,
        foreign.map(({ id }) => id),
      );
      for (const [id, object] of given) if (later.get(id) !== object) tally.count(`${id} was given up`);
      return tally.outcome(
        `${Object.keys(fates).length} fates, ${webhooks} webhooks, ${ours.length} of ours paid`,
      );
    } finally {
      await shop.close();
    }
  },
};

async function pay({ stripe }: MoneyShop, id: string, method = 'pm_card_visa'): Promise<void> {
  await stripe.paymentIntents
    .confirm(id, { payment_method: method })
    .catch((error: Stripe.errors.StripeError) => {
      if (error.type !== 'StripeCardError') throw error;
    });
}

async function happenElsewhere(shop: MoneyShop, chance: Chance, index: number, fate: string) {
  const { id } = await shop.stripe.paymentIntents.create({
    amount: 2_500,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: chance.pick(marks)(index),
  });
  await fates[fate]?.(shop, id);
  return { id, fate };
}

/** Every second of our customers never comes back from the payment. */
function buy(shop: MoneyShop, index: number): Promise<PlacedOrder> {
  return shop.buy(index, undefined, index % 2 === 1);
}

/** @returns what there is at Stripe of payments: the intent, its charges, refunds and disputes, as text */
async function objectsOf({ stripe }: MoneyShop, ids: string[]): Promise<Map<string, string>> {
  const objects = new Map<string, string>();
  await eachAtOnce(ids, atOnce, async (id) => {
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
