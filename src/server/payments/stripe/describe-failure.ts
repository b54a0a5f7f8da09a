import type { ProviderFailure } from '../../base/provider-failure.ts';

export function describeFailure(failure: ProviderFailure, howLong: '' | ' for some minutes' = ''): string {
  switch (failure.reason) {
    case 'key':
      return 'Stripe does not accept the key. Put the secret key of the account into STRIPE_SECRET_KEY and start again.';
    case 'permission':
      return `the restricted key ${whatIsMissing(failure.missingPermission)} at dashboard.stripe.com/apikeys; it counts at once.`;
    case 'mode':
      return 'the key in STRIPE_SECRET_KEY is a live key and the payment was made with a test key, or the reverse. Use the keys of the mode in which customers pay. To go from test keys to live ones, begin with a new database: docs/stripe.md, “From test keys to live ones”.';
    case 'account':
      return "Stripe lets the account take no payments. Open Stripe's dashboard and do what it asks for.";
    case 'unreachable':
      return `Stripe has refused or not answered${howLong}. Look at status.stripe.com and at the way from this machine to it.`;
    case 'request':
      return `Stripe has refused the request${howLong && `s${howLong}`}. The number of the request leads to the cause at dashboard.stripe.com/logs.`;
  }
}

function whatIsMissing(permission: string | null): string {
  if (permission === null) return 'may not do this: give it the permissions that docs/stripe.md lists,';
  const names = permission.split(', ').map((name) => `“${nameOf(name)}” (${name})`);
  return `lacks the permission ${names.join(' or ')}: tick it`;
}

/** Close to the name in the dashboard: `rak_payment_intent_write` becomes "Payment intent: write". */
function nameOf(permission: string): string {
  const [, resource = permission, level = ''] = /^rak_(.+)_(read|write)$/.exec(permission) ?? [];
  const words = resource.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${level && `: ${level}`}`;
}
