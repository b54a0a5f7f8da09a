import { reconcilePayments } from '../../../src/server/payments/missed-webhooks.ts';
import type { Alert } from '../../../src/shared/ops/alerts.ts';
import { addSignedIn, storedMail, storedOrder } from '../../kit/builders.ts';
import { type PlacedOrder, paidOrderProblem, placeOrderNumber } from '../customers.ts';
import { openMoneyShop } from '../money-support/money-shop.ts';
import type { Trial } from '../trial.ts';

const day = 86_400_000;
const goodCard = '4242424242424242';
const declinedCard = '4000000000000002';

const lost: Trial = {
  table: 'fault',
  name: 'webhooks-lost-for-a-day',
  promise: 'the reconciler finds every payment of a day without webhooks, once, and tells the admin',
  counts: { quick: 130, full: 1_000 },
  async run(times, run) {
    const { app, pay } = await openMoneyShop(run);
    const placed: { order: PlacedOrder; isCharged: boolean }[] = [];
    for (let index = 0; index < times; index++) {
      const order = await placeOrderNumber(app, index);
      placed.push({ order, isCharged: await pay(order, index % 20 === 19 ? declinedCard : goodCard) });
      app.clock.advance(Math.floor(day / times));
    }
    await reconcilePayments(app.context);
    const again = await reconcilePayments(app.context);
    for (const { order, isCharged } of placed) {
      const { paymentStatus } = storedOrder(app, order.orderId);
      const isLeft = paymentStatus === 'unpaid' && storedMail(app, order.orderId).length === 0;
      if (isCharged) run.count(paidOrderProblem(app, order));
      else run.count(isLeft ? null : `${order.orderNumber} was declined and counts as paid`);
    }
    const admin = await addSignedIn(app, 'admin', 'admin');
    const alerts = (await admin.get<Alert[]>('/api/alerts')).body;
    if (!alerts.some(({ code }) => code === 'webhook_silent')) run.count('the admin was not told');
    if (again !== 0) run.count(`a second look changed ${again} orders`);
    const charged = placed.filter(({ isCharged }) => isCharged).length;
    return `${charged} charged, ${times - charged} declined`;
  },
};

export const trials: Trial[] = [lost];
