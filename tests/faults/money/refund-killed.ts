import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import Sqlite from 'better-sqlite3';
import { sandboxKeys } from '../../../src/sandbox/keys.ts';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout.ts';
import type { RefundMade } from '../../../src/shared/orders/refunds.ts';
import { addSignedIn, checkoutPath } from '../../../src/testing/builders.ts';
import { createTestGateway } from '../../../src/testing/stripe-gateways.ts';
import { createTestApp, readingRequest } from '../../../src/testing/test-app.ts';
import { type Chance, createChance } from '../chance.ts';
import { findLie, readMoneyAtStripe } from '../money-support/at-stripe.ts';
import { openShop, type Shop } from '../processes.ts';
import { type ApiFront, type Call, type Fate, openApiFront } from '../servers/api-front.ts';
import { createStripe, payWithCard } from '../servers/stripe-sandbox.ts';
import { createTally, type Trial } from '../trial.ts';
import { eachAtOnce, until } from '../wait.ts';

/** Refunds that are under way when the service dies. */
const perKill = 10;
/** How refunds come to Stripe when the service dies. */
const lateness: Fate[] = ['arrives', 'is late', 'answer is late'];
/** How long the service is away, in milliseconds: an intention is left to whoever asked for less than that. */
const away = 60_000;
const amounts = [null, 6_000, 2_000, 1];

interface Wish {
  orderId: string;
  orderNumber: string;
  paymentIntentId: string;
  /** Cents; null: everything */
  amount: number | null;
  /** Stripe's id of the refund that the admin was told of. */
  answered: string | null;
  isPressedAgain: boolean;
}

/** The service dies while refunds are asked for: before Stripe has heard of them, before its answer, and after. */
const refundKilled: Trial = {
  table: 'fault',
  name: 'refund-killed',
  promise:
    'after a kill -9 in the middle of refunds every intention that was written down is finished, and no cent goes back twice',
  counts: { quick: 20, full: 200 },
  async run(count, progress) {
    let front: ApiFront | undefined;
    const shop = await openShop(async (stripeApi) => {
      front = await openApiFront(stripeApi);
      return front.apiBase;
    });
    const chance = createChance(99);
    const tally = createTally();
    const wishes: Wish[] = [];
    const left = { unheard: 0, unmade: 0, unwritten: 0 };
    try {
      let child = await shop.start();
      while (wishes.length < count) {
        const now: Wish[] = [];
        await shop.stripeFront.behave('forward');
        await eachAtOnce(
          Array.from({ length: Math.min(perKill, count - wishes.length) }),
          5,
          async (_, index) => {
            now.push(await buy(shop, chance, wishes.length + index));
          },
        );
        front?.decide((asked) => (isRefund(asked) ? chance.pick(lateness) : 'arrives'));
        await dieAmid(shop, chance, child, now);
        await countLeft(shop, now, left);
        front?.decide(() => 'arrives');
        child = await shop.start();
        // Half the admins do not wait: they press again as they did before.
        await eachAtOnce(now.slice(perKill / 2), 5, async (wish) => {
          wish.isPressedAgain = true;
          await press(shop, wish);
        });
        await until('every intention is finished', () => askedOf(shop).length === 0);
        wishes.push(...now);
        progress(wishes.length);
      }
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      for (const loss of await judge(shop, wishes)) tally.count(loss);
      if (left.unheard + left.unmade === 0) throw new Error('No refund was under way when the service died.');
      return tally.outcome(
        `${left.unmade} not made, ${left.unheard} made and unheard, ${left.unwritten} not written down at the kill`,
      );
    } finally {
      await shop.close();
      await front?.close();
    }
  },
};

function isRefund({ method, path }: Call): boolean {
  return method === 'POST' && path === '/v1/refunds';
}

/** Everybody presses at once; the service dies of an answer it gave, or shortly after an intention was written down. */
async function dieAmid(shop: Shop, chance: Chance, child: ChildProcess, wishes: Wish[]): Promise<void> {
  const exit = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  const known = countRefunds(shop);
  const isByAnswer = chance.below(3) === 0;
  let left = 1 + chance.below(wishes.length);
  const presses = wishes.map(async (wish) => {
    await press(shop, wish);
    left -= 1;
    if (isByAnswer && left === 0) kill();
  });
  if (!isByAnswer) {
    const wanted = known + left;
    await until('an intention is written down', () => countRefunds(shop) >= wanted);
    setTimeout(kill, chance.below(300));
  }
  await Promise.all([...presses, exit]);
}

