import type { Payment, PaymentDispute, PaymentGateway } from '../../server/context/payment-gateway.ts';
import { createStripeClient } from '../../server/payments/stripe/stripe-client.ts';
import { createFakePayments, failure } from '../fake-payments.ts';
import { createTestGateway } from '../stripe-gateways.ts';
import { createFakeClock } from '../test-app.ts';

export type Card =
  | 'good'
  | 'declined'
  | 'without funds'
  | 'asking for 3-D Secure'
  | 'processing'
  | 'refunded slowly'
  | 'not refundable'
  | 'disputed as fraud'
  | 'disputed as not received'
  | 'inquired'
  | 'disputed twice'
  | 'warned of'
  | 'under review';

/** What goes wrong between us and the provider; with `silent` it does what it is asked, and the answer is lost. */
export type Trouble = 'unreachable' | 'silent' | 'key' | 'permission';

export const missingPermission = 'rak_refund_write';

/** A payment provider: a gateway to it, and what a customer, a bank and a person at its dashboard do. */
export interface Provider {
  gateway: PaymentGateway;
  /** Whether banks and time wait for the test; Stripe's do not, and cases that need it are skipped. */
  isInHand: boolean;
  patience: number;
  now(): number;
  /** The customer tries to pay. @returns whether the payment could be tried at all */
  pay(payment: Pick<Payment, 'id' | 'clientSecret'>, card: Card): Promise<boolean>;
  /** Another shop on the same account begins a payment; with an order's id as of before payments were marked. */
  openElsewhere(amountCents: number, orderId?: string): Promise<Pick<Payment, 'id' | 'clientSecret'>>;
  refundElsewhere(paymentId: string, amountCents: number): Promise<unknown>;
  /** Hands in evidence that the bank decides by, or gives the dispute up. */
  answer(disputeId: string, evidence: 'winning' | 'losing' | 'escalating' | 'none'): Promise<unknown>;
  approveReview(reviewId: string): Promise<unknown>;
  break(trouble: Trouble | null): void;
  settle(): Promise<unknown>;
  /** A bank refuses a payment that is processing, or takes back what was paid with any card. */
  atBank?(step: 'payment_fails' | 'disputed_as_fraudulent', paymentId: string): Promise<unknown>;
  /** A refund under way waits for its customer, or is taken back. */
  moveRefund?(refundId: string, status: 'requires_action' | 'canceled'): Promise<unknown>;
  advance?(milliseconds: number): void;
  close(): Promise<unknown>;
}

/** Payment methods that do in test mode what the card is called by (https://docs.stripe.com/testing). */
const methods: Record<Card, string> = {
  good: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  'without funds': 'pm_card_visa_chargeDeclinedInsufficientFunds',
  'asking for 3-D Secure': 'pm_card_threeDSecure2Required',
  // The sandbox's own: Stripe has none.
  processing: 'pm_card_processing',
  'refunded slowly': 'pm_card_pendingRefund',
  'not refundable': 'pm_card_refundFail',
  'disputed as fraud': 'pm_card_createDispute',
  'disputed as not received': 'pm_card_createDisputeProductNotReceived',
  inquired: 'pm_card_createDisputeInquiry',
  'disputed twice': 'pm_card_createMultipleDisputes',
  'warned of': 'pm_card_createIssuerFraudRecord',
  'under review': 'pm_card_riskLevelElevated',
};

/** How a bank decides by a text in test mode (https://docs.stripe.com/testing#evidence). */
const evidenceTexts = {
  winning: 'winning_evidence',
  losing: 'losing_evidence',
  escalating: 'escalate_inquiry_evidence',
};

type StripeAccess = { secretKey: string; publishableKey: string; apiBase: string };

/** The real gateway, and what Stripe's public API lets a test do. @param patience in milliseconds */
export function stripeProvider(access: StripeAccess, patience: number, now = Date.now): Provider {
  const { secretKey, publishableKey, apiBase } = access;
  const stripe = createStripeClient({ secretKey, apiBase });
  let trouble: Trouble | null = null;

  async function fetchInTrouble(url: string | URL | Request, init?: RequestInit): Promise<Response> {
    if (trouble === 'unreachable') throw new TypeError('fetch failed');
    if (trouble === 'permission') return lacksPermission();
    const headers = new Headers(init?.headers);
    if (trouble === 'key') headers.set('authorization', 'Bearer sk_test_wrong_hunter2');
    const answer = await fetch(url, { ...init, headers });
    if (trouble === 'silent') throw new TypeError('fetch failed');
    return answer;
  }

  return {
    gateway: createTestGateway({
      ...{ secretKey, apiBase, now, retries: 0, webhookSecret: 'whsec_none', fetch: fetchInTrouble },
    }),
    isInHand: false,
    patience,
    now,
    async pay({ id, clientSecret }, card) {
      const response = await fetch(new URL(`/v1/payment_intents/${id}/confirm`, apiBase), {
        method: 'POST',
        headers: { authorization: `Bearer ${publishableKey}` },
        body: new URLSearchParams({
          client_secret: clientSecret,
          payment_method: methods[card],
          return_url: 'https://shop.example/paid',
        }),
      });
      // 402: the card was declined. 400: the payment is over.
      if (![200, 400, 402].includes(response.status)) throw new Error(await response.text());
      return response.status !== 400;
    },
    async openElsewhere(amountCents, orderId) {
      const { id, client_secret } = await stripe.paymentIntents.create({
        amount: amountCents,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        metadata: orderId === undefined ? { shop: 'another' } : { order_id: orderId },
      });
      return { id, clientSecret: client_secret ?? '' };
    },
    refundElsewhere: (id, amount) => stripe.refunds.create({ payment_intent: id, amount }),
    answer(disputeId, kind) {
      if (kind === 'none') return stripe.disputes.close(disputeId);
      const evidence = { uncategorized_text: evidenceTexts[kind] };
      return stripe.disputes.update(disputeId, { evidence, submit: true });
    },
    approveReview: (reviewId) => stripe.reviews.approve(reviewId),
    break(next) {
      trouble = next;
    },
    settle: async () => {},
    close: async () => {},
  };
}

/** Stripe's answer to a restricted key (https://docs.stripe.com/keys#limit-access). */
function lacksPermission(): Response {
  const message = `The provided key 'rk_test_*****ter2' does not have the required permissions for this endpoint. Having the '${missingPermission}' permission would allow this request to continue.`;
  const error = { type: 'invalid_request_error', code: 'more_permissions_required', message };
  return Response.json({ error }, { status: 403 });
}

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

  const cards: Partial<Record<Card, (id: string) => unknown>> = {
    declined: (id) => fake.decline(id, 'fingerprint-of-a-declined-card'),
    'without funds': (id) => fake.decline(id, 'fingerprint-of-an-empty-card'),
    'asking for 3-D Secure': () => {},
    processing(id) {
      fake.startProcessing(id);
      later.push(() => fake.payments.get(id)?.status === 'processing' && fake.pay(id));
    },
  };
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
