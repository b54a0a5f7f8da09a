import type { Context } from '../context/context.ts';
import { listAccountAlerts } from './account-alerts.ts';
import { listPaymentAlerts, type PlainAlert } from './payment-alerts.ts';

/** @returns alerts for what Stripe refuses and for what the account there lacks; asks neither Stripe nor the database */
export function listStripeAlerts(
  context: Pick<Context, 'accountTroubles' | 'config' | 'paymentTroubles'>,
): PlainAlert[] {
  const refused = listPaymentAlerts(context);
  const isTold = context.paymentTroubles().some(({ failure }) => failure.reason === 'account');
  const lacking = listAccountAlerts(context).filter(({ code }) => !isTold || code !== 'account_stopped');
  return [...refused, ...lacking];
}
