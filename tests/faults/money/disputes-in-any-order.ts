import fc from 'fast-check';
import type { Payment, PaymentWarning } from '../../../src/server/context/payment-gateway.ts';
import { findMissedEvents } from '../../../src/server/payments/find-missed-events.ts';
import { moneyOf } from '../../../src/server/payments/money/money-of.ts';
import { reconcilePayments } from '../../../src/server/payments/reconcile-payments.ts';
import { addSignedIn, orderIn, sendWebhook, storedMail, storedOrder } from '../../../src/testing/builders.ts';
import { createTestApp, type TestApp } from '../../../src/testing/test-app.ts';
import { createChance } from '../chance.ts';
import { expectedOf } from '../money-support/at-stripe.ts';
import { createHistory } from '../money-support/fake-histories.ts';
import { checkInBatches } from '../property.ts';
import { shakePayments } from '../shaken-payments.ts';
import { createTally, type Trial } from '../trial.ts';

/** Longer than an approval can be undone, in milliseconds. */
const undoTime = 61_000;

const kinds = [
  'dispute',
  'dispute',
  'doubt',
  'refund',
  'refund goes on',
  'admin refunds',
  'old event',
  'old event',
  'fresh event',
  'reconciler',
  'event list',
  'desk',
  'approve',
  'mail',
  'quiet',
] as const;

interface Step {
  kind: (typeof kinds)[number];
  /** Chooses among what the step can do. */
  n: number;
}

interface Story {
  seed: number;
  steps: Step[];
}

const stories: fc.Arbitrary<Story> = fc.record({
  seed: fc.nat(),
  steps: fc.array(fc.record({ kind: fc.constantFrom(...kinds), n: fc.nat(1_000) }), {
    minLength: 10,
    maxLength: 30,
  }),
});

/** Refunds, disputes and doubts in random histories, of which messages tell in any order, or never. */
const anyOrder: Trial = {
  table: 'fault',
  name: 'disputes-in-any-order',
  promise:
    'whatever becomes of a payment and in whichever order it is told, no reading leaves while the money is in question, paid never becomes unpaid, and in the end the order is as Stripe says',
  counts: { quick: 60, full: 1_000 },
  async run(count, progress) {
    const tally = createTally();
    const told = { steps: 0, events: 0, delivered: 0 };
    const property = fc.asyncProperty(stories, (story) => live(story, told));
    await checkInBatches(property, { count, batch: 50 }, tally, progress);
    return tally.outcome(`${told.steps} steps, ${told.events} events, ${told.delivered} readings left`);
  },
};

async function live({ seed, steps }: Story, told: { steps: number; events: number; delivered: number }) {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '60' } });
  try {
    const admin = await addSignedIn(app, 'admin', 'admin');
    const order = await orderIn(app, 'approved', admin.person);
    const { orderId, paymentIntentId, readingId } = order;
    const chance = createChance(seed);
    app.context.payments = shakePayments(app.payments, chance, 6);
    const broken: string[] = [];
    watchMail(app, orderId, broken);
    const history = createHistory(app, paymentIntentId);
    const underWay: Promise<unknown>[] = [];
    const approve = () => admin.put(`/api/readings/${readingId}/approve`);

    async function tellFresh(id: string) {
      const happened = app.payments.events.length;
      const status = await sendWebhook(app, {
        id,
        type: 'charge.refund.updated',
        paymentId: paymentIntentId,
      });
      if (status !== 200) broken.push(`a webhook was answered ${status}`);
      // Nothing has happened since Stripe was asked: what it says now is what is stored.
      if (happened === app.payments.events.length) broken.push(...(await findDifference(app, order)));
    }
    function take({ kind, n }: Step, index: number): unknown {
      const { events } = app.payments;
      const event = events[n % events.length];
      switch (kind) {
        case 'dispute':
          return history.dispute(n);
        case 'doubt':
          return history.doubt(n);
        case 'refund':
          return history.refund(n);
        case 'refund goes on':
          return history.moveRefund(n);
        case 'admin refunds':
          return underWay.push(admin.post(`/api/orders/${orderId}/refund`, { amount: 1 + (n % 60) }));
        case 'old event':
          return event && underWay.push(sendWebhook(app, event));
        case 'fresh event':
          return underWay.push(tellFresh(`evt_fresh_${index}`));
        case 'reconciler':
          return underWay.push(reconcilePayments(app.context));
        case 'event list':
          return underWay.push(findMissedEvents(app.context));
        case 'desk':
          return underWay.push(admin.get(`/api/orders/${orderId}/payment`));
        case 'approve':
          return underWay.push(approve());
        case 'mail':
          app.clock.advance(undoTime);
          return underWay.push(app.sendMail());
        case 'quiet':
          return Promise.all(underWay);
      }
    }
    for (const [index, step] of steps.entries()) {
      await take(step, index);
      await chance.turns(6);
      const { paymentStatus } = storedOrder(app, orderId);
      if (paymentStatus === 'unpaid' || paymentStatus === 'review')
        broken.push(`paid became ${paymentStatus}`);
    }
    await Promise.all(underWay);
    await findMissedEvents(app.context);
    broken.push(...(await findDifference(app, order)));
    if (!hasLeft(app, orderId)) {
      const isAllowed = isSendable(await truthOf(app, paymentIntentId));
      if (storedOrder(app, orderId).status !== 'approved') await approve();
      app.clock.advance(undoTime);
      await app.sendMail();
      if (hasLeft(app, orderId) !== isAllowed)
        broken.push(isAllowed ? 'the order does not go on' : 'it left');
    }
    told.steps += steps.length;
    told.events += app.payments.events.length;
    if (hasLeft(app, orderId)) told.delivered += 1;
    if (broken.length > 0) throw new Error([...new Set(broken)].join('; '));
  } finally {
    app.db.$client.close();
  }
}

