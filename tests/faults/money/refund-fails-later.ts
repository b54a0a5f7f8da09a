import type { SandboxStep } from '../../../src/sandbox/step-names.ts';
import { findMissedEvents } from '../../../src/server/payments/missed-webhooks.ts';
import type { Alert } from '../../../src/shared/ops/alerts.ts';
import type { RefundMade } from '../../../src/shared/orders/refund-schema.ts';
import { addSignedIn } from '../../kit/builders.ts';
import type { PlacedOrder } from '../customers.ts';
import { findMismatch, readMoneyAtStripe, sumOf } from '../money-support/at-stripe.ts';
import { type Admin, type MoneyShop, openMoneyShop } from '../money-support/money-shop.ts';
import { inParallel } from '../running-service/browser.ts';
import { createTrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

const minute = 60_000;
const priceMinor = 6_000;
const failingCard = '4000000000005126';
const pendingCard = '4000000000007726';

/** What happens to a refund; with the failing card, it succeeds first. */
const courses: Record<string, SandboxStep[][]> = {
  [failingCard]: [['refund_fails'], []],
  [pendingCard]: [
    ['refund_succeeds'],
    ['refund_succeeds', 'refund_fails'],
    ['refund_fails'],
    ['refund_canceled'],
    ['refund_requires_action', 'refund_canceled'],
    ['refund_requires_action', 'refund_succeeds'],
    ['refund_requires_action'],
    [],
  ],
};

interface Story {
  order: PlacedOrder;
  card: string;
  /** Cents; null: everything. The second may be requested while the first is still pending. */
  amounts: (number | null)[];
  askedFor: Map<string, string[]>;
}

const failsLater: Trial = {
  table: 'fault',
  name: 'refund-fails-later',
  promise:
    'an order follows its refunds, however late they fail and whatever becomes of the webhooks; what failed can be given back again',
  counts: { quick: 20, full: 200 },
  async run(times, run) {
    const shop = await openMoneyShop(run);
    const chance = createTrialRandom(5_126);
    const ada = await addSignedIn(shop.app, 'ada', 'admin');
    const stories: Story[] = [];
    while (stories.length < times) {
      const card = chance.pick(Object.keys(courses));
      const order = await shop.buy(stories.length, card);
      const amounts = chance.pick([[null], [priceMinor], [2_000], [2_000, 4_000], [1_999, null]]);
      stories.push({ order, card, amounts, askedFor: new Map() });
    }
    await shop.news();
    for (const story of stories) {
      await refundAll(ada, story);
      for (const id of story.askedFor.keys()) {
        for (const step of chance.pick(courses[story.card] ?? [])) await shop.runStep(step, id);
      }
    }
    // Half of the webhooks never come; some come twice, in any order, several at once.
    const news = await shop.news();
    const kept = news.filter(() => chance.below(2) === 0);
    const deliveries = chance.shuffle([...kept, ...kept.filter(() => chance.below(3) === 0)]);
    await inParallel(deliveries.length, 10, async (index) => {
      const status = await shop.deliver(deliveries[index] ?? {});
      if (status !== 200) run.count(`a webhook was answered ${status}`);
    });
    shop.app.clock.advance(minute);
    await findMissedEvents(shop.app.context);
    const isTold = async () => (await ada.get<Alert[]>('/api/alerts')).body.some(isOfFailure);
    const wasTold = await isTold();
    let failed = 0;
    for (const story of stories) {
      const lie = await findMismatch(shop, ada, story.order, story.askedFor);
      const again = lie ?? (await refundAgain(shop, ada, story));
      run.count(again && `${story.card}: ${again}`);
      const { refunds } = await readMoneyAtStripe(shop.stripe, story.order.paymentIntentId);
      failed += refunds.filter(({ status }) => status === 'failed').length;
    }
    if (wasTold !== failed > 0) run.count('the admin was not told what failed');
    if (await isTold()) run.count('what was given back again is still an alert');
    return `${failed} failed, ${news.length - kept.length} webhooks lost, ${deliveries.length} brought`;
  },
};

const isOfFailure = ({ code }: Alert) => code === 'refund_failed';

async function refundAll(admin: Admin, { order, amounts, askedFor }: Story): Promise<void> {
  for (const amount of amounts) {
    const asked = amount === null ? {} : { amount: amount / 100 };
    const { status, body } = await admin.post<RefundMade>(`/api/orders/${order.orderId}/refund`, asked);
    if (status !== 200) throw new Error(`A refund was answered ${status}.`);
    askedFor.set(body.refundId, [admin.person.username]);
  }
}

async function refundAgain(shop: MoneyShop, admin: Admin, story: Story): Promise<string | null> {
  const { refunds } = await readMoneyAtStripe(shop.stripe, story.order.paymentIntentId);
  const left = priceMinor - sumOf(refunds, 'succeeded', 'pending', 'requires_action');
  if (left === 0) return null;
  const { status, body } = await admin.post<RefundMade>(`/api/orders/${story.order.orderId}/refund`, {
    amount: left / 100,
    refundedBefore: (priceMinor - left) / 100,
  });
  if (status !== 200) return `${story.order.orderNumber}: giving back what failed is answered ${status}`;
  story.askedFor.set(body.refundId, [admin.person.username]);
  return findMismatch(shop, admin, story.order, story.askedFor);
}

export const trials: Trial[] = [failsLater];
