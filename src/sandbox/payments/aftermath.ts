import type Stripe from 'stripe';
import type { Aftermath } from '../step-names.ts';
import type { Work } from './context.ts';
import { openDispute } from './disputes.ts';
import { openReview, warnEarly } from './suspicions.ts';

/** What the bank or Radar does about a payment that succeeded. */
export function follow(work: Work, charge: Stripe.Charge, aftermath: Aftermath, by: 'rule' | 'manual'): void {
  switch (aftermath) {
    case 'disputed_as_fraudulent':
      openDispute(work, { charge, kind: 'chargeback', reason: 'fraudulent' });
      return;
    case 'disputed_as_not_received':
      openDispute(work, { charge, kind: 'chargeback', reason: 'product_not_received' });
      return;
    case 'inquiry_opened':
      openDispute(work, { charge, kind: 'inquiry', reason: 'fraudulent' });
      return;
    case 'early_fraud_warning':
      warnEarly(work, charge);
      return;
    case 'review_opened':
      openReview(work, charge, by);
      return;
  }
}
