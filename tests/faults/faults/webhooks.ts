import { sendWebhook } from '../../../src/testing/builders.ts';
import {
  askWhetherPaid,
  createShakenApp,
  lossOfPaidOrder,
  type PlacedOrder,
  placeOrderNumber,
} from '../customers.ts';
import { createTally, type Trial } from '../trial.ts';
import { eachAtOnce } from '../wait.ts';

const repeats = 20;

/** Every event twenty times, in any order, many at once; among them late news of a declined card. */
const repeated: Trial = {
  table: 'fault',
  name: 'webhooks-repeated',
  promise: `an order whose webhooks come ${repeats} times, shuffled and in parallel, is paid once and confirmed once`,
  counts: { quick: 40, full: 1_000 },
  async run(count, progress) {
    const { app, chance } = createShakenApp(20);
    const tally = createTally();
    const orders = await placeAndPay(count, (index) => placeOrderNumber(app, index));
    for (const { paymentIntentId } of orders) app.payments.pay(paymentIntentId);
    const events = orders.flatMap(({ paymentIntentId: paymentId }) => [
      { id: `evt_${paymentId}`, type: 'payment_intent.succeeded', paymentId },
      { id: `evt_late_${paymentId}`, type: 'payment_intent.payment_failed', paymentId },
    ]);
    const deliveries = chance.shuffle(Array.from({ length: repeats }, () => events).flat());
    const refused = new Map<number, number>();
    let delivered = 0;
    await eachAtOnce(deliveries, 64, async (event) => {
      const status = await sendWebhook(app, event);
      if (status !== 200) refused.set(status, (refused.get(status) ?? 0) + 1);
      delivered += 1;
      if (delivered % 500 === 0) progress(Math.floor((delivered / deliveries.length) * count));
    });
    await app.sendMail();
    for (const order of orders) {
      const sent = app.mailer.sent.filter(({ text }) => text.includes(order.orderNumber)).length;
      const loss = lossOfPaidOrder(app, order);
      tally.count(loss ?? (sent === 1 ? null : `${order.orderNumber} was confirmed ${sent} times`));
    }
    for (const [status, times] of refused) tally.count(`${times} webhooks were answered ${status}`);
    app.db.$client.close();
    return tally.outcome(`${deliveries.length} deliveries`);
  },
};

/** The browser comes back while Stripe's events arrive. */
const race: Trial = {
  table: 'fault',
  name: 'confirm-races-webhook',
  promise: 'confirm-payment racing the webhook makes the order paid once and fails nobody',
  counts: { quick: 60, full: 500 },
  async run(count, progress) {
    const { app, chance } = createShakenApp(500);
    const tally = createTally();
    for (let index = 0; index < count; index++) {
      const order = await placeOrderNumber(app, index);
      app.payments.pay(order.paymentIntentId);
      const tell = (id: string) => async () => {
        await chance.turns(6);
        return sendWebhook(app, { id, paymentId: order.paymentIntentId });
      };
      const ask = async () => {
        await chance.turns(6);
        const { status, paymentStatus } = await askWhetherPaid(app, order);
        return status === 200 && paymentStatus !== 'paid' ? 0 : status;
      };
      const racers = chance.shuffle([ask, ask, tell(`evt_a${index}`), tell(`evt_b${index}`)]);
      const statuses = await Promise.all(racers.map((racer) => racer()));
      const failed = statuses.find((status) => status !== 200);
      const loss = failed === undefined ? null : `${order.orderNumber}: one of the racers got ${failed}`;
      tally.count(loss ?? lossOfPaidOrder(app, order));
      if (index % 50 === 0) progress(index);
    }
    app.db.$client.close();
    return tally.outcome();
  },
};

async function placeAndPay(count: number, place: (index: number) => Promise<PlacedOrder>) {
  const orders: PlacedOrder[] = [];
  const indexes = Array.from({ length: count }, (_, index) => index);
  await eachAtOnce(indexes, 16, async (index) => {
    orders.push(await place(index));
  });
  return orders;
}

export const trials: Trial[] = [repeated, race];
