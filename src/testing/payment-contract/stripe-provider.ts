import { createStripeClient } from '../../server/payments/stripe/stripe-client.ts';
import { createTestGateway } from '../stripe-gateways.ts';
import { type Card, missingPermission, type Provider, type Trouble } from './provider.ts';

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
