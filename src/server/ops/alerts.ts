import { Hono } from 'hono';
import { plural } from '../../shared/counted-text.ts';
import { days } from '../../shared/durations.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import { describeBackupFailure } from '../../shared/ops/backup-schema.ts';
import type { Today } from '../../shared/ops/today.ts';
import { formatCommands } from '../base/config/command-format.ts';
import { findPlaceholderAddresses } from '../base/config/placeholder-addresses.ts';
import type { Context } from '../base/context.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import { type MailTrouble, withoutPeople } from '../base/mailer.ts';
import type { AccountTroubles, PaymentTrouble } from '../base/provider-failure.ts';
import { formatDay } from '../base/time/business-days.ts';
import type { WebhookTrouble, WebhookWatch } from '../base/webhook-watch.ts';
import { mailAdvice, mailCauses } from '../mail/smtp-failure.ts';
import { findFreeReader, listWaitingOrders } from '../orders/assignment-repository.ts';
import { listNearlyLateOrders } from '../orders/messages/late-orders.ts';
import { listOrdersToAnswer } from '../orders/messages/message-repository.ts';
import { listUnanswered } from '../orders/messages/questions.ts';
import { countMissedWebhooks, missedWebhookMs } from '../payments/payment-repository.ts';
import { webhookPath } from '../payments/payment-routes.ts';
import { describeEndpointTrouble } from '../payments/stripe/webhook-endpoint.ts';
import { listWithdrawnOrders } from '../payments/withdrawal-repository.ts';
import { listActive } from '../people/people-repository.ts';
import { readFailedBackup, readLastBackup } from '../shop/facts-repository.ts';
import { readIdentity } from '../shop/read-business.ts';
import { moneyFormatter } from '../shop/settings-repository.ts';
import {
  findFailingMail,
  listNewestStrayPayments,
  listOrdersInReview,
  listOrdersWithFailedMail,
  listOrdersWithFailedRefund,
  listOrdersWithOpenWarnings,
  listOrdersWithUnansweredDispute,
  type NamedOrder,
} from './alerts-repository.ts';
import { findBackupProblems } from './backups/backup-problems.ts';
import { hasConfirmedOrder, readFirstAccountTime } from './backups/backup-repository.ts';
import { readBackupSettings, readBackupSettingsTime } from './backups/backup-settings.ts';
import { describeRefusals } from './stripe-refusals.ts';
import { readToday } from './today.ts';

/** Problems that the running service noticed and the database does not record. */
export interface Troubles {
  /** Returns the calls that the payment provider currently refuses, at most one of each kind. */
  payments(): PaymentTrouble[];
  account(): AccountTroubles;
  webhooks: WebhookWatch['trouble'];
  /** Returns why no mail can be sent, by the last failure; null when mail is sent. */
  mail(): MailTrouble | null;
}

type Found = Omit<Alert, 'code'>;
type FindAlerts = (context: Context, troubles: Troubles, storageProblem: string | null) => Found[];

const [maxCounted, maxOrdersNamed, maxPaymentsNamed] = [1_000, 20, 5];

