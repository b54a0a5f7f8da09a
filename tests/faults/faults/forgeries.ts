import type Stripe from 'stripe';
import { placeOrder, storedMail, storedOrder } from '../../../src/testing/builders.ts';
import { createChance } from '../chance.ts';
import type { PlacedOrder } from '../customers.ts';
import { createAppOnSandbox, payWithCard } from '../servers/stripe-sandbox.ts';
import { createTally, type Trial } from '../trial.ts';

const victims = 20;

/** What a forger sends, and the only answers that are right. */
interface Forgery {
  name: string;
  answers: number[];
  send(victim: PlacedOrder, other: PlacedOrder, index: number): Promise<number>;
}

/** Claims of a payment that never happened, with the genuine check of signatures and a genuine API to ask. */
const forged: Trial = {
  table: 'fault',
  name: 'forged-payments',
  promise: 'forged confirm-payment calls and forged, old or lying webhooks make nothing paid',
  counts: { quick: 110, full: 1_000 },
  async run(count, progress) {
    const { app, sandbox, stripe, close } = await createAppOnSandbox();
    const chance = createChance(1_000);
    const tally = createTally();
    try {
      const unpaid: PlacedOrder[] = [];
      while (unpaid.length < victims) unpaid.push(await placeOrder(app));
      const paid = await placeOrder(app);
      const isCharged = await payWithCard(sandbox.apiBase, {
        paymentIntentId: paid.paymentIntentId,
        clientSecret: paid.clientSecret ?? '',
      });
      if (!isCharged) throw new Error('The sandbox did not take the card.');

      const secret = sandbox.keys.webhookSecret;
      const now = () => Math.floor(Date.now() / 1000);
      const sign = (payload: string, options: Partial<Stripe.WebhookTestHeaderOptions> = {}) =>
        stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: now(), ...options });
      const deliver = async (body: string, signature: string) => {
        const headers = { 'stripe-signature': signature };
        return (await app.app.request('/api/stripe/webhook', { method: 'POST', headers, body })).status;
      };
      const confirm = async (body: object) => (await app.visitor().post('/api/confirm-payment', body)).status;

      const forgeries: Forgery[] = [
        {
          name: 'asks whether an unpaid order is paid',
          answers: [200],
          send: ({ orderId, orderNumber }) => confirm({ orderId, orderNumber }),
        },
        {
          name: 'claims that it is',
          answers: [400],
          send: ({ orderId, orderNumber }) => confirm({ orderId, orderNumber, status: 'succeeded' }),
        },
        {
          name: 'claims it with the payment of a paid order',
          answers: [400],
          send: ({ orderId, orderNumber }, { paymentIntentId }) =>
            confirm({ orderId, orderNumber, paymentIntentId }),
        },
        {
          name: 'uses the number of a paid order',
          answers: [404],
          send: ({ orderId }, { orderNumber }) => confirm({ orderId, orderNumber }),
        },
        {
          name: 'sends a webhook without a signature',
          answers: [400],
          send: (victim, _other, index) => deliver(eventOf(victim, `evt_forged_${index}`), ''),
        },
        {
          name: 'signs it with another secret',
          answers: [400],
          send(victim, _other, index) {
            const body = eventOf(victim, `evt_forged_${index}`);
            return deliver(body, sign(body, { secret: `whsec_guess_${index}` }));
          },
        },
        {
          name: 'repeats an old signature',
          answers: [400],
          send(victim, _other, index) {
            const body = eventOf(victim, `evt_forged_${index}`);
            return deliver(body, sign(body, { timestamp: now() - 302 - chance.below(100_000) }));
          },
        },
        {
          name: 'changes what was signed',
          answers: [400],
          send(victim, other, index) {
            const signature = sign(eventOf(other, `evt_forged_${index}`));
            return deliver(eventOf(victim, `evt_forged_${index}`), signature);
          },
        },
        {
          name: 'signs in a scheme that is not looked at',
          answers: [400],
          send(victim, _other, index) {
            const body = eventOf(victim, `evt_forged_${index}`);
            return deliver(body, sign(body).replace('v1=', 'v0='));
          },
        },
        {
          name: 'has the secret and lies about the payment',
          answers: [200],
          send(victim, _other, index) {
            const body = eventOf(victim, `evt_lie_${index}`);
            return deliver(body, sign(body));
          },
        },
        {
          name: "has the secret and puts the order into somebody else's payment",
          answers: [200],
          send(victim, other, index) {
            const body = eventOf({ ...victim, paymentIntentId: other.paymentIntentId }, `evt_swap_${index}`);
            return deliver(body, sign(body));
          },
        },
      ];

      for (let index = 0; index < count; index++) {
        const forgery = forgeries[index % forgeries.length];
        const victim = chance.pick(unpaid);
        if (!forgery) continue;
        const status = await forgery.send(victim, paid, index);
        const { paymentStatus } = storedOrder(app, victim.orderId);
        if (paymentStatus !== 'unpaid') tally.count(`"${forgery.name}" made an order ${paymentStatus}`);
        else if (storedMail(app, victim.orderId).length > 0) tally.count(`"${forgery.name}" sent mail`);
        else if (!forgery.answers.includes(status)) tally.count(`"${forgery.name}" was answered ${status}`);
        else tally.count(null);
        if (index % 50 === 0) progress(index);
      }

      // The same call, genuine: without this the losses above could not happen at all.
      const genuine = eventOf(paid, 'evt_genuine');
      await deliver(genuine, sign(genuine));
      const isBelieved = storedOrder(app, paid.orderId).paymentStatus === 'paid';
      // After a loss it says little: the forgery may have put the paid order aside as well.
      if (!isBelieved && tally.outcome().losses.length === 0) {
        throw new Error('A genuine webhook about a genuine payment was not believed.');
      }
      return tally.outcome(`${forgeries.length} ways`);
    } finally {
      await close();
    }
  },
};

/** @returns an event that says an order was paid, as Stripe would write it */
function eventOf({ orderId, paymentIntentId }: PlacedOrder, id: string): string {
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
  const created = Math.floor(Date.now() / 1000);
  return JSON.stringify({ id, object: 'event', type: 'payment_intent.succeeded', created, data: { object } });
}

export const trials: Trial[] = [forged];
