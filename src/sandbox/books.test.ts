import fc from 'fast-check';
import type Stripe from 'stripe';
import { afterAll, expect, test } from 'vitest';
import { type SandboxStep, stepNames, steps } from './step-names.ts';
import { payWith, runStep, settle, startSetup } from './test-sandbox.ts';

const setup = await startSetup();
afterAll(() => setup.close());

const cards = [
  '4242424242424242',
  '4000000000007726',
  '4000000000005126',
  '4000000000000259',
  '4000000000001976',
  '4000000000009235',
  '4000000000007775',
];
const isOfPayment = (step: SandboxStep) => steps[step].kind !== null;
const move = fc.record({
  step: fc.constantFrom(...stepNames.filter(isOfPayment), 'settle' as const),
  target: fc.nat(),
  amount: fc.integer({ min: 1, max: 6000 }),
});

/** Everything that belongs to a payment. */
async function readBooks(id: string) {
  const { stripe } = setup;
  const [intent, refunds, disputes, reviews] = await Promise.all([
    stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
    stripe.refunds.list({ payment_intent: id, limit: 100 }),
    stripe.disputes.list({ payment_intent: id, limit: 100 }),
    stripe.reviews.list({ limit: 100 }),
  ]);
  return {
    charge: intent.latest_charge as Stripe.Charge,
    refunds: refunds.data,
    disputes: disputes.data,
    reviews: reviews.data.filter((review) => review.payment_intent === id),
  };
}

/** What each object was in the last event that told of it; events before the payment are not read. */
async function lastTold(payment: string): Promise<Map<string, unknown>> {
  const told = new Map<string, unknown>();
  for await (const { type, data } of setup.stripe.events.list({ limit: 100 })) {
    const object = data.object as unknown as { id: string };
    if (!told.has(object.id)) told.set(object.id, object);
    if (type === 'payment_intent.created' && object.id === payment) break;
  }
  return told;
}

test('matches the books with the last events after any steps', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...cards),
    fc.array(move, { minLength: 1, maxLength: 14 }),
    async (card, moves) => {
      const { id } = await payWith(setup, card);
      for (const { step, target, amount } of moves) {
        if (step === 'settle') {
          await settle(setup);
          continue;
        }
        const { refunds, disputes, reviews } = await readBooks(id);
        const targets = [{ id, object: 'payment_intent' }, ...refunds, ...disputes, ...reviews].filter(
          ({ object }) => object === steps[step].kind,
        );
        const more: Record<string, string> =
          step === 'refunded_at_dashboard' ? { amount: String(amount) } : {};
        const about = targets[target % targets.length];
        const answer = await runStep(setup, step, about?.id ?? 'none', more);
        expect([200, 400, 404]).toContain(answer.status);
      }

      const { charge, refunds, disputes, reviews } = await readBooks(id);
      const given = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
      const sum = given.reduce((total, refund) => total + refund.amount, 0);
      expect(charge.amount_refunded).toBe(sum);
      expect(sum).toBeLessThanOrEqual(charge.amount_captured);
      expect(charge.refunded).toBe(charge.paid && sum === charge.amount_captured);
      expect(charge.disputed).toBe(disputes.length > 0);
      for (const dispute of disputes) {
        const net = dispute.balance_transactions.reduce((total, moved) => total + moved.amount, 0);
        const isInquiry = dispute.payment_method_details?.card?.case_type === 'inquiry';
        expect(net === 0).toBe(isInquiry || dispute.status === 'won');
        expect(dispute.is_charge_refundable).toBe(isInquiry || dispute.status === 'won');
      }
      const told = await lastTold(id);
      for (const object of [...refunds, ...disputes, ...reviews]) expect(told.get(object.id)).toEqual(object);
    },
  );
  await fc.assert(property, { numRuns: 40, endOnFailure: true });
}, 60_000);
