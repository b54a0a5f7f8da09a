import type { SandboxStep } from '../../../src/sandbox/step-names.ts';
import type { Payment } from '../../../src/server/base/payment-gateway.ts';
import { createStripeClient } from '../../../src/server/payments/stripe/stripe-client.ts';
import { createFakeClock } from '../test-app.ts';
import { createTestGateway } from '../test-gateway.ts';
import { createTestPayments } from '../test-payments.ts';

/** A fault between us and the provider; with `silent`, the provider acts, but the answer is lost. */
export type Trouble = 'unreachable' | 'silent' | 'key' | 'permission';

export const missingPermission = 'rak_refund_write';

/** Payment methods that behave in test mode as the card's name says (https://docs.stripe.com/testing). */
const methods = {
  good: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  'without funds': 'pm_card_visa_chargeDeclinedInsufficientFunds',
  'asking for 3-D Secure': 'pm_card_threeDSecure2Required',
  // The sandbox's own: Stripe has no such card.
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

export type Card = keyof typeof methods;

/** Texts by which a bank decides in test mode (https://docs.stripe.com/testing#evidence). */
const evidenceTexts = {
  winning: 'winning_evidence',
  losing: 'losing_evidence',
  escalating: 'escalate_inquiry_evidence',
};

/** Actions that only the sandbox offers: no test controls Stripe's banks, or time. */
export interface Powers {
  settle(): void;
  runStep(step: SandboxStep, id: string): void;
  advance(milliseconds: number): void;
}

interface Access {
  keys: { secretKey: string; publishableKey: string };
  apiBase: string;
  /** In milliseconds. */
  timeoutMs: number;
  now?: () => number;
  fetch?: typeof globalThis.fetch;
  powers?: Powers;
}

/** Returns the sandbox that all tests use in place of Stripe. */
export function sandboxProvider() {
  const clock = createFakeClock();
  const { keys, worker, runStep, fetch } = createTestPayments({ clock });
  return connect({
    ...{ keys, fetch, now: clock.now, apiBase: 'http://stripe.test', timeoutMs: 1_000 },
    powers: {
      runStep,
      settle: () => worker.settle('everything'),
      advance: clock.advance,
    },
  });
}

/** Returns the real gateway, with the actions of customers, banks and dashboard users that Stripe's API offers. */
export function connect({
  keys,
  apiBase,
  timeoutMs,
  now = Date.now,
  fetch = globalThis.fetch,
  powers,
}: Access) {
  const { secretKey, publishableKey } = keys;
  const stripe = createStripeClient({ secretKey, apiBase, fetch });
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
    ...{ timeoutMs, now, powers },
    gateway: createTestGateway({
      ...{ secretKey, apiBase, now, retries: 0, webhookSecret: 'whsec_none', fetch: fetchInTrouble },
    }),
    /** Tries to pay as the customer. @returns whether the payment could be tried at all */
    async pay({ id, clientSecret }: Pick<Payment, 'id' | 'clientSecret'>, card: Card): Promise<boolean> {
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
    /** Begins a payment by another shop on the account, or, with an order's id, one from before marks. */
    async openElsewhere(amountMinor: number, orderId?: string) {
      const { id, client_secret } = await stripe.paymentIntents.create({
        amount: amountMinor,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        metadata: orderId === undefined ? { shop: 'another' } : { order_id: orderId },
      });
      return { id, clientSecret: client_secret ?? '' };
    },
    refundElsewhere: (id: string, amount: number) => stripe.refunds.create({ payment_intent: id, amount }),
    /** Submits evidence by which the bank decides, or gives up the dispute. */
    answer(disputeId: string, kind: keyof typeof evidenceTexts | 'none') {
      if (kind === 'none') return stripe.disputes.close(disputeId);
      const evidence = { uncategorized_text: evidenceTexts[kind] };
      return stripe.disputes.update(disputeId, { evidence, submit: true });
    },
    approveReview: (reviewId: string) => stripe.reviews.approve(reviewId),
    break(next: Trouble | null) {
      trouble = next;
    },
  };
}

/** Stripe's answer to a restricted key (https://docs.stripe.com/keys#limit-access). */
function lacksPermission(): Response {
  const message = `The provided key 'rk_test_*****ter2' does not have the required permissions for this endpoint. Having the '${missingPermission}' permission would allow this request to continue.`;
  const error = { type: 'invalid_request_error', code: 'more_permissions_required', message };
  return Response.json({ error }, { status: 403 });
}
