import { z } from 'zod';
import { ConfigError, emptyAsUnset, origin, secret, wholeNumberSetting } from './config-fields.ts';

export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

export type StripeConfig =
  | { mode: 'live' | 'test'; keys: StripeKeys; apiBase: string | null }
  | { mode: 'sandbox'; port: number | null };

export const stripeVariables = z.object({
  STRIPE_SECRET_KEY: secret(['sk_', 'rk_']).describe(
    'set all three keys, or none for the sandbox: [Stripe](docs/stripe.md)',
  ),
  STRIPE_PUBLISHABLE_KEY: secret(['pk_']).describe('the key that browsers get'),
  STRIPE_WEBHOOK_SECRET: secret(['whsec_']).describe('of the webhook endpoint'),
  STRIPE_MODE: emptyAsUnset(z.enum(['sandbox'], { error: 'can only be sandbox' }).optional()).describe(
    '`sandbox` asks for the sandbox in production',
  ),
  STRIPE_API_BASE: origin('http://127.0.0.1:8420').meta({
    description: 'another address of Stripe’s API, with test keys only',
    shownDefault: 'https://api.stripe.com',
  }),
  STRIPE_SANDBOX_PORT: wholeNumberSetting(0, 65_535, null).meta({
    description: 'where the sandbox speaks Stripe’s API; 0 for any free port',
    shownDefault: '12111',
  }),
});

type StripeVariables = z.output<typeof stripeVariables>;

/** Returns Stripe's keys, or the sandbox when none is set. @throws {ConfigError} for some or mixed keys */
export function readStripe(e: StripeVariables, isProduction: boolean): StripeConfig {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = e;
  const keys = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET };
  const missing = Object.entries(keys).filter(([, value]) => !value);
  if (STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRET) {
    requireAgreement(e);
    return {
      mode: modeOf(STRIPE_SECRET_KEY),
      keys: {
        secretKey: STRIPE_SECRET_KEY,
        publishableKey: STRIPE_PUBLISHABLE_KEY,
        webhookSecret: STRIPE_WEBHOOK_SECRET,
      },
      apiBase: e.STRIPE_API_BASE ?? null,
    };
  }
  if (missing.length < 3) {
    throw new ConfigError(
      `${missing[0]?.[0]} is missing: set all three Stripe keys, or none for the sandbox.`,
    );
  }
  if (isProduction && e.STRIPE_MODE !== 'sandbox') {
    throw new ConfigError(
      'STRIPE_SECRET_KEY is missing: in production set the three Stripe keys, or STRIPE_MODE=sandbox to take no real money.',
    );
  }
  return { mode: 'sandbox', port: e.STRIPE_SANDBOX_PORT };
}

/** Returns the secret key, whether or not the webhook secret is known; null without any. @throws {ConfigError} */
export function readSetUpAccess(e: StripeVariables) {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = e;
  if (!STRIPE_SECRET_KEY && !STRIPE_PUBLISHABLE_KEY && !STRIPE_WEBHOOK_SECRET) return null;
  requireAgreement(e);
  if (!STRIPE_SECRET_KEY) {
    throw new ConfigError('STRIPE_SECRET_KEY is missing: the other Stripe keys are set.');
  }
  return {
    mode: modeOf(STRIPE_SECRET_KEY),
    secretKey: STRIPE_SECRET_KEY,
    apiBase: e.STRIPE_API_BASE ?? null,
    hasWebhookSecret: STRIPE_WEBHOOK_SECRET !== undefined,
  };
}

function requireAgreement(e: StripeVariables): void {
  if (e.STRIPE_MODE === 'sandbox') {
    throw new ConfigError('STRIPE_MODE is sandbox, but Stripe keys are set; remove one or the other.');
  }
  const keys = [e.STRIPE_SECRET_KEY, e.STRIPE_PUBLISHABLE_KEY].filter((key) => key !== undefined);
  const modes = new Set(keys.map(modeOf));
  if (modes.size > 1) {
    throw new ConfigError(
      'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY belong together: both live or both test keys.',
    );
  }
  if (modes.has('live') && e.STRIPE_API_BASE !== undefined) {
    throw new ConfigError(
      'STRIPE_API_BASE is set with live keys, which would be sent there instead of to Stripe: remove it.',
    );
  }
}

function modeOf(key: string): 'live' | 'test' {
  return /^(sk|rk|pk)_live_/.test(key) ? 'live' : 'test';
}
