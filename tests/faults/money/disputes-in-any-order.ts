import fc from 'fast-check';
import { StripeApiError } from '../../../src/sandbox/payments/api-errors.ts';
import type { Payment, PaymentRefund } from '../../../src/server/base/payment-gateway.ts';
import { deriveMoney } from '../../../src/server/payments/derive-money.ts';
import { findMissedEvents, reconcilePayments } from '../../../src/server/payments/missed-webhooks.ts';
import type { DisputeStatus } from '../../../src/shared/orders/money-states.ts';
import { addSignedIn, orderIn, sendWebhook, storedOrder } from '../../kit/builders.ts';
import { createTestApp, type TestApp } from '../../kit/test-app.ts';
import { delayPayments, type PlacedOrder } from '../customers.ts';
import { expectedOf } from '../money-support/at-stripe.ts';
import { checkInBatches } from '../property.ts';
import { createTrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

const kinds = [
  ...['dispute', 'dispute', 'doubt', 'refund', 'refund goes on', 'admin refunds', 'old event', 'old event'],
  ...['fresh event', 'reconciler', 'event list', 'desk', 'quiet'],
] as const;

interface Story {
  seed: number;
  steps: { kind: string; n: number }[];
}

const stories: fc.Arbitrary<Story> = fc.record({
  seed: fc.nat(),
  steps: fc.array(fc.record({ kind: fc.constantFrom(...kinds), n: fc.nat(1_000) }), {
    minLength: 10,
    maxLength: 30,
  }),
});

const anyOrder: Trial = {
  table: 'fault',
  name: 'disputes-in-any-order',
  promise: 'events of a payment in any order never make paid unpaid, and leave the order as Stripe says',
  counts: { quick: 60, full: 1_000 },
  async run(times, run) {
    await checkInBatches(fc.asyncProperty(stories, live), times, run);
    return '';
  },
};

async function live({ seed, steps }: Story) {
  const app = createTestApp();
  try {
    const admin = await addSignedIn(app, 'admin', 'admin');
    const order = await orderIn(app, 'pending', admin.person);
    const { orderId, paymentIntentId } = order;
    const chance = createTrialRandom(seed);
    app.context.payments = delayPayments(app.payments, chance, 6);
    const broken: string[] = [];
    const history = createHistory(app, paymentIntentId);
    const underWay: Promise<unknown>[] = [];

    async function tellFresh(id: string) {
      const happened = app.payments.events.length;
      const event = { id, type: 'charge.refund.updated', paymentId: paymentIntentId };
      const status = await sendWebhook(app, event);
      if (status !== 200) broken.push(`a webhook was answered ${status}`);
      // Nothing has happened since Stripe was asked: its answer now must be stored.
      if (happened === app.payments.events.length) broken.push(...(await findDifference(app, order)));
    }
    const acts: Record<string, (n: number, index: number) => unknown> = {
      dispute: history.dispute,
      doubt: history.doubt,
      refund: history.refund,
      'refund goes on': history.moveRefund,
      'admin refunds': (n) => admin.post(`/api/orders/${orderId}/refund`, { amount: 1 + (n % 60) }),
      'old event': (n) => {
        const event = app.payments.events[n % app.payments.events.length];
        return event && sendWebhook(app, event);
      },
      'fresh event': (_n, index) => tellFresh(`evt_fresh_${index}`),
      reconciler: () => reconcilePayments(app.context),
      'event list': () => findMissedEvents(app.context),
      desk: () => admin.get(`/api/orders/${orderId}/payment`),
    };
    for (const [index, { kind, n }] of steps.entries()) {
      if (kind === 'quiet') await Promise.all(underWay);
      else underWay.push(Promise.resolve(acts[kind]?.(n, index)));
      await chance.turns(6);
      const { paymentStatus } = storedOrder(app, orderId);
      if (paymentStatus === 'unpaid' || paymentStatus === 'review')
        broken.push(`paid became ${paymentStatus}`);
    }
    await Promise.all(underWay);
    await findMissedEvents(app.context);
    broken.push(...(await findDifference(app, order)));
    if (broken.length > 0) throw new Error([...new Set(broken)].join('; '));
  } finally {
    app.payments.close();
    app.db.$client.close();
  }
}

/** The states that can follow each state of a dispute; null: how it begins. */
const disputeCourses = new Map<DisputeStatus | null, DisputeStatus[]>([
  [null, ['needs_response', 'warning_needs_response', 'prevented']],
  ['warning_needs_response', ['warning_under_review', 'warning_closed', 'needs_response']],
  ['warning_under_review', ['warning_closed', 'needs_response']],
  ['needs_response', ['under_review', 'won', 'lost']],
  ['under_review', ['won', 'lost']],
]);
const refundCourses = new Map<PaymentRefund['status'], Exclude<PaymentRefund['status'], 'pending'>[]>([
  ['pending', ['succeeded', 'failed', 'canceled', 'requires_action']],
  ['requires_action', ['succeeded', 'failed', 'canceled']],
  ['succeeded', ['failed']],
]);
const beginnings = ['succeeded', 'pending', 'requires_action'] as const;
/** Cents; 0: everything left. */
const amounts = [0, 1, 1_000, 6_000];

/** Makes up a payment's history at Stripe, step by step, as far as possible; `n` chooses each step. */
function createHistory({ payments }: TestApp, id: string) {
  const disputes = new Map<string, DisputeStatus>();
  const warnings = new Map<'review' | 'early_fraud_warning', boolean>();
  return {
    dispute(n: number) {
      const disputeId = `du_${n % 3}_of_${id}`;
      const courses = disputeCourses.get(disputes.get(disputeId) ?? null);
      const status = courses?.[Math.floor(n / 3) % courses.length];
      if (!status) return;
      disputes.set(disputeId, status);
      payments.dispute(id, status, { id: disputeId });
    },
    doubt(n: number) {
      const kind = n % 2 === 0 ? 'review' : 'early_fraud_warning';
      const isOpen = warnings.get(kind);
      if (isOpen === false) return;
      const isOpenThere = payments.find(id)?.warnings?.some((one) => one.kind === kind && one.isOpen);
      // It was closed by a dispute or a full refund.
      if (isOpen && !isOpenThere) return;
      warnings.set(kind, isOpen === undefined);
      payments.warn(id, kind, isOpen === undefined);
    },
    refund(n: number) {
      const payment = payments.find(id);
      const left = (payment?.amountReceivedMinor ?? 0) - (payment?.refundedMinor ?? 0);
      const beginning = beginnings[n % beginnings.length];
      payments.refundsBegin(beginning === 'succeeded' ? 'succeeded' : 'pending');
      if (left <= 0) return;
      try {
        payments.refundElsewhere(id, amounts[Math.floor(n / 3) % amounts.length] || left);
        const known = new Set(payment?.refunds.map((refund) => refund.id));
        const made = payments.find(id)?.refunds.find((refund) => !known.has(refund.id));
        if (made && beginning === 'requires_action') payments.moveRefund(id, made.id, beginning);
      } catch (error) {
        if (!(error instanceof StripeApiError)) throw error;
      }
    },
    moveRefund(n: number) {
      const refunds = payments.find(id)?.refunds ?? [];
      const refund = refunds[n % refunds.length];
      const courses = refund && refundCourses.get(refund.status);
      const status = courses?.[Math.floor(n / 7) % courses.length];
      if (refund && status)
        payments.moveRefund(id, refund.id, status, status === 'failed' ? 'lost_or_stolen_card' : undefined);
    },
  };
}

async function truthOf(app: TestApp, paymentIntentId: string): Promise<Payment> {
  const payment = await app.payments.findPayment(paymentIntentId, 'everything');
  if (!payment) throw new Error('Stripe knows no such payment.');
  return payment;
}

/** @returns how an order's money differs from Stripe's; empty if it does not */
async function findDifference(app: TestApp, order: PlacedOrder): Promise<string[]> {
  const payment = await truthOf(app, order.paymentIntentId);
  const { refunds, amountReceivedMinor: receivedMinor } = payment;
  const disputes = payment.disputes ?? [];
  const warnings = payment.warnings ?? [];
  const isDoubted = (asked: string) => warnings.some(({ kind, isOpen }) => kind === asked && isOpen);
  const truth = deriveMoney({
    ...payment,
    receivedMinor,
    disputes,
    warnings: warnings.map((warning) => ({ ...warning, isDismissed: false })),
  });
  const expected = expectedOf({
    receivedMinor,
    refunds: refunds.map(({ amountMinor, status }) => ({ amount: amountMinor, status })),
    disputes,
    isWarned: isDoubted('early_fraud_warning'),
    isReviewed: isDoubted('review'),
  });
  const { paymentStatus, refundedMinor, refundingMinor, dispute, hold } = storedOrder(app, order.orderId);
  const stored = { paymentStatus, refundedMinor, refundingMinor, dispute, hold };
  const found = JSON.stringify(stored);
  return [truth, { ...stored, ...expected }]
    .map((right) => JSON.stringify(right))
    .filter((right) => right !== found)
    .map((right) => `stored is ${found}, true ${right}`);
}

export const trials: Trial[] = [anyOrder];
