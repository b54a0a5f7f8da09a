import { sendWebhook } from '../../kit/builders.ts';
import {
  askWhetherPaid,
  createDelayedApp,
  type PlacedOrder,
  paidOrderProblem,
  placeOrderNumber,
} from '../customers.ts';
import { inParallel } from '../running-service/browser.ts';
import type { Trial } from '../trial.ts';

const repeats = 20;

const repeated: Trial = {
  table: 'fault',
  name: 'webhooks-repeated',
  promise: `an order whose webhooks come ${repeats} times, shuffled and in parallel, is paid once and confirmed once`,
  counts: { quick: 40, full: 1_000 },
  async run(times, { count }) {
    const { app, chance } = createDelayedApp(20);
    const orders: PlacedOrder[] = [];
    await inParallel(times, 16, async (index) => void orders.push(await placeOrderNumber(app, index)));
    const events = orders.flatMap(({ paymentIntentId: paymentId }) => {
      app.payments.pay(paymentId);
      return [
        { id: `evt_${paymentId}`, type: 'payment_intent.succeeded', paymentId },
        { id: `evt_late_${paymentId}`, type: 'payment_intent.payment_failed', paymentId },
      ];
    });
    const deliveries = chance.shuffle(Array.from({ length: repeats }, () => events).flat());
    await inParallel(deliveries.length, 64, async (index) => {
      const status = await sendWebhook(app, deliveries[index] ?? { id: '' });
      if (status !== 200) count(`a webhook was answered ${status}`);
    });
    await app.sendMail();
    for (const order of orders) {
      const sent = app.mailer.sent.filter(({ text }) => text.includes(order.orderNumber)).length;
      const loss = paidOrderProblem(app, order);
      count(loss ?? (sent === 1 ? null : `${order.orderNumber} was confirmed ${sent} times`));
    }
    return `${deliveries.length} deliveries`;
  },
};

const race: Trial = {
  table: 'fault',
  name: 'confirm-races-webhook',
  promise: 'confirm-payment racing the webhook makes the order paid once and fails for no caller',
  counts: { quick: 60, full: 500 },
  async run(times, { count }) {
    const { app, chance } = createDelayedApp(500);
    for (let index = 0; index < times; index++) {
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
      count(loss ?? paidOrderProblem(app, order));
    }
    return '';
  },
};

export const trials: Trial[] = [repeated, race];
