import type Stripe from 'stripe';
import { newId } from '../ids.ts';

const nothingRequired: Stripe.Account.Requirements = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
};

/** What Stripe says of an account: that it may charge, or no longer, and why. */
export function withCharges(account: Stripe.Account, areEnabled: boolean): Stripe.Account {
  return {
    ...account,
    charges_enabled: areEnabled,
    requirements: { ...nothingRequired, disabled_reason: areEnabled ? null : 'under_review' },
  };
}

/** The account whose payments these are; it can charge cards and is paid out. */
export function buildAccount(created: number): Stripe.Account {
  return {
    id: newId('acct'),
    object: 'account',
    business_type: null,
    business_profile: {
      mcc: '7299',
      name: 'Sandbox',
      minority_owned_business_designation: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    controller: { type: 'account' },
    country: 'US',
    created,
    default_currency: 'usd',
    details_submitted: true,
    email: 'sandbox@example.com',
    future_requirements: nothingRequired,
    metadata: {},
    payouts_enabled: true,
    requirements: nothingRequired,
    settings: {
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: {
        decline_on: { avs_failure: false, cvc_failure: false },
        statement_descriptor_prefix: 'SANDBOX',
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: 'Sandbox', timezone: 'Etc/UTC' },
      payments: {
        statement_descriptor: 'SANDBOX',
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
    },
    tos_acceptance: { date: created, ip: null, user_agent: null },
    type: 'standard',
  };
}
