import type { Context } from '../context/context.ts';
import { findAccountAlert } from './account-alerts.ts';
import { listPaymentAlerts, type PlainAlert } from './payment-alerts.ts';

/** @returns alerts for what Stripe refuses or would refuse; calls neither Stripe nor the database */
export function listStripeAlerts(
  context: Pick<Context, 'accountTroubles' | 'config' | 'paymentTroubles'>,
): PlainAlert[] {
  const isTold = context.paymentTroubles().some(({ failure }) => failure.reason === 'account');
  const stopped = isTold ? null : findAccountAlert(context);
  return [...listPaymentAlerts(context), ...(stopped ? [stopped] : [])];
}
