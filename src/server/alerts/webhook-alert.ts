import { days } from '../../shared/durations.ts';
import { plural } from '../../shared/plural.ts';
import type { Context } from '../context/context.ts';
import type { WebhookTrouble } from '../context/webhook-watch.ts';
import { countMissedWebhooks } from '../payments/money/payment-repository.ts';
import { endpointTroubleInWords } from './account-alerts.ts';
import type { PlainAlert } from './payment-alerts.ts';

/** How long a missed webhook keeps its alert, in milliseconds. */
export const webhookMemory = days(1);

const refusedWords: Record<WebhookTrouble, string> = {
  foreign:
    'Messages to the webhook are refused, and none was accepted since: they were not signed with the secret in STRIPE_WEBHOOK_SECRET. Copy the secret of this endpoint from dashboard.stripe.com/webhooks and start again. Until then payments are found later.',
  old: 'Messages to the webhook are refused, and none was accepted since: by the clock of this machine they were signed too long ago. Set the clock, which doctor compares with Stripe’s. Until then payments are found later.',
};

/** @returns an alert for missed events of the payment provider: refused, or never sent; with the likeliest cause */
export function findWebhookAlert(
  context: Pick<Context, 'accountTroubles' | 'clock' | 'config' | 'db' | 'webhooks'>,
): PlainAlert {
  const code = 'webhook_silent';
  const missed = countMissedWebhooks(context.db, context.clock.now() - webhookMemory);
  // Strangers can send messages that are refused: a refusal counts only while Stripe's own messages are missing.
  const refused = missed > 0 ? context.webhooks.trouble() : null;
  if (refused) return { code, count: refused.count, message: refusedWords[refused.fault] };
  const endpoint = endpointTroubleInWords(context);
  if (endpoint !== null) return { code, count: Math.max(missed, 1), message: endpoint };
  return {
    code,
    count: missed,
    message: plural(
      missed,
      'A payment arrived that no webhook had told of. It was found and is safe, but later than it should be: check the webhook endpoint and its secret at Stripe.',
      'Payments arrived that no webhook had told of. They were found and are safe, but later than they should be: check the webhook endpoint and its secret at Stripe.',
    ),
  };
}
