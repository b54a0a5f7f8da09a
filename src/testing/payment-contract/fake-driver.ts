import type { PaymentDispute } from '../../server/context/payment-gateway.ts';
import { failure } from '../fake-payments/fake-failures.ts';
import { createFakePayments } from '../fake-payments.ts';
import { createFakeClock } from '../fakes.ts';
import { type Card, missingPermission, type PaymentDriver } from './payment-driver.ts';

type Decisions = Record<'winning' | 'losing' | 'escalating', PaymentDispute['status']>;

/** What a bank decides by which evidence. */
const decisions: Record<'chargeback' | 'inquiry', Decisions> = {
  chargeback: { winning: 'won', losing: 'lost', escalating: 'under_review' },
  inquiry: { winning: 'warning_closed', losing: 'warning_closed', escalating: 'needs_response' },
};

/** The fake gateway, and what happens to its payments. */
export function driveFake(): PaymentDriver {
  const clock = createFakeClock();
  const fake = createFakePayments({ clock });
  const later: (() => unknown)[] = [];
  let disputes = 0;

  function dispute(id: string, status: 'needs_response' | 'warning_needs_response', reason = 'fraudulent') {
    disputes += 1;
    fake.dispute(id, status, { id: `du_${disputes}`, reason });
  }
  /** A bank goes on with a dispute. */
  async function decide(disputeId: string, next: (dispute: PaymentDispute) => PaymentDispute['status']) {
    for await (const { id, disputes } of fake.listPayments(0)) {
      const found = disputes?.find((one) => one.id === disputeId);
      if (found) fake.dispute(id, next(found), { id: disputeId });
    }
  }
  const isInquiry = ({ status }: PaymentDispute) => status.startsWith('warning_');

  /** What happens to an open payment with each card. */
  const cards: Record<Card, (id: string) => void> = {
    good: (id) => fake.pay(id),
    declined: (id) => fake.decline(id, 'fingerprint-of-a-declined-card'),
    'without funds': (id) => fake.decline(id, 'fingerprint-of-an-empty-card'),
    'asking for 3-D Secure': () => {},
    processing(id) {
      fake.startProcessing(id);
      later.push(() => fake.pay(id));
    },
    'refunded slowly'(id) {
      fake.pay(id);
      fake.refundsBegin('pending');
      later.push(() => moveRefunds(id, 'succeeded'));
    },
    'not refundable'(id) {
      fake.pay(id);
      later.push(() => moveRefunds(id, 'failed'));
    },
    'disputed as fraud'(id) {
      fake.pay(id);
      dispute(id, 'needs_response');
    },
    'disputed as not received'(id) {
      fake.pay(id);
      dispute(id, 'needs_response', 'product_not_received');
    },
    inquired(id) {
      fake.pay(id);
      dispute(id, 'warning_needs_response');
    },
    'disputed twice'(id) {
      fake.pay(id);
      dispute(id, 'needs_response');
      dispute(id, 'needs_response', 'product_not_received');
    },
    'warned of'(id) {
      fake.pay(id);
      fake.warn(id, 'early_fraud_warning');
    },
    'under review'(id) {
      fake.pay(id);
      fake.warn(id, 'review');
    },
  };
  function moveRefunds(id: string, status: 'succeeded' | 'failed') {
    const why = status === 'failed' ? 'expired_or_canceled_card' : null;
    for (const refund of fake.payments.get(id)?.refunds ?? []) fake.moveRefund(id, refund.id, status, why);
  }

  return {
    gateway: fake,
    secrets: [],
    cards: new Set(Object.keys(cards) as Card[]),
    troubles: new Set(['unreachable', 'key', 'permission']),
    areBanksPatient: true,
    patience: 1_000,
    now: clock.now,
    async pay({ id }, card) {
      if (fake.payments.get(id)?.status !== 'open') return false;
      fake.refundsBegin('succeeded');
      cards[card](id);
      return true;
    },
    async banksDecide() {
      for (const happen of later.splice(0)) await happen();
    },
    chargeOf: async (id) => `ch_of_${id}`,
    openElsewhere: async (amountCents, orderId) => fake.openElsewhere(amountCents, orderId),
    async refundElsewhere(id, amountCents) {
      fake.refundElsewhere(id, amountCents);
    },
    async answer(disputeId, evidence) {
      await decide(disputeId, (one) => (isInquiry(one) ? 'warning_under_review' : 'under_review'));
      later.push(() =>
        decide(disputeId, (one) => decisions[isInquiry(one) ? 'inquiry' : 'chargeback'][evidence]),
      );
    },
    async acceptDispute(disputeId) {
      await decide(disputeId, (one) => (isInquiry(one) ? 'warning_closed' : 'lost'));
    },
    async approveReview(reviewId) {
      fake.warn(reviewId.replace(/^review_of_/, ''), 'review', false);
    },
    async losingAnswers(call, work) {
      fake.loseAnswers(call);
      await work().finally(() => fake.loseAnswers(null));
    },
    async breakDown(trouble) {
      const lacks = trouble === 'permission';
      fake.failWith(
        failure(trouble, lacks ? `rak_${missingPermission}` : null),
        lacks ? 'refundPayment' : null,
      );
      return { gateway: fake, mend: async () => fake.failWith(null) };
    },
    async refuseProcessing(id) {
      fake.decline(id, 'fingerprint-of-a-refused-card');
    },
    async moveRefund(id, refundId, status) {
      fake.moveRefund(id, refundId, status);
    },
    async chargeBack(id) {
      dispute(id, 'needs_response');
    },
    advance: clock.advance,
    async close() {},
  };
}
