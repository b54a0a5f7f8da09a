import { findMissedEvents } from '../../../src/server/payments/find-missed-events.ts';
import { addSignedIn, timelineOf } from '../../../src/testing/builders.ts';
import { type Chance, createChance } from '../chance.ts';
import type { PlacedOrder } from '../customers.ts';
import { findLie } from '../money-support/at-stripe.ts';
import { type MoneyShop, openMoneyShop } from '../money-support/money-shop.ts';
import { createTally, type Trial } from '../trial.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Orders of one silence. */
const batch = 50;

/** What happens to a payment while nobody listens; the days are those after it was made. */
const lives: Record<string, (shop: MoneyShop, id: string) => Promise<unknown>> = {
  'stays as it is': async () => {},
  'is refunded': (shop, id) => shop.bringAbout('refunded_at_dashboard', id),
  'is refunded in part, twice': async (shop, id) => {
    await shop.bringAbout('refunded_at_dashboard', id, 1_000);
    await shop.bringAbout('refunded_at_dashboard', id, 1_000);
  },
  'has a refund that fails': async (shop, id) => {
    const refund = await shop.bringAbout('refunded_at_dashboard', id, 2_500);
    await shop.bringAbout('refund_fails', refund.id);
  },
  'is disputed': (shop, id) => shop.bringAbout('disputed_as_fraudulent', id),
  'is disputed and won': (shop, id) => dispute(shop, id, 'dispute_won'),
  'is disputed and lost': (shop, id) => dispute(shop, id, 'dispute_lost'),
  'is asked about': (shop, id) => shop.bringAbout('inquiry_opened', id),
  'is warned of': (shop, id) => shop.bringAbout('early_fraud_warning', id),
  'is reviewed': (shop, id) => shop.bringAbout('review_opened', id),
};

async function dispute(shop: MoneyShop, id: string, end: 'dispute_won' | 'dispute_lost'): Promise<void> {
  await shop.bringAbout('disputed_as_not_received', id);
  const { data } = await shop.stripe.disputes.list({ payment_intent: id });
  await shop.bringAbout(end, data[0]?.id);
}

interface Bought {
  order: PlacedOrder;
  life: string;
}

/** Ten days after the payments, seven after the last webhook, the service looks again. */
const silence: Trial = {
  table: 'fault',
  name: 'week-of-silence',
  promise:
    'after a week without webhooks the first look at the list of events brings every order in line with Stripe; a second one asks nothing, and one that breaks off goes on',
  counts: { quick: 40, full: 500 },
  async run(count, progress) {
    const tally = createTally();
    const chance = createChance(7);
    let questions = 0;
    while (tally.outcome().tried < count) {
      const shop = await openMoneyShop();
      try {
        const orders = await beSilent(shop, chance, Math.min(batch, count - tally.outcome().tried));
        const isBroken = (tally.outcome().tried / batch) % 2 === 0;
        const look = await lookAgain(shop, isBroken ? chance.below(orders.length) : null);
        if (look.loss) tally.count(look.loss);
        questions += look.questions;
        const admin = await addSignedIn(shop.app, 'admin', 'admin');
        for (const { order, life } of orders) {
          const times = timelineOf(shop.app, order.orderId).filter(
            (type) => type === 'payment_succeeded',
          ).length;
          const loss = times === 1 ? await findLie(shop, admin, order, new Map()) : `paid ${times} times`;
          tally.count(loss && `a payment that ${life}: ${loss}`);
        }
      } finally {
        await shop.close();
      }
      progress(tally.outcome().tried);
    }
    return tally.outcome(`${questions} questions`);
  },
};

/** Half the orders are paid before the silence, half in it; then everything else happens. */
async function beSilent(shop: MoneyShop, chance: Chance, count: number): Promise<Bought[]> {
  const { app } = shop;
  const orders: Bought[] = [];
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

/** The service is back. @param breaksAfter how many questions later Stripe is gone for a while; null: it stays */
async function lookAgain({ app, front }: MoneyShop, breaksAfter: number | null) {
  const asked = () => front.calls.filter(({ path }) => !path.startsWith('/v1/events'));
  const before = asked().length;
  const heard = () =>
    app.db.$client.prepare<[], number>('SELECT count(*) FROM stripe_events').pluck().get() ?? 0;
  let loss: string | null = null;
  if (breaksAfter !== null) {
    front.decide(() => (asked().length > before + breaksAfter ? 'is lost' : 'arrives'));
    const broken = await findMissedEvents(app.context).then(
      () => false,
      () => true,
    );
    if (!broken) loss = 'a look went well although Stripe was gone';
    front.decide(() => 'arrives');
  }
  const known = heard();
  const calls = asked().length;
  await findMissedEvents(app.context);
  const questions = asked().length - calls;
  const followed = heard() - known;
  const first = asked().length;
  const found = await findMissedEvents(app.context);
  const again = asked().slice(first);
  const lists = front.calls.filter(({ path }) => path.startsWith('/v1/events'));
  const since = Number(/created(?:\[|%5B)gte(?:\]|%5D)=(\d+)/.exec(lists.at(-1)?.path ?? '')?.[1]) * 1000;
  if (!(since > app.clock.now() - day)) loss ??= `a second look read the list from ${new Date(since)} on`;
  if (again.length > 0) loss ??= `a second look asked ${again.length} questions, ${again[0]?.path}`;
  if (found > 0) loss ??= `a second look found ${found} orders`;
  // An event is looked up in at most six questions: the payment, its refunds, disputes, warnings and review.
  if (questions > 6 * followed) loss ??= `${questions} questions about ${followed} events`;
  return { loss, questions };
}

export const trials: Trial[] = [silence];
