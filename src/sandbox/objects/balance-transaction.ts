import type Stripe from 'stripe';
import { newId } from '../ids.ts';

/** What the card network takes for a chargeback, in cents. */
const disputeFee = 1500;

/**
 * The money of a chargeback as it leaves the account's balance with the fee, or comes back with it
 * (https://docs.stripe.com/testing#evidence).
 */
export function buildDisputeTransaction(
  dispute: Stripe.Dispute,
  direction: 'withdrawn' | 'reinstated',
  created: number,
): Stripe.BalanceTransaction {
  const isBack = direction === 'reinstated';
  const amount = isBack ? dispute.amount : -dispute.amount;
  const fee = isBack ? -disputeFee : disputeFee;
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency: dispute.currency,
    description: `Chargeback ${direction === 'withdrawn' ? 'withdrawal' : 'reversal'} for ${dispute.charge}`,
    exchange_rate: null,
    fee,
    fee_details: [
      {
        amount: fee,
        application: null,
        currency: dispute.currency,
        description: 'Dispute fee',
        type: 'stripe_fee',
      },
    ],
    net: amount - fee,
    reporting_category: isBack ? 'dispute_reversal' : 'dispute',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  } satisfies Stripe.BalanceTransaction;
}
