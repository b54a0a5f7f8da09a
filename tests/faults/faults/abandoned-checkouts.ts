import { giveUpAbandoned } from '../../../src/server/checkout/abandon-checkouts.ts';
import { forgetOld } from '../../../src/server/privacy/forget.ts';
import { sendWebhook, storedMail, storedOrder } from '../../../src/testing/builders.ts';
import type { TestApp } from '../../../src/testing/test-app.ts';
import type { Chance } from '../chance.ts';
import {
  askWhetherPaid,
  createShakenApp,
  lossOfPaidOrder,
  type PlacedOrder,
  placeOrderNumber,
} from '../customers.ts';
import { createTally, type Trial } from '../trial.ts';

const day = 86_400_000;
const atOnce = 40;
const privateTexts = {
  readingType: 'other',
  customQuestion: 'Should I leave the law firm?',
  backgroundContext: 'Eleven years, two children.',
} as const;

const habits = [
  'never pays',
  'paid unheard',
  'pays just now',
  'has a slow bank',
  'has a bank that says no in the end',
] as const;
type Habit = (typeof habits)[number];

/** Customers pay before, while and after their unpaid orders are given up. */
const abandoned: Trial = {
  table: 'fault',
  name: 'abandoned-checkouts',
  promise:
    'a payment that succeeds while or after its order is given up still makes it an order; a canceled one never, and its private texts are erased after 30 days',
  counts: { quick: 80, full: 1_000 },
  async run(count, progress) {
    const { app, chance } = createShakenApp(30);
    const tally = createTally();
    while (tally.outcome().tried < count) {
      const customers: { order: PlacedOrder; habit: Habit }[] = [];
      while (customers.length < atOnce) {
        const order = await placeOrderNumber(app, customers.length, privateTexts);
        customers.push({ order, habit: habits[customers.length % habits.length] ?? 'never pays' });
      }
      for (const { order, habit } of customers) {
        if (habit === 'paid unheard') app.payments.pay(order.paymentIntentId);
        if (habit.startsWith('has a ')) app.payments.change(order.paymentIntentId, { status: 'processing' });
      }
      app.clock.advance(day + 1);
      const late = customers.filter(({ habit }) => habit === 'pays just now');
      await Promise.all([
        giveUpAbandoned(app.context),
        ...chance.shuffle(late).map(({ order }) => payLate(app, chance, order)),
      ]);
      for (const { order, habit } of customers) {
        if (habit === 'has a slow bank') await payLate(app, chance, order);
        if (habit === 'has a bank that says no in the end')
          app.payments.change(order.paymentIntentId, { status: 'open' });
      }
      await giveUpAbandoned(app.context);
      const losses = customers.map(({ order, habit }) => lossOf(app, order, habit));
      app.clock.advance(30 * day);
      await forgetOld(app.context);
      for (const [index, { order, habit }] of customers.entries()) {
        tally.count(losses[index] ?? lossOfTexts(app, order, habit));
      }
      progress(tally.outcome().tried);
    }
    app.db.$client.close();
    return tally.outcome(habits.join(', '));
  },
};

/** Pays if the payment can still be made, and lets webhook and browser tell of it. */
async function payLate(app: TestApp, chance: Chance, order: PlacedOrder): Promise<void> {
  const { paymentIntentId: paymentId } = order;
  await chance.turns(400);
  if (app.payments.payments.get(paymentId)?.status === 'canceled') return;
  app.payments.pay(paymentId);
  await Promise.all([sendWebhook(app, { id: `evt_${paymentId}`, paymentId }), askWhetherPaid(app, order)]);
}

function lossOf(app: TestApp, order: PlacedOrder, habit: Habit): string | null {
  const status = app.payments.payments.get(order.paymentIntentId)?.status;
  if (status === 'succeeded') {
    const loss = lossOfPaidOrder(app, order);
    return loss && `${habit}: ${loss}`;
  }
  const { paymentStatus, abandonedAt } = storedOrder(app, order.orderId);
  if (status !== 'canceled') return `${habit}: the payment stays ${status}`;
  if (paymentStatus !== 'unpaid') return `${habit}: nothing was charged and the order is ${paymentStatus}`;
  if (abandonedAt === null) return `${habit}: canceled, but not given up`;
  return storedMail(app, order.orderId).length === 0 ? null : `${habit}: mail for an order nobody paid`;
}

/** After a month: the texts of an order are there, the others are gone. */
function lossOfTexts(app: TestApp, { orderId }: PlacedOrder, habit: Habit): string | null {
  const { paymentStatus, customQuestion, backgroundContext } = storedOrder(app, orderId);
  if (paymentStatus === 'unpaid') {
    const isErased = customQuestion === null && backgroundContext === null;
    return isErased ? null : `${habit}: private texts are kept for good`;
  }
  const isKept =
    customQuestion === privateTexts.customQuestion && backgroundContext === privateTexts.backgroundContext;
  return isKept ? null : `${habit}: the texts of a paid order are gone`;
}

export const trials: Trial[] = [abandoned];