/** Finds every alert, in the order shown. */
const findAlerts: Record<Alert['code'], FindAlerts> = {
  storage_failed: ({ db }, _troubles, problem) =>
    say(
      db.findLoss() ??
        (problem &&
          `Nothing can be saved: ${problem}. Customers can’t order, and emails wait. Free disk space, or let the service’s user write to the database folder. The service then continues.`),
    ),
  webhook_silent: findSilentWebhooks,
  payment_stray: findStrayPayments,
  payment_review: ({ db }) => [
    ...aboutOrders(
      listOrdersInReview(db),
      'A payment does not match its order. No reader sees this order until you decide.',
      'Payments do not match their orders. No reader sees these orders until you decide.',
    ),
    ...aboutOrders(
      listOrdersWithOpenWarnings(db),
      'A payment may be fraudulent, so its reading is held back. Refund it before it is disputed, or resume the order.',
      'Payments may be fraudulent, so their readings are held back. Refund them before they are disputed, or resume the orders.',
    ),
  ],
  payment_disputed(context) {
    const orders = listOrdersWithUnansweredDispute(context.db);
    const when = answerWhen(context, orders[0]?.dueAt ?? null);
    return aboutOrders(
      orders,
      `A bank is questioning a customer’s payment. Respond in Stripe${when}.`,
      `Banks are questioning customers’ payments. Respond to the first in Stripe${when}.`,
    );
  },
  refund_failed: ({ db }) =>
    aboutOrders(
      listOrdersWithFailedRefund(db),
      'A refund failed: the money came back to you, and the customer didn’t get it. Refund the order again, or pay the customer another way.',
      'Refunds failed: the money came back to you, and the customers didn’t get it. Refund the orders again, or pay the customers another way.',
    ),
  no_reader_free: (context) =>
    aboutOrders(
      listOrdersWithoutReader(context),
      'An order is waiting for a reader: all readers are away or at their limit. Assign it, or change who is away or how many orders each reader takes. Otherwise, the next free reader gets it.',
      'Orders are waiting for a reader: all readers are away or at their limit. Assign them, or change who is away or how many orders each reader takes. Otherwise, the next free reader gets them.',
    ),
  reading_late: (context) =>
    aboutOrders(
      listNearlyLateOrders(context, context.db, maxCounted),
      'A reading is late, or due within a business day. Open its order to promise the customer a later date.',
      'Readings are late, or due within a business day. Open an order to promise its customer a later date.',
    ),
  question_unanswered: (context) =>
    aboutOrders(
      listUnanswered(context),
      'A customer was reminded and has not answered our question. Decide: continue without an answer (the reading is then due again), ask again, or refund the order.',
      'Customers were reminded and have not answered our questions. Decide for each: continue without an answer (the reading is then due again), ask again, or refund the order.',
    ),
  message_unanswered({ db, config }) {
    const toAnswer = listOrdersToAnswer(db, maxCounted);
    const by = toAnswer[0] ? ` by ${formatDay(toAnswer[0].answerBy, config.businessTimeZone)}` : '';
    return aboutOrders(
      toAnswer,
      `A customer wrote about their order, and was promised an answer${by}. Reply, or mark it as done.`,
      `Customers wrote about their orders. The first was promised an answer${by}. Reply to each, or mark it as done.`,
    );
  },
  order_withdrawn: ({ db }) =>
    aboutOrders(
      listWithdrawnOrders(db, maxCounted),
      'A customer has withdrawn from the contract, and the work on their order has stopped. Refund them within 14 days.',
      'Customers have withdrawn from the contract, and the work on their orders has stopped. Refund them within 14 days.',
    ),
  mail_failed: (context, troubles) => [
    ...aboutOrders(
      listOrdersWithFailedMail(context.db, maxCounted),
      'An email could not be delivered. Correct the address or send it again.',
      'Emails could not be delivered. Correct the address or send them again.',
    ),
    ...findMailProblem(context, troubles),
    ...findPlaceholders(context),
  ],
  backup_failed: findBackupProblem,
  payments_refused: (context, troubles) =>
    describeRefusals(context, troubles.payments(), troubles.account().stopped).flatMap((words) => say(words)),
};

/** Returns the current alerts, in the order shown. @param storageProblem why nothing can be saved; null if it can */
export function listAlerts(
  context: Context,
  troubles: Troubles,
  storageProblem: string | null = null,
): Alert[] {
  const codes = Object.keys(findAlerts) as Alert['code'][];
  return codes.flatMap((code) =>
    findAlerts[code](context, troubles, storageProblem).map((found) => ({ code, ...found })),
  );
}

/** Serves admins the alerts, and the page of what needs them today. */
export function alertRoutes(
  context: Context,
  troubles: Troubles,
  findStorageProblem: () => Promise<string | null>,
) {
  const admin = requireRole('admin');
  const alerts = async () => listAlerts(context, troubles, await findStorageProblem());
  return new Hono<HttpEnv>()
    .get('/alerts', admin, async (c) => c.json<Alert[]>(await alerts()))
    .get('/today', admin, async (c) => {
      return c.json<Today>(readToday(context, requireSignedIn(c).user, await alerts()));
    });
}

function say(message: string | null, count = 1): Found[] {
  return message === null || count === 0 ? [] : [{ message, count, orders: [] }];
}

function aboutOrders(orders: NamedOrder[], one: string, many: string): Found[] {
  const named = orders.slice(0, maxOrdersNamed).map(({ id, orderNumber }) => ({ id, orderNumber }));
  return say(plural(orders.length, one, many), orders.length).map((found) => ({ ...found, orders: named }));
}

function answerWhen({ clock, config }: Context, dueAt: number | null): string {
  if (dueAt === null) return '';
  const dayOf = (time: number) => formatDay(time, config.businessTimeZone, clock.now());
  const day = dayOf(dueAt);
  if (dueAt < clock.now()) return ` right away: the deadline was ${day}`;
  return day === dayOf(clock.now()) ? ' today' : ` by ${day}`;
}

function listOrdersWithoutReader(context: Context): NamedOrder[] {
  const { db, clock } = context;
  const waiting = listWaitingOrders(db, maxCounted);
  if (waiting.length === 0 || listActive(db, 'reader').length === 0) return [];
  return findFreeReader(context, db, clock.now()) === undefined ? waiting : [];
}

const refusedWords: Record<WebhookTrouble, string> = {
  foreign:
    'Stripe’s webhook messages are being refused: they weren’t signed with the secret in STRIPE_WEBHOOK_SECRET. Copy this endpoint’s secret from dashboard.stripe.com/webhooks and restart. Until then, payments are found late.',
  old: 'Stripe’s webhook messages are being refused: according to this machine’s clock, they were signed too long ago. Set the clock; the health check in Settings compares it with Stripe’s. Until then, payments are found late.',
};

