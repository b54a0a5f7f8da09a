import { setTimeout as wait } from 'node:timers/promises';
import { sandboxKeys } from '../../../src/sandbox/sandbox-keys.ts';
import { readServiceId } from '../../../src/server/payments/payment-repository.ts';
import type { RefundMade } from '../../../src/shared/orders/refund-schema.ts';
import { addSignedIn } from '../../kit/builders.ts';
import { createTestApp } from '../../kit/test-app.ts';
import { createTestGateway } from '../../kit/test-gateway.ts';
import type { PlacedOrder } from '../customers.ts';
import { findMismatch, readMoneyAtStripe } from '../money-support/at-stripe.ts';
import { buy, inParallel, until } from '../running-service/browser.ts';
import { createTrialRandom, type TrialRandom } from '../seeded-random.ts';
import type { Fate } from '../servers/api-front.ts';
import { openShop, type Shop } from '../shop.ts';
import type { Trial } from '../trial.ts';

const perKill = 10;
const lateness: Fate[] = ['arrives', 'is late', 'answer is late'];
/** How long the service is down, in milliseconds: a younger intention is left to the admin who pressed. */
const awayMs = 60_000;
const amounts = [null, 6_000, 2_000, 1];

interface Wish extends PlacedOrder {
  amount: number | null;
  answered: string | null;
  isPressedAgain: boolean;
}

const refundKilled: Trial = {
  table: 'fault',
  name: 'refund-killed',
  promise:
    'after a kill -9 in the middle of refunds every intention that was written down is finished, and no cent goes back twice',
  counts: { quick: 20, full: 200 },
  async run(times, run) {
    const shop = await openShop(run);
    const chance = createTrialRandom(99);
    const wishes: Wish[] = [];
    const left = { unheard: 0, unmade: 0 };
    while (wishes.length < times) {
      const now: Wish[] = [];
      shop.front.decide(() => 'arrives');
      const count = Math.min(perKill, times - wishes.length);
      await inParallel(count, 5, async (i) => void now.push(await buyWish(shop, chance, wishes.length + i)));
      shop.front.decide(({ method, path }) =>
        method === 'POST' && path === '/v1/refunds' ? chance.pick(lateness) : 'arrives',
      );
      await dieAmid(shop, chance, now);
      await countLeft(shop, now, left);
      shop.front.decide(() => 'arrives');
      await shop.service.restart();
      // Half of the admins do not wait, and press again in the same way.
      await Promise.all(
        now.slice(perKill / 2).map(async (wish) => {
          wish.isPressedAgain = true;
          await press(shop, wish);
        }),
      );
      await until('every intention to be finished', 20_000, () => askedOf(shop).length === 0);
      wishes.push(...now);
    }
    await shop.service.kill();
    await judge(shop, wishes, run.count);
    if (left.unheard + left.unmade === 0) throw new Error('No refund was under way when the service died.');
    return `${left.unmade} not made, ${left.unheard} made and unheard at the kill`;
  },
};

async function buyWish({ service, stripeApi }: Shop, chance: TrialRandom, index: number): Promise<Wish> {
  const form = { customerEmail: `customer${index}@customers.example` };
  const { order } = await buy(service.url, form, {}, undefined, stripeApi);
  const paymentIntentId = order.paymentIntentId ?? '';
  return { ...order, paymentIntentId, amount: chance.pick(amounts), answered: null, isPressedAgain: false };
}

async function press({ admin }: Shop, wish: Wish): Promise<void> {
  const asked = { ...(wish.amount === null ? {} : { amount: wish.amount / 100 }), refundedBefore: 0 };
  const answer = await admin.call('POST', `/api/orders/${wish.orderId}/refund`, asked).catch(() => null);
  if (answer?.status !== 200) return;
  const { refundId }: RefundMade = JSON.parse(answer.text);
  wish.answered = refundId;
}

/** All press at once; the service dies after one of its answers, or shortly after noting an intention. */
async function dieAmid(shop: Shop, chance: TrialRandom, wishes: Wish[]): Promise<void> {
  const countRefunds = () =>
    shop.look((file) => Number(file.prepare('SELECT count(*) FROM refunds').pluck().get()));
  const known = countRefunds();
  const isByAnswer = chance.below(3) === 0;
  let left = 1 + chance.below(wishes.length);
  const wanted = known + left;
  const presses = wishes.map(async (wish) => {
    await press(shop, wish);
    left -= 1;
    if (isByAnswer && left === 0) await shop.service.kill();
  });
  if (!isByAnswer) {
    await until('an intention to be written down', 20_000, () => countRefunds() >= wanted);
    await wait(chance.below(300));
    await shop.service.kill();
  }
  await Promise.all(presses);
}

function askedOf({ look }: Shop): string[] {
  return look((file) =>
    file.prepare<[], string>("SELECT order_id FROM refunds WHERE status = 'asked'").pluck().all(),
  );
}

async function countLeft(shop: Shop, wishes: Wish[], left: { unheard: number; unmade: number }) {
  const asked = new Set(askedOf(shop));
  for (const { paymentIntentId } of wishes.filter(({ orderId }) => asked.has(orderId))) {
    const { refunds } = await readMoneyAtStripe(shop.stripe, paymentIntentId);
    left[refunds.length > 0 ? 'unheard' : 'unmade'] += 1;
  }
  const age = "UPDATE refunds SET created_at = created_at - ? WHERE status = 'asked'";
  shop.look((file) => file.prepare(age).run(awayMs));
}

async function judge(
  { service, stripe, stripeApi }: Shop,
  wishes: Wish[],
  count: (loss: string | null) => void,
): Promise<void> {
  const app = createTestApp({ databasePath: service.databasePath });
  const serviceId = readServiceId(app.db);
  app.context.payments = createTestGateway({ ...sandboxKeys, apiBase: stripeApi, serviceId });
  try {
    const desk = await addSignedIn(app, 'ben', 'admin');
    for (const wish of wishes) {
      const { refunds } = await readMoneyAtStripe(stripe, wish.paymentIntentId);
      const [made, ...others] = refunds;
      const isPromised = wish.answered !== null || wish.isPressedAgain;
      const askedFor = new Map(refunds.map(({ id }) => [id, ['admin']]));
      if (others.length > 0) count(`${wish.orderNumber}: ${refunds.length} refunds were made`);
      else if (!made && isPromised) count(`${wish.orderNumber}: no refund was made`);
      else if (made && made.amount !== (wish.amount ?? 6_000))
        count(`${made.amount} instead of ${wish.amount}`);
      else if (wish.answered !== null && wish.answered !== made?.id) count('another refund was reported');
      else count(await findMismatch({ app, stripe }, desk, wish, askedFor));
    }
  } finally {
    app.db.$client.close();
  }
}

export const trials: Trial[] = [refundKilled];
