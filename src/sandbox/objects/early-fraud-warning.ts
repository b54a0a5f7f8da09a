import type Stripe from 'stripe';
import { newId } from '../ids.ts';

/** The card's bank takes a payment for fraud and says so before it is disputed. */
export function buildEarlyFraudWarning(
  charge: Stripe.Charge,
  created: number,
): Stripe.Radar.EarlyFraudWarning {
  return {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.disputed && !charge.refunded,
    charge: charge.id,
    created,
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    ...(typeof charge.payment_intent === 'string' ? { payment_intent: charge.payment_intent } : {}),
  } satisfies Stripe.Radar.EarlyFraudWarning;
}