function findSilentWebhooks({ config, db, clock }: Context, troubles: Troubles): Found[] {
  const missed = countMissedWebhooks(db, clock.now() - missedWebhookMs);
  // Strangers can send messages that are refused: a refusal counts only while Stripe's own messages are missing.
  const refused = missed > 0 ? troubles.webhooks() : null;
  if (refused) return say(refusedWords[refused.fault], refused.count);
  const { endpoint } = troubles.account();
  if (endpoint !== null) {
    const what = describeEndpointTrouble(endpoint, config.publicUrl + webhookPath);
    const message = `${what} Until that’s fixed, some changes are found late. Run npm run stripe -- setup to fix it.`;
    return say(formatCommands(message, config.commandFormat), Math.max(missed, 1));
  }
  const message = plural(
    missed,
    'A payment arrived without a webhook. It is safe, but was found late: check the webhook endpoint and its secret in Stripe.',
    'Payments arrived without a webhook. They are safe, but were found late: check the webhook endpoint and its secret in Stripe.',
  );
  return say(message, missed);
}

function findStrayPayments({ db, clock, config }: Context): Found[] {
  const payments = listNewestStrayPayments(db, maxCounted);
  const count = payments.length;
  const named = payments
    .slice(0, maxPaymentsNamed)
    .map(
      ({ amountMinor, currency, seenAt, paymentIntentId }) =>
        `${moneyFormatter(db, currency)(amountMinor)} on ${formatDay(seenAt, config.businessTimeZone, clock.now())} (${paymentIntentId})`,
    );
  const list = `${named.join('; ')}${count > named.length ? ' and others' : ''}`;
  return say(
    plural(
      count,
      `A payment has no order, or was made twice: ${list}. Look it up in Stripe and refund it there.`,
      `Payments have no order, or were made twice: ${list}. Look them up in Stripe and refund them there.`,
    ),
    count,
  );
}

/** How many failed attempts make a mail worth an alert: the third comes two minutes after it was due. */
const attemptsBeforeAlert = 3;

function findMailProblem({ db }: Context, troubles: Troubles): Found[] {
  const ours = troubles.mail();
  const { count, newest } = findFailingMail(db, ours ? 1 : attemptsBeforeAlert);
  if (ours) {
    const { fault, words } = ours;
    const message = `No email is going out: ${mailCauses[fault]}. ${mailAdvice[fault]} Restart after changing a setting; waiting emails are kept and tried again for three days. The error: “${words}”.`;
    return say(message, Math.max(count, 1));
  }
  if (!newest) return [];
  const words = withoutPeople(newest.lastError ?? '', newest);
  const message = `The mail server keeps refusing emails. They are kept and tried again for three days; check SMTP_URL and the mail server. The error: “${words}”.`;
  return say(message, count);
}

/** Finds placeholder addresses from the sample settings that a public shop still uses. */
function findPlaceholders(context: Context): Found[] {
  const placeholders = findPlaceholderAddresses(context.config, readIdentity(context).contactEmail);
  return say(placeholders.map(({ found, advice }) => `${found} ${advice}`).join(' ') || null);
}

const overdueBackups = {
  automatic: {
    missing: 'Backups are on, but none has been made yet. Check the log for the reason.',
    old: 'The last backup is older than it should be. Check the log for the reason.',
  },
  byHand: {
    missing:
      'No backup has been made yet. Turn backups on in Settings, Backups and health, and keep copies on another machine as well.',
    old: 'The last backup is more than two weeks old. Turn backups on in Settings, Backups and health, or make one now.',
  },
};

/** Backups that are too old are an alert only where they are automatic, or in a real shop. */
function findBackupProblem(context: Context): Found[] {
  const { db, clock } = context;
  const settings = readBackupSettings(db);
  const last = readLastBackup(db);
  const failed = readFailedBackup(db);
  const isReal = isRealShop(context);
  // A trial with default backup settings gets no alert about a missing first backup.
  const settingsSince = readBackupSettingsTime(db) ?? (isReal ? readFirstAccountTime(db) : null);
  const problems = findBackupProblems({ settings, settingsSince, last, failed, now: clock.now() });
  const failure = describeBackupFailure(last, problems.includes('failed') ? failed : null);
  const overdue = (['missing', 'old'] as const).find((problem) => problems.includes(problem));
  const isExpected = settings.isOn || isReal;
  const words = overdueBackups[settings.isOn ? 'automatic' : 'byHand'];
  return say(failure ?? (overdue && isExpected ? words[overdue] : null));
}

/** Whether the shop takes real money and is past its first weekend: a trial needs no backup. */
function isRealShop({ db, clock, config }: Context): boolean {
  if (config.stripe.mode !== 'live') return false;
  const since = readFirstAccountTime(db);
  return since !== null && clock.now() - since > days(3) && hasConfirmedOrder(db);
}