/** @returns status and body; status 0 when the service is gone */
async function call<T>(shop: Shop, method: string, path: string, cookie: string, body: object) {
  try {
    const headers = { origin: shop.address, cookie, 'content-type': 'application/json' };
    const response = await fetch(shop.address + path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    const set = response.headers.getSetCookie()[0] ?? '';
    return { status: response.status, body: JSON.parse(text) as T, cookie: set.slice(0, set.indexOf(';')) };
  } catch {
    return { status: 0, body: null, cookie: '' };
  }
}

async function buy(shop: Shop, chance: Chance, index: number): Promise<Wish> {
  const { cookie } = await call(shop, 'POST', checkoutPath, '', {});
  const form = readingRequest({ customerEmail: `customer${index}@customers.example` });
  const { body } = await call<CheckoutSubmitted>(shop, 'POST', checkoutPath, cookie, form);
  if (!body) throw new Error('Nobody can buy.');
  const { orderId, orderNumber, paymentIntentId, clientSecret } = body;
  const payment = { paymentIntentId: paymentIntentId ?? '', clientSecret: clientSecret ?? '' };
  if (!(await payWithCard(shop.stripeApi, payment))) throw new Error('The card was not charged.');
  await call(shop, 'POST', '/api/confirm-payment', '', { orderId, orderNumber });
  const amount = chance.pick(amounts);
  return {
    orderId,
    orderNumber,
    paymentIntentId: payment.paymentIntentId,
    amount,
    answered: null,
    isPressedAgain: false,
  };
}

async function press(shop: Shop, wish: Wish): Promise<void> {
  const asked = { ...(wish.amount === null ? {} : { amount: wish.amount / 100 }), refundedBefore: 0 };
  const path = `/api/orders/${wish.orderId}/refund`;
  const { status, body } = await call<RefundMade>(shop, 'POST', path, shop.adminCookie, asked);
  if (status === 200 && body) wish.answered = body.refundId;
}

function look<T>(shop: Shop, statement: string): T[] {
  const file = new Sqlite(shop.databasePath, { readonly: true });
  try {
    return file.prepare<[], T>(statement).pluck().all();
  } finally {
    file.close();
  }
}

function countRefunds(shop: Shop): number {
  return look<number>(shop, 'SELECT count(*) FROM refunds')[0] ?? 0;
}

/** @returns the ids of orders with a refund whose answer is not known */
function askedOf(shop: Shop): string[] {
  return look(shop, "SELECT order_id FROM refunds WHERE status = 'asked'");
}

/** Looks at what the dead service has left, and lets its minute pass. */
async function countLeft(
  shop: Shop,
  wishes: Wish[],
  left: { unheard: number; unmade: number; unwritten: number },
) {
  const stripe = createStripe(shop.stripeApi, sandboxKeys.secretKey);
  const asked = new Set(askedOf(shop));
  for (const { orderId, paymentIntentId, answered } of wishes) {
    const { refunds } = await readMoneyAtStripe(stripe, paymentIntentId);
    if (asked.has(orderId)) left[refunds.length > 0 ? 'unheard' : 'unmade'] += 1;
    else if (answered === null && refunds.length === 0) left.unwritten += 1;
  }
  const file = new Sqlite(shop.databasePath);
  file.prepare("UPDATE refunds SET created_at = created_at - ? WHERE status = 'asked'").run(away);
  file.close();
}

/** @returns for each wish what is wrong, or null */
async function judge(shop: Shop, wishes: Wish[]): Promise<(string | null)[]> {
  const app = createTestApp({ databasePath: shop.databasePath });
  const { serviceId } = app.context;
  app.context.payments = createTestGateway({ ...sandboxKeys, apiBase: shop.stripeApi, serviceId });
  const stripe = createStripe(shop.stripeApi, sandboxKeys.secretKey);
  const losses: (string | null)[] = [];
  try {
    const desk = await addSignedIn(app, 'ben', 'admin');
    for (const wish of wishes) {
      const { refunds } = await readMoneyAtStripe(stripe, wish.paymentIntentId);
      const [made, ...others] = refunds;
      const isPromised = wish.answered !== null || wish.isPressedAgain;
      const askedFor = new Map(refunds.map(({ id }) => [id, ['admin']]));
      if (others.length > 0) losses.push(`${wish.orderNumber}: ${refunds.length} refunds were made`);
      else if (!made && isPromised) losses.push(`${wish.orderNumber}: no refund was made`);
      else if (made && made.amount !== (wish.amount ?? 6_000))
        losses.push(`${made.amount} instead of ${wish.amount}`);
      else if (wish.answered !== null && wish.answered !== made?.id)
        losses.push('another refund was told of');
      else losses.push(await findLie({ app, stripe }, desk, wish, askedFor));
    }
    return losses;
  } finally {
    app.db.$client.close();
  }
}

export const trials: Trial[] = [refundKilled];
