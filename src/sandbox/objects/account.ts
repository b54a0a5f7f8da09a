import type Stripe from 'stripe';
import { newId } from '../ids.ts';

/** The account whose payments these are; it can charge cards and is paid out. */
export function buildAccount(created: number): Stripe.Account {
  return {
    id: newId('acct'),
    object: 'account',
    business_type: null,
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    country: 'US',
    created,
    default_currency: 'usd',
    details_submitted: true,
    email: 'sandbox@example.com',
    metadata: {},
    payouts_enabled: true,
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
    type: 'standard',
  };
}