async function truthOf(app: TestApp, paymentIntentId: string): Promise<Payment> {
  const payment = await app.payments.findPayment(paymentIntentId, 'everything');
  if (!payment) throw new Error('Stripe knows no such payment.');
  return payment;
}

/** @returns in which way an order is not what Stripe says of its money; empty when it is */
async function findDifference(
  app: TestApp,
  order: { orderId: string; paymentIntentId: string },
): Promise<string[]> {
  const { refundedCents, refunds, isDisputed, disputes, warnings, amountReceivedCents } = await truthOf(
    app,
    order.paymentIntentId,
  );
  const truth = moneyOf({
    receivedCents: amountReceivedCents,
    refundedCents,
    refunds,
    isDisputed,
    disputes: disputes ?? [],
    warnings: (warnings ?? []).map((warning) => ({ ...warning, isDismissed: false })),
  });
  const {
    paymentStatus,
    refundedCents: back,
    refundingCents,
    dispute,
    hold,
  } = storedOrder(app, order.orderId);
  const stored = { paymentStatus, refundedCents: back, refundingCents, dispute, hold };
  const expected = expectedOf({
    receivedCents: amountReceivedCents,
    refunds: refunds.map(({ amountCents, status }) => ({ amount: amountCents, status })),
    disputes: disputes ?? [],
    isWarned: isDoubted(warnings, 'early_fraud_warning'),
    isReviewed: isDoubted(warnings, 'review'),
  });
  const found = JSON.stringify(stored);
  return [truth, { ...stored, ...expected }]
    .map((right) => JSON.stringify(right))
    .filter((right) => right !== found)
    .map((right) => `stored is ${found}, true ${right}`);
}

function isDoubted(warnings: Payment['warnings'], asked: PaymentWarning['kind']): boolean {
  return warnings?.some(({ kind, isOpen }) => kind === asked && isOpen) ?? false;
}

/** The rule in its own words: nothing taken back, not everything on its way back, and nobody doubts it. */
function isSendable({ amountReceivedCents, refundedCents, disputes, warnings }: Payment): boolean {
  const isTaken = disputes?.some(({ status }) => ['needs_response', 'under_review', 'lost'].includes(status));
  return !isTaken && refundedCents < amountReceivedCents && !warnings?.some(({ isOpen }) => isOpen);
}

function hasLeft(app: TestApp, orderId: string): boolean {
  return storedMail(app, orderId).some(({ kind, state }) => kind === 'reading_delivery' && state === 'sent');
}

/** Looks at the order whenever its reading is handed to the mail server. */
function watchMail(app: TestApp, orderId: string, broken: string[]): void {
  const { mailer } = app.context;
  app.context.mailer = {
    ...mailer,
    send(mail) {
      const { kind } = storedMail(app, orderId).find(({ messageId }) => messageId === mail.messageId) ?? {};
      const { paymentStatus, dispute, hold } = storedOrder(app, orderId);
      const isInQuestion =
        dispute === 'open' || dispute === 'lost' || hold !== null || paymentStatus === 'refunded';
      if (kind === 'reading_delivery' && isInQuestion) broken.push(`it left with ${dispute} and ${hold}`);
      return mailer.send(mail);
    },
  };
}

export const trials: Trial[] = [anyOrder];
