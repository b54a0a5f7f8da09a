import { listRefunds } from '../../../src/server/payments/money-repository.ts';
import { finishRefunds } from '../../../src/server/payments/refund-order.ts';
import type { RefundMade } from '../../../src/shared/orders/refund-schema.ts';
import { addSignedIn } from '../../kit/builders.ts';
import type { PlacedOrder } from '../customers.ts';
import { findMismatch, readMoneyAtStripe } from '../money-support/at-stripe.ts';
import { type Admin, type MoneyShop, openMoneyShop } from '../money-support/money-shop.ts';
import { inParallel } from '../running-service/browser.ts';
import { createTrialRandom } from '../seeded-random.ts';
import type { Call, Fate } from '../servers/api-front.ts';
import type { Trial } from '../trial.ts';

const minute = 60_000;
const hour = 60 * minute;
const rounds = 3;
const priceMinor = 6_000;

/** What happens to the refund's call, and to later questions about the payment. */
const faults: { name: string; refund: Fate; questions: Fate }[] = [
  { name: 'the answer is lost', refund: 'answer is lost', questions: 'arrives' },
  { name: 'the request is lost', refund: 'is lost', questions: 'arrives' },
  { name: 'the question after it is lost', refund: 'arrives', questions: 'is lost' },
  { name: 'the answer and all that follows is lost', refund: 'answer is lost', questions: 'is lost' },
  { name: 'Stripe fails', refund: 'fails', questions: 'arrives' },
  { name: 'Stripe makes it and fails', refund: 'is done and fails', questions: 'arrives' },
];

/** What happens next, once or several times: the admin presses again, the job runs, or a webhook arrives. */
const nexts = ['press as seen', 'press without figures', 'job', 'webhook'] as const;
type Next = (typeof nexts)[number];

interface Wish {
  order: PlacedOrder;
  fault: (typeof faults)[number];
  nexts: Next[];
  amount: number | null;
  answered: string[];
}

const answerLost: Trial = {
  table: 'fault',
  name: 'refund-answer-lost',
  promise:
    'a refund whose answer is lost is made exactly once, also when an admin presses again, and desk and timeline say what is true',
  counts: { quick: 24, full: 200 },
  async run(times, run) {
    const shop = await openMoneyShop(run);
    const chance = createTrialRandom(14);
    const ada = await addSignedIn(shop.app, 'ada', 'admin');
    const wishes: Wish[] = [];
    while (wishes.length < times) {
      const index = wishes.length;
      wishes.push({
        order: await shop.buy(index),
        fault: faults[index % faults.length] ?? chance.pick(faults),
        nexts: [
          nexts[Math.floor(index / faults.length) % nexts.length] ?? chance.pick(nexts),
          ...Array.from({ length: chance.below(rounds) }, () => chance.pick(nexts)),
        ],
        amount: chance.pick([null, priceMinor, 2_000, 1_999, 1]),
        answered: [],
      });
    }
    letFail(shop, wishes);
    await inParallel(times, 8, async (n) => press(ada, wishes[n] as Wish, true));
    // The network recovers for one half; for the others it stays the same for a while.
    const unlucky = wishes.filter(() => chance.below(2) === 0);
    letFail(shop, unlucky);
    shop.app.clock.advance(minute);
    for (let round = 0; round < rounds; round++) {
      await Promise.all(wishes.map((wish) => goOn(shop, ada, wish, wish.nexts[round])));
      // The job finishes every refund, so it comes last: before it, no answer is known.
      if (wishes.some((wish) => wish.nexts[round] === 'job')) await finishRefunds(shop.app.context);
    }
    shop.front.decide(() => 'arrives');
    shop.front.forgetKeys();
    shop.app.clock.advance(25 * hour);
    await finishRefunds(shop.app.context);
    const finishedAgain = await finishRefunds(shop.app.context);
    if (finishedAgain > 0) run.count(`${finishedAgain} refunds were finished twice`);
    const desk = await addSignedIn(shop.app, 'ben', 'admin');
    for (const wish of wishes) {
      const loss = await lossOf(shop, desk, wish);
      run.count(loss && `${wish.fault.name}, then ${wish.nexts.join(', ')}: ${loss}`);
    }
    return `${faults.length} faults`;
  },
};

/** From now on, calls about these payments fail by their faults; questions before a refund are answered. */
function letFail({ front }: MoneyShop, wishes: Wish[]): void {
  const faultOf = new Map(wishes.map(({ order, fault }) => [order.paymentIntentId, fault]));
  const asked = new Set<string>();
  front.decide(({ method, path, form }: Call) => {
    const paymentIntentId = form.get('payment_intent') ?? /\/(pi_\w+)/.exec(path)?.[1] ?? '';
    const fault = faultOf.get(paymentIntentId);
    if (!fault) return 'arrives';
    if (method === 'POST') {
      asked.add(paymentIntentId);
      return fault.refund;
    }
    return asked.has(paymentIntentId) ? fault.questions : 'arrives';
  });
}

async function press(admin: Admin, wish: Wish, isAsSeen: boolean): Promise<void> {
  const amount = wish.amount === null ? {} : { amount: wish.amount / 100 };
  const asked = { ...amount, ...(isAsSeen ? { refundedBefore: 0 } : {}) };
  const { status, body } = await admin.post<RefundMade>(`/api/orders/${wish.order.orderId}/refund`, asked);
  if (status === 200) wish.answered.push(body.refundId);
}

async function goOn(shop: MoneyShop, admin: Admin, wish: Wish, next: Next | undefined): Promise<void> {
  if (next === 'webhook') await tell(shop, wish.order);
  if (next === 'press as seen') await press(admin, wish, true);
  // Once the refund is known, an admin who asks again without figures wants another one.
  const isUnknown = listRefunds(shop.app.db, wish.order.orderId).some(({ status }) => status === 'asked');
  if (next === 'press without figures' && isUnknown) await press(admin, wish, false);
}

async function tell(shop: MoneyShop, { paymentIntentId }: PlacedOrder): Promise<void> {
  const events = await shop.stripe.events.list({ types: ['refund.created', 'charge.refunded'], limit: 100 });
  for (const event of events.data) {
    const { payment_intent } = event.data.object as { payment_intent?: string };
    if (payment_intent === paymentIntentId) await shop.deliver(event);
  }
}

async function lossOf(shop: MoneyShop, desk: Admin, wish: Wish): Promise<string | null> {
  const { refunds } = await readMoneyAtStripe(shop.stripe, wish.order.paymentIntentId);
  const [made] = refunds;
  if (refunds.length !== 1 || !made)
    return `${refunds.length} refunds of ${refunds.map(({ amount }) => amount)}`;
  if (made.amount !== (wish.amount ?? priceMinor))
    return `${made.amount} went back instead of ${wish.amount}`;
  if (wish.answered.some((id) => id !== made.id)) return `${wish.answered} was answered, ${made.id} is there`;
  return findMismatch(shop, desk, wish.order, new Map([[made.id, ['ada']]]));
}

export const trials: Trial[] = [answerLost];
