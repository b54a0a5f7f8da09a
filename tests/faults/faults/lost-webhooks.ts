import { reconcilePayments } from '../../../src/server/payments/reconcile-payments.ts';
import type { Alert } from '../../../src/shared/alerts.ts';
import { addSignedIn, placeOrder, storedMail, storedOrder } from '../../../src/testing/builders.ts';
import { lossOfPaidOrder } from '../customers.ts';
import { createAppOnSandbox, payWithCard } from '../servers/stripe-sandbox.ts';
import { createTally, type Trial } from '../trial.ts';

const day = 86_400_000;
const goodCard = '4242424242424242';
const declinedCard = '4000000000000002';

/** A whole day of business of which no webhook tells, and no browser came back from its payment. */
const lost: Trial = {
  table: 'fault',
  name: 'webhooks-lost-for-a-day',
  promise: 'the reconciler finds every payment of a day without webhooks, once, and the admin is told',
  counts: { quick: 130, full: 1_000 },
  async run(count, progress) {
    const { app, sandbox, close } = await createAppOnSandbox();
    const tally = createTally();
    try {
      const placed: { order: Awaited<ReturnType<typeof placeOrder>>; isCharged: boolean }[] = [];
      for (let index = 0; index < count; index++) {
        const order = await placeOrder(app, { customerEmail: `customer${index}@customers.example` });
        const { paymentIntentId, clientSecret } = order;
        const payment = { paymentIntentId, clientSecret: clientSecret ?? '' };
        const card = index % 20 === 19 ? declinedCard : goodCard;
        placed.push({ order, isCharged: await payWithCard(sandbox.apiBase, payment, card) });
        app.clock.advance(Math.floor(day / count));
        if (index % 50 === 0) progress(index);
      }
      await reconcilePayments(app.context);
      const again = await reconcilePayments(app.context);
      for (const { order, isCharged } of placed) {
        if (isCharged) tally.count(lossOfPaidOrder(app, order));
        else {
          const isLeft = storedOrder(app, order.orderId).paymentStatus === 'unpaid';
          const isSilent = storedMail(app, order.orderId).length === 0;
          tally.count(isLeft && isSilent ? null : `${order.orderNumber} was declined and counts as paid`);
        }
      }
      const admin = await addSignedIn(app, 'admin', 'admin');
      const alerts = (await admin.get<Alert[]>('/api/alerts')).body;
      if (!alerts.some(({ code }) => code === 'webhook_silent')) tally.count('nobody told the admin');
      if (again !== 0) tally.count(`a second look changed ${again} orders`);
      const charged = placed.filter(({ isCharged }) => isCharged).length;
      return tally.outcome(`${charged} charged, ${count - charged} declined`);
    } finally {
      await close();
    }
  },
};

export const trials: Trial[] = [lost];
