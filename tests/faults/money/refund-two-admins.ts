import type { ErrorBody } from '../../../src/shared/error-body.ts';
import type { OrderPayment, RefundMade } from '../../../src/shared/orders/refund-schema.ts';
import { addSignedIn } from '../../kit/builders.ts';
import type { PlacedOrder } from '../customers.ts';
import { findMismatch, readMoneyAtStripe } from '../money-support/at-stripe.ts';
import { type Admin, type MoneyShop, openMoneyShop } from '../money-support/money-shop.ts';
import { inParallel } from '../running-service/browser.ts';
import { createTrialRandom, type TrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

const priceMinor = 6_000;
const amounts = [null, priceMinor, 4_000, 2_000, 1];

interface Wish {
  by: Admin;
  amount: number | null;
  /** The refunded dollars they had seen; null: they named none. */
  seen: number | null;
}
type Press = Wish & { status: number; body: RefundMade & ErrorBody };

const twoAdmins: Trial = {
  table: 'fault',
  name: 'refund-two-admins',
  promise:
    'each of two admins who refund one order sees their own result, and one with old figures refunds nothing and sees the new',
  counts: { quick: 24, full: 200 },
  async run(times, run) {
    const shop = await openMoneyShop(run);
    const chance = createTrialRandom(2);
    const ada = await addSignedIn(shop.app, 'ada', 'admin');
    const ben = await addSignedIn(shop.app, 'ben', 'admin');
    let refused = 0;
    await inParallel(times, 10, async (index) => {
      const order = await shop.buy(index);
      const presses: Press[] = [];
      for (let round = 0; round < 2; round++)
        presses.push(...(await pressBoth(chance, order, chance.shuffle([ada, ben]))));
      refused += presses.filter(({ status }) => status === 409).length;
      run.count(await lossOf(shop, ada, order, presses));
    });
    return `${4 * times} presses, ${refused} answered 409`;
  },
};

async function pressBoth(chance: TrialRandom, { orderId }: PlacedOrder, admins: Admin[]): Promise<Press[]> {
  const isAtOnce = chance.below(2) === 0;
  const same = chance.below(2) === 0 ? chance.pick(amounts) : undefined;
  const wishes: Wish[] = [];
  for (const by of admins) {
    const seen = (await by.get<OrderPayment>(`/api/orders/${orderId}/payment`)).body.refunded;
    const amount = same === undefined ? chance.pick(amounts) : same;
    wishes.push({ by, amount, seen: chance.below(3) === 0 ? null : seen });
  }
  const press = async ({ by, amount, seen }: Wish): Promise<Press> => {
    await chance.turns(isAtOnce ? 30 : 0);
    const { status, body } = await by.post<RefundMade & ErrorBody>(`/api/orders/${orderId}/refund`, {
      ...(amount === null ? {} : { amount: amount / 100 }),
      ...(seen === null ? {} : { refundedBefore: seen }),
    });
    return { by, amount, seen, status, body };
  };
  if (isAtOnce) return Promise.all(wishes.map(press));
  const presses: Press[] = [];
  for (const wish of wishes) presses.push(await press(wish));
  return presses;
}

async function lossOf(
  shop: MoneyShop,
  desk: Admin,
  order: PlacedOrder,
  presses: Press[],
): Promise<string | null> {
  const { refunds } = await readMoneyAtStripe(shop.stripe, order.paymentIntentId);
  const story = presses
    .map(({ amount, seen, status, body }) => `${amount} seeing ${seen}: ${status} ${body.refundId ?? ''}`)
    .join('; ');
  const askedFor = new Map<string, string[]>();
  for (const { by, amount, seen, status, body } of presses) {
    if (status === 409 && /refunded|is left|nothing to refund/.test(body.error.message)) continue;
    if (status !== 200) return `answered ${status} “${body.error.message}”: ${story}`;
    const position = refunds.findIndex(({ id }) => id === body.refundId);
    const refund = refunds[position];
    if (!refund || refund.amount !== Math.round(body.amount * 100)) return `told is another refund: ${story}`;
    if (amount !== null && amount !== refund.amount) return `${refund.amount} instead of ${amount}: ${story}`;
    const before = refunds.slice(0, position).reduce((sum, earlier) => sum + earlier.amount, 0);
    if (seen !== null && Math.round(seen * 100) !== before) return `given by who saw other figures: ${story}`;
    // If both ask for the same at once, either may have been first.
    askedFor.set(refund.id, [...(askedFor.get(refund.id) ?? []), by.person.username]);
  }
  if (askedFor.size !== refunds.length) return `${refunds.length} refunds at Stripe: ${story}`;
  return findMismatch(shop, desk, order, askedFor);
}

export const trials: Trial[] = [twoAdmins];
