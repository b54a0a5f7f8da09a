import { storedMail, storedOrder } from '../../kit/builders.ts';
import { type PlacedOrder, placeOrderNumber } from '../customers.ts';
import { openMoneyShop } from '../money-support/money-shop.ts';
import { createTrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

const victims = 20;

const forged: Trial = {
  table: 'fault',
  name: 'forged-payments',
  promise: 'forged confirm-payment calls and forged, old or lying webhooks make nothing paid',
  counts: { quick: 110, full: 1_000 },
  async run(times, run) {
    const { app, deliver, pay, sign } = await openMoneyShop(run);
    const chance = createTrialRandom(1_000);
    const unpaid: PlacedOrder[] = [];
    while (unpaid.length < victims) unpaid.push(await placeOrderNumber(app, unpaid.length));
    const paid = await placeOrderNumber(app, victims);
    if (!(await pay(paid))) throw new Error('The sandbox did not take the card.');

    const now = () => Math.floor(app.clock.now() / 1000);
    const idsOf = ({ orderId, orderNumber }: PlacedOrder) => ({ orderId, orderNumber });
    const { paymentIntentId } = paid;

    /** What a forger sends as the browser of an unpaid order, and the only right answer. */
    const claims: [name: string, right: number, bodyOf: (victim: PlacedOrder) => object][] = [
      ['asks whether an unpaid order is paid', 200, idsOf],
      ['claims that it is', 400, (victim) => ({ ...idsOf(victim), status: 'succeeded' })],
      ['claims it with a payment that was made', 400, (victim) => ({ ...idsOf(victim), paymentIntentId })],
      ['uses the number of a paid order', 404, (victim) => ({ ...idsOf(paid), orderId: victim.orderId })],
    ];
    /** What a forger sends as Stripe; with the secret, the webhook is accepted, and Stripe is asked. */
    const webhooks: [name: string, right: number, signatureOf: (body: string) => string][] = [
      ['sends a webhook without a signature', 400, () => ''],
      ['signs it with another secret', 400, (body) => sign(body, { secret: 'whsec_guess' })],
      ['repeats an old signature', 400, (body) => sign(body, { timestamp: now() - 302 - chance.below(1e5) })],
      ['changes what was signed', 400, () => sign(successOf(paid, 'evt_other', now()))],
      ['signs in a scheme that is not looked at', 400, (body) => sign(body).replace('v1=', 'v0=')],
      ['has the secret and lies', 200, (body) => sign(body)],
    ];
    const judge = (what: string, { orderId }: PlacedOrder, isRight: boolean) => {
      const { paymentStatus } = storedOrder(app, orderId);
      if (paymentStatus !== 'unpaid') run.count(`${what} made an order ${paymentStatus}`);
      else if (storedMail(app, orderId).length > 0) run.count(`${what} sent mail`);
      else run.count(isRight ? null : `${what} was answered otherwise`);
    };
    while (run.tried() < times) {
      for (const [name, right, bodyOf] of claims) {
        const victim = chance.pick(unpaid);
        const { status } = await app.visitor().post('/api/confirm-payment', bodyOf(victim));
        judge(name, victim, status === right);
      }
      for (const [name, right, signatureOf] of webhooks) {
        const victim = chance.pick(unpaid);
        // About the victim's own payment, or the payment of the paid order.
        for (const order of [victim, { ...victim, paymentIntentId }]) {
          const body = successOf(order, `evt_forged_${run.tried()}`, now());
          judge(name, victim, (await deliver({}, body, signatureOf(body))) === right);
        }
      }
    }

    // The same call, genuine: proves that the losses above are possible.
    await deliver({}, successOf(paid, 'evt_genuine', now()));
    const isBelieved = storedOrder(app, paid.orderId).paymentStatus === 'paid';
    // After a loss this proves little: the forgery may also have put the paid order under review.
    if (!isBelieved && run.losses.length === 0)
      throw new Error('A genuine webhook about a genuine payment was not believed.');
    return `${claims.length + webhooks.length} ways`;
  },
};

function successOf({ orderId, paymentIntentId }: PlacedOrder, id: string, created: number): string {
  const object = {
    id: paymentIntentId,
    object: 'payment_intent',
    amount: 6_000,
    amount_received: 6_000,
    currency: 'usd',
    livemode: false,
    metadata: { order_id: orderId },
    status: 'succeeded',
  };
  return JSON.stringify({ id, object: 'event', type: 'payment_intent.succeeded', created, data: { object } });
}

export const trials: Trial[] = [forged];
