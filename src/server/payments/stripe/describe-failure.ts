import type { ProviderFailure } from '../../base/provider-failure.ts';

/** Explains a failure of Stripe to an admin, with what to do. Some sentences begin in lower case, to follow a colon. */
export function describeFailure(failure: ProviderFailure, howLong: '' | ' for a few minutes' = ''): string {
  switch (failure.reason) {
    case 'key':
      return 'Stripe does not accept the key. Set STRIPE_SECRET_KEY to the account’s secret key and restart.';
    case 'permission':
      return `the restricted key ${whatIsMissing(failure.missingPermission)} at dashboard.stripe.com/apikeys; that takes effect at once.`;
    case 'mode':
      return 'the key in STRIPE_SECRET_KEY is a live key and the payment was made with a test key, or the reverse. Use the keys of the mode that customers pay in. To switch from test keys to live ones, start with a new database: docs/stripe.md, “From test keys to live ones”.';
    case 'account':
      return "Stripe does not let the account take payments. Open Stripe's dashboard and do what it asks for.";
    case 'too_small':
      return 'the sum is too small for a card payment at Stripe. Raise the price, or lower what a code takes off.';
    case 'too_large':
      return 'the sum is too large for a card payment at Stripe. Lower the price, or that of an add-on.';
    case 'unreachable':
      return `Stripe is refusing requests or not answering${howLong}. Check status.stripe.com and this machine’s connection to it.`;
    case 'request':
      return `Stripe has refused the request${howLong && `s${howLong}`}. Look up the request’s number at dashboard.stripe.com/logs for the cause.`;
  }
}

function whatIsMissing(permission: string | null): string {
  if (permission === null) return 'may not do this: give it the permissions that docs/stripe.md lists,';
  const names = permission.split(', ').map((name) => `“${nameOf(name)}” (${name})`);
  return `lacks the permission ${names.join(' or ')}: add it`;
}

/** Close to the name in the dashboard: `rak_payment_intent_write` becomes "Payment intent: write". */
function nameOf(permission: string): string {
  const [, resource = permission, level = ''] = /^rak_(.+)_(read|write)$/.exec(permission) ?? [];
  const words = resource.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${level && `: ${level}`}`;
}
