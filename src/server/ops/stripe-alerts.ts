import { plural } from '../../shared/counted-text.ts';
import { days } from '../../shared/durations.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import { formatCommands } from '../base/config/command-format.ts';
import type { Context } from '../base/context.ts';
import type { MailTrouble } from '../base/mailer.ts';
import type {
  AccountTroubles,
  FailureReason,
  PaymentTask,
  PaymentTrouble,
} from '../base/provider-failure.ts';
import { formatDay } from '../base/time/business-days.ts';
import type { WebhookTrouble, WebhookWatch } from '../base/webhook-watch.ts';
import { countMissedWebhooks } from '../payments/payment-repository.ts';
import { webhookPath } from '../payments/payment-routes.ts';
import { describeFailure } from '../payments/stripe/stripe-client.ts';
import { describeEndpointTrouble } from '../payments/stripe/webhook-endpoint.ts';
import { listOffersOnSale } from '../shop/manage-offers.ts';
import { moneyFormatter } from '../shop/settings-repository.ts';
import { listNewestStrayPayments } from './alerts-repository.ts';

export type PlainAlert = Omit<Alert, 'orders'> & Partial<Alert>;

export interface Troubles {
  /** @returns what the payment provider refuses at present, at most once for each kind of call */
  payments(): PaymentTrouble[];
  account(): AccountTroubles;
  webhooks: WebhookWatch['trouble'];
  /** @returns what keeps all mail from leaving, from the last mail that failed for it; null when mail leaves */
  mail(): MailTrouble | null;
}

export const webhookMemory = days(1);

const refusedWords: Record<WebhookTrouble, string> = {
  foreign:
    'Webhook messages are refused, and none has been accepted since: they were not signed with the secret in STRIPE_WEBHOOK_SECRET. Copy this endpoint’s secret from dashboard.stripe.com/webhooks and restart. Until then, payments are found late.',
  old: 'Webhook messages are refused, and none has been accepted since: according to this machine’s clock, they were signed too long ago. Set the clock; doctor compares it with Stripe’s. Until then, payments are found late.',
};

/** Returns the alert about missing webhooks; its `count` is 0 when none is missing. */
export function findWebhookAlert({ config, db, clock }: Context, troubles: Troubles): PlainAlert {
  const code = 'webhook_silent';
  const missed = countMissedWebhooks(db, clock.now() - webhookMemory);
  // Strangers can send messages that are refused: a refusal counts only while Stripe's own messages are missing.
  const refused = missed > 0 ? troubles.webhooks() : null;
  if (refused) return { code, count: refused.count, message: refusedWords[refused.fault] };
  const { endpoint } = troubles.account();
  if (endpoint !== null) {
    const what = describeEndpointTrouble(endpoint, config.publicUrl + webhookPath);
    const message = `${what} What it does not report is found late. Run npm run stripe -- setup, which fixes it.`;
    return { code, count: Math.max(missed, 1), message: formatCommands(message, config.commandFormat) };
  }
  return {
    code,
    count: missed,
    message: plural(
      missed,
      'A payment arrived without a webhook. It is safe, but was found late: check the webhook endpoint and its secret at Stripe.',
      'Payments arrived without a webhook. They are safe, but were found late: check the webhook endpoint and its secret at Stripe.',
    ),
  };
}

const [paymentsCounted, paymentsNamed] = [1_000, 5];

/** Returns the alert about payments without an order; its `count` is 0 when there are none. */
export function findStrayAlert({ db, clock, config }: Context): PlainAlert {
  const payments = listNewestStrayPayments(db, paymentsCounted);
  const count = payments.length;
  const named = payments
    .slice(0, paymentsNamed)
    .map(
      ({ amountMinor, currency, seenAt, paymentIntentId }) =>
        `${moneyFormatter(db, currency)(amountMinor)} on ${formatDay(seenAt, config.businessTimeZone, clock.now())} (${paymentIntentId})`,
    );
  return {
    code: 'payment_stray',
    count,
    message: `${plural(count, 'A payment has no order, or was made twice', 'Payments have no order, or were made twice')}: ${named.join('; ')}${count > named.length ? ' and others' : ''}. ${plural(count, 'Look it up at Stripe and refund it there.', 'Look them up at Stripe and refund them there.')}`,
  };
}

const consequences: Record<PaymentTask, string> = {
  opening: 'Customers can’t pay',
  following: 'Payments cannot be looked up, so orders stay unpaid even though customers have paid',
  inspecting: 'Disputes, refunds and warnings about payments cannot be looked up',
  refunding: 'No refunds can be made',
  events: 'Later changes to payments, such as disputes, are found late or not at all',
};

/** Lists what Stripe refuses; a failure that affects all calls is listed once. */
export function listRefusalAlerts({ config, db }: Context, troubles: Troubles): PlainAlert[] {
  const isPricedSince = (at: number) => listOffersOnSale(db).some(({ pricedAt }) => pricedAt > at);
  const refused = troubles.payments().filter(({ refused: sum }) => !sum || !isPricedSince(sum.at));
  const refusals = withoutRepeats(refused).map(({ task, failure, refused: sum }) => {
    const what = sum ? ` ${moneyFormatter(db, sum.currency)(sum.amountMinor)} by card` : '';
    return refusalAlert(
      `${consequences[task]}${what}: ${describeFailure(failure, ' for a few minutes')} It says: “${failure.words}”.`,
    );
  });
  const { stopped } = troubles.account();
  const isTold = refused.some(({ failure }) => failure.reason === 'account');
  if (stopped === null || isTold) return refusals;
  const isTest = config.stripe.mode === 'test';
  const what = isTest ? 'With live keys customers couldn’t pay yet' : 'Customers can’t pay';
  const account = refusalAlert(
    `${what}: Stripe does not let the account take payments (${stopped}). Open Stripe's dashboard and do what it asks for.${isTest ? ' Test payments work.' : ''}`,
  );
  return [...refusals, account];
}

const refusalAlert = (message: string): PlainAlert => ({ code: 'payments_refused', count: 1, message });

const reasonsForAll: FailureReason[] = ['unreachable', 'key', 'account'];

/** Reports a failure that affects all requests once, as its worst consequence: customers cannot pay. */
function withoutRepeats(troubles: PaymentTrouble[]): PaymentTrouble[] {
  const distinct: PaymentTrouble[] = [];
  for (const trouble of troubles) {
    const { task, failure } = trouble;
    const isForAll = reasonsForAll.includes(failure.reason);
    const worst = isForAll && task === 'following' ? 'opening' : task;
    const isRepeat = distinct.some(
      (other) => other.task === worst || (isForAll && other.failure.reason === failure.reason),
    );
    if (!isRepeat) distinct.push({ ...trouble, task: worst });
  }
  return distinct;
}
