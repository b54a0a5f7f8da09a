import { createStripeClient } from '../../server/payments/stripe/stripe-client.ts';
import { createTestGateway } from '../stripe-gateways.ts';
import type { Card, PaymentDriver } from './payment-driver.ts';
import { startWire } from './wire.ts';

export interface StripeAccess {
  secretKey: string;
  publishableKey: string;
  /** Whatever speaks Stripe's API. */
  apiBase: string;
  /** How long something may take to happen, in milliseconds. */
  patience: number;
  /** Milliseconds; Date.now unless given. */
  now?: () => number;
}

/** Payment methods that do in test mode what the card is called by (https://docs.stripe.com/testing). */
const methods: Partial<Record<Card, string>> = {
  good: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  'without funds': 'pm_card_visa_chargeDeclinedInsufficientFunds',
  'asking for 3-D Secure': 'pm_card_threeDSecure2Required',
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

/** The real gateway, and what Stripe's public API lets a test bring about. */
export async function driveStripe(access: StripeAccess): Promise<PaymentDriver> {
  const { secretKey, publishableKey, apiBase, patience, now = Date.now } = access;
  const wire = await startWire(apiBase);
  const stripe = createStripeClient({ secretKey, apiBase });
  const gatewayWith = (key: string) =>
    createTestGateway({ secretKey: key, apiBase: wire.address, webhookSecret: 'whsec_none', now });
  const gateway = gatewayWith(secretKey);

  return {
    gateway,
    secrets: [secretKey],
    cards: new Set(Object.keys(methods) as Card[]),
    troubles: new Set(['unreachable', 'key']),
    areBanksPatient: false,
    patience,
    now,
    async pay({ id, clientSecret }, card) {
      const response = await fetch(new URL(`/v1/payment_intents/${id}/confirm`, apiBase), {
        method: 'POST',
        headers: { authorization: `Bearer ${publishableKey}` },
        body: new URLSearchParams({
          client_secret: clientSecret,
          payment_method: methods[card] ?? '',
          return_url: 'https://shop.example/paid',
        }),
      });
      // 402: the card was declined. 400: the payment is over.
      if (![200, 400, 402].includes(response.status)) throw new Error(await response.text());
      return response.status !== 400;
    },
    async banksDecide() {},
    async chargeOf(id) {
      const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id);
      return typeof charge === 'string' ? charge : '';
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
    async refundElsewhere(id, amountCents) {
      await stripe.refunds.create({ payment_intent: id, amount: amountCents });
    },
    async answer(disputeId, evidence) {
      await stripe.disputes.update(disputeId, {
        evidence: { uncategorized_text: evidenceTexts[evidence] },
        submit: true,
      });
    },
    async acceptDispute(disputeId) {
      await stripe.disputes.close(disputeId);
    },
    async approveReview(reviewId) {
      await stripe.reviews.approve(reviewId);
    },
    async losingAnswers(_call, work) {
      wire.set('one-way');
      await work().finally(() => wire.set('whole'));
    },
    async breakDown(trouble) {
      if (trouble === 'key') return { gateway: gatewayWith('sk_test_wrong_hunter2'), mend: async () => {} };
      wire.set('cut');
      return { gateway, mend: async () => wire.set('whole') };
    },
    async countRequests(work) {
      const before = wire.count();
      await work();
      return wire.count() - before;
    },
    async lookAt(id) {
      const intent = await stripe.paymentIntents.retrieve(id);
      return {
        metadata: intent.metadata,
        description: intent.description,
        suffix: intent.statement_descriptor_suffix,
        receiptEmail: intent.receipt_email,
      };
    },
    close: () => wire.close(),
  };
}
