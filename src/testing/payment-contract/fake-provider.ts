import type { PaymentDispute } from '../../server/context/payment-gateway.ts';
import { failure } from '../fake-payments/fake-failures.ts';
import { createFakePayments } from '../fake-payments.ts';
import { createFakeClock } from '../fakes.ts';
import { type Card, missingPermission, type Provider } from './provider.ts';

const closed = 'warning_closed';
const decisions = {
  chargeback: { winning: 'won', losing: 'lost', escalating: 'under_review', none: 'lost' },
  inquiry: { winning: closed, losing: closed, escalating: 'needs_response', none: closed },
} as const;

export async function fakeProvider(): Promise<Provider> {
  const clock = createFakeClock();
  const fake = createFakePayments({ clock });
  const later: (() => unknown)[] = [];
  let disputes = 0;

  function dispute(id: string, status: PaymentDispute['status'], reason = 'fraudulent') {
    disputes += 1;
    fake.dispute(id, status, { id: `du_${disputes}`, reason });
  }

  /** Finds a refund or dispute and its payment. */
  async function paymentWith<K extends 'refunds' | 'disputes'>(kind: K, id: string) {
    for await (const payment of fake.listPayments(0)) {
      const found = payment[kind]?.find((one) => one.id === id);
      if (found) return [payment.id, found as NonNullable<(typeof payment)[K]>[number]] as const;
    }
    throw new Error(`There is no ${id} among the ${kind}.`);
  }

  const moveRefunds = (id: string, status: 'succeeded' | 'failed') => {
    const why = status === 'failed' ? 'expired_or_canceled_card' : null;
    for (const refund of fake.payments.get(id)?.refunds ?? []) fake.moveRefund(id, refund.id, status, why);
  };

  /** What happens to a payment with each card, unless it is just paid. */
  const cards: Partial<Record<Card, (id: string) => unknown>> = {
    declined: (id) => fake.decline(id, 'fingerprint-of-a-declined-card'),
    'without funds': (id) => fake.decline(id, 'fingerprint-of-an-empty-card'),
    'asking for 3-D Secure': () => {},
    processing(id) {
      fake.startProcessing(id);
      later.push(() => fake.payments.get(id)?.status === 'processing' && fake.pay(id));
    },
  };
  /** What follows a payment with each card. */
  const aftermaths: Partial<Record<Card, (id: string) => unknown>> = {
    'refunded slowly'(id) {
      fake.refundsBegin('pending');
      later.push(() => moveRefunds(id, 'succeeded'));
    },
    'not refundable': (id) => later.push(() => moveRefunds(id, 'failed')),
    'disputed as fraud': (id) => dispute(id, 'needs_response'),
    'disputed as not received': (id) => dispute(id, 'needs_response', 'product_not_received'),
    inquired: (id) => dispute(id, 'warning_needs_response'),
    'disputed twice'(id) {
      dispute(id, 'needs_response');
      dispute(id, 'needs_response', 'product_not_received');
    },
    'warned of': (id) => fake.warn(id, 'early_fraud_warning'),
    'under review': (id) => fake.warn(id, 'review'),
  };

  return {
    gateway: fake,
    isInHand: true,
    patience: 1_000,
    now: clock.now,
    async pay({ id }, card) {
      if (fake.payments.get(id)?.status !== 'open') return false;
      fake.refundsBegin('succeeded');
      const happen = cards[card] ?? ((paid) => fake.pay(paid));
      happen(id);
      aftermaths[card]?.(id);
      return true;
    },
    openElsewhere: async (amountCents, orderId) => fake.openElsewhere(amountCents, orderId),
    refundElsewhere: async (id, amountCents) => fake.refundElsewhere(id, amountCents),
    async answer(disputeId, evidence) {
      const [id, { status }] = await paymentWith('disputes', disputeId);
      const isInquiry = status.startsWith('warning_');
      const decision = decisions[isInquiry ? 'inquiry' : 'chargeback'][evidence];
      const looked = isInquiry ? 'warning_under_review' : 'under_review';
      fake.dispute(id, evidence === 'none' ? decision : looked, { id: disputeId });
      if (evidence !== 'none') later.push(() => fake.dispute(id, decision, { id: disputeId }));
    },
    approveReview: async (reviewId) => fake.warn(reviewId.replace(/^review_of_/, ''), 'review', false),
    break(trouble) {
      const isSilent = trouble === 'silent';
      fake.loseAnswers(isSilent ? 'every' : null);
      const lacks = trouble === 'permission' ? missingPermission : null;
      fake.failWith(trouble && !isSilent ? failure(trouble, lacks) : null, lacks && 'refundPayment');
    },
    async settle() {
      for (const happen of later.splice(0)) happen();
    },
    atBank: async (step, id) =>
      step === 'payment_fails'
        ? fake.decline(id, 'fingerprint-of-a-refused-card')
        : dispute(id, 'needs_response'),
    async moveRefund(refundId, status) {
      const [id] = await paymentWith('refunds', refundId);
      fake.moveRefund(id, refundId, status);
    },
    advance: clock.advance,
    close: async () => {},
  };
}
