import { formatMinor, humanize } from '../../../lib/format.ts';
import { longDayText } from '../../../shared/checkout/offer-text.ts';
import { counted } from '../../../shared/counted-text.ts';
import { seconds } from '../../../shared/durations.ts';
import { endSentence } from '../../../shared/money.ts';
import type { CustomerMailKind } from '../../../shared/orders/mails.ts';
import type { WarningKind } from '../../../shared/orders/money-states.ts';
import type { OrderEvent } from '../../../shared/orders/order-schema.ts';
import { type PaymentStatus, paymentStatusLabels } from '../../../shared/orders/order-status.ts';
import { mailKindNames } from '../../customers/order-mails.ts';
import { disputeReason, hasOpenRefundFailure, refundFailure, warningReason } from './order-money.ts';

/**
 * Returns an event as text, without its time: `Reading submitted · rita (version 2)`.
 * @param events those of the same order, from which a dismissal knows what was dismissed
 */
export function eventText({ actorName, ...told }: OrderEvent, events: readonly OrderEvent[] = []): string {
  const event = { ...told, actor: actorName ?? told.actor };
  const own = ownSentences[event.type]?.(event, events);
  return own ?? `${humanize(event.type)} · ${services[event.actor] ?? event.actor}${detailOf(event)}`;
}

const services: Record<string, string> = { stripe: 'Stripe', system: 'the service' };

function detailOf({ data }: OrderEvent): string {
  const details = [
    typeof data.amountMinor === 'number' && sumOf(data),
    data.to && humanize(String(data.to)),
    data.reader && `to ${data.reader}`,
    data.kind && humanize(String(data.kind)),
    data.revision && `version ${data.revision}`,
    typeof data.comments === 'number' && counted(data.comments, 'comment'),
  ].filter(Boolean);
  return details.length > 0 ? ` (${details.join(', ')})` : '';
}

type Data = OrderEvent['data'];

function sumOf(data: Data): string {
  const { amountMinor } = data;
  if (typeof amountMinor !== 'number') return 'Money';
  return formatMinor(amountMinor, currencyOf(data));
}

/** Returns the event's currency; the oldest events have none and mean US dollars. */
function currencyOf({ currency }: Data): string {
  return typeof currency === 'string' ? currency : 'usd';
}

const helpedWords: Record<string, string> = {
  yes: 'it helped',
  partly: 'it helped in part',
  no: 'it did not help',
};

const ownSentences: Record<string, (event: OrderEvent, events: readonly OrderEvent[]) => string> = {
  reading_approved: (event) => {
    const what = event.data.isOwn ? 'Reading approved by its writer' : 'Reading approved';
    return `${what} · ${event.actor}${detailOf(event)}`;
  },
  refund_made: ({ actor, data }) => {
    const who = actor === 'stripe' ? 'Stripe staff' : actor;
    return `${who} ${refundMade(data)}${idOf(data.refundId)}`;
  },
  refund_refused: ({ actor, data }) =>
    `${actor} tried to refund ${sumOf(data)}, but nothing was refunded: ${data.words ?? 'no reason was given'}`,
  refund_changed: ({ data }) => `The refund of ${sumOf(data)} ${refundChanged(data)}${idOf(data.refundId)}`,
  dispute_changed: ({ data }) => `${disputeText(data)}${idOf(data.disputeId)}`,
  payment_warning: ({ data }) => warningText(data),
  question_asked: ({ actor }) => `${actor} asked the customer a question; the due date is on hold`,
  question_answered: () => 'The customer answered the question, and the reading is due again',
  question_closed: ({ actor }) => `The question to the customer was closed without an answer · ${actor}`,
  message_sent: ({ actor }) => `${actor} wrote to the customer`,
  message_received: ({ actor }) =>
    actor === 'customer' ? 'The customer wrote' : `${actor} added an email from the customer`,
  problem_told: () => 'The customer reported a problem',
  problem_closed: ({ actor }) => `${actor} marked the customer’s message as done`,
  feedback_given: ({ data }) =>
    `The customer gave feedback: ${helpedWords[String(data.helped)] ?? 'no answer'}`,
  feedback_permission_ended: () => 'The customer withdrew permission to use their words on the site',
  feedback_published: ({ actor }) => `${actor} showed the customer’s words on the site`,
  feedback_taken_off: ({ actor }) => `${actor} removed the customer’s words from the site`,
  consent_given: () => 'The customer consented to work starting right away',
  withdrawal_stated: () => 'The customer withdrew from the contract: work has stopped',
  withdrawal_lifted: ({ actor }) => `${actor} resumed the order: the customer took back the withdrawal`,
  withdrawal_settled: ({ actor, data }) =>
    `${actor} marked the withdrawal as settled: the remaining ${sumOf(data)} is not refunded`,
  withdrawal_reopened: ({ data }) =>
    `The withdrawal is no longer settled: a refund failed, and ${sumOf(data)} is still owed`,
  customer_erased: ({ actor }) =>
    `The customer’s name, address and texts were erased · ${actor === 'system' ? 'retention period over' : actor}`,
  background_corrected: () => 'The customer edited the background before writing began',
  day_moved: ({ actor, data }) =>
    `${actor} promised the customer a later date: ${longDayText(String(data.toDay))} instead of ${longDayText(String(data.fromDay))}`,
  payment_cleared: ({ actor, id }, events) =>
    hasOpenRefundFailure(events.filter((event) => event.id < id))
      ? `${actor} dismissed the failed refund`
      : `${actor} checked the payment and resumed the order`,
  mail_sent: ({ data }) => `Email sent: ${mailName(data)}`,
  mail_failed: ({ data }) => `Email failed: ${mailName(data)}`,
  mail_resent: ({ actor, data }) => `Email resent: ${mailName(data)} · ${actor}`,
  payment_review: ({ data }) =>
    `${sumOf(data)} was paid, which doesn’t match the order. An admin has to decide`,
  payment_changed: ({ data }) => {
    const to = String(data.to);
    const label = paymentStatusLabels[to as PaymentStatus]?.label ?? humanize(to);
    const back = typeof data.refundedMinor === 'number' ? data.refundedMinor : 0;
    return `Payment: ${label}${back > 0 ? `, ${formatMinor(back, currencyOf(data))} refunded in total` : ''}`;
  },
};

function mailName({ kind }: Data): string {
  return mailKindNames[kind as CustomerMailKind] ?? humanize(String(kind));
}

function refundMade(data: Data): string {
  const sum = sumOf(data);
  const words: Record<string, string> = {
    pending: `refunded ${sum}, which is on its way`,
    requires_action: `refunded ${sum}, which is waiting for the customer`,
    failed: `tried to refund ${sum}, but it failed: ${failureOf(data)}`,
    canceled: `tried to refund ${sum}, but it was canceled`,
  };
  return words[String(data.refundStatus)] ?? `refunded ${sum}`;
}

function refundChanged(data: Data): string {
  const words: Record<string, string> = {
    succeeded: 'went through',
    pending: 'is on its way',
    requires_action: 'is waiting for the customer',
    canceled: 'was canceled. The money was returned to you',
  };
  return words[String(data.refundStatus)] ?? `failed: ${failureOf(data)}. The money was returned to you`;
}

function failureOf({ failure }: Data): string {
  return refundFailure(typeof failure === 'string' ? failure : null);
}

function disputeText(data: Data): string {
  const sum = sumOf(data);
  const reason = typeof data.reason === 'string' ? `: ${disputeReason(data.reason)}` : '';
  const withdrawn = typeof data.withdrawnMinor === 'number' ? data.withdrawnMinor : 0;
  const withTaken = (words: string) =>
    withdrawn > 0
      ? `${endSentence(words)} It has withdrawn ${formatMinor(withdrawn, currencyOf(data))}`
      : words;
  const words: Record<string, string> = {
    warning_needs_response: `The bank is asking about ${sum}${reason}`,
    warning_under_review: `The bank is reviewing the answer to its inquiry about ${sum}`,
    warning_closed: `The bank’s inquiry about ${sum} is over`,
    under_review: withTaken(`The bank is reviewing the evidence about ${sum}`),
    won: `The dispute about ${sum} was won`,
    lost: `The dispute about ${sum} was lost`,
    prevented: `The dispute about ${sum} was prevented`,
  };
  return words[String(data.disputeStatus)] ?? withTaken(`The bank is disputing ${sum}${reason}`);
}

function warningText({ kind, reason, isOpen }: Data): string {
  const why = warningReason(kind as WarningKind, String(reason ?? ''));
  if (kind === 'review') {
    return isOpen ? `Stripe put the payment under review: ${why}` : `Stripe’s review is over: ${why}`;
  }
  return isOpen ? `The customer’s bank warned of fraud: ${why}` : 'The bank’s fraud warning is over';
}

function idOf(id: Data[string] | undefined): string {
  return id ? ` (${id})` : '';
}

/** Within this time the consequences of an action follow, such as the payment's state after a refund. */
const consequence = seconds(2);

const mailEvents = ['mail_sent', 'mail_resent'];

/** Returns the events with an id above `since`, except the user's own, their consequences, and sent mails. */
export function eventsByOthers(
  events: readonly OrderEvent[],
  { since, username }: { since: number; username: string },
): OrderEvent[] {
  let ownUntil = Number.NEGATIVE_INFINITY;
  return events.filter((event) => {
    const at = Date.parse(event.createdAt);
    const isOwn = event.actor === username;
    if (isOwn) ownUntil = at + consequence;
    const isByItself = (event.actor === 'system' || event.actor === 'stripe') && at <= ownUntil;
    return event.id > since && !isOwn && !isByItself && !mailEvents.includes(event.type);
  });
}

/** Returns whether a person made the last assignment: then an unassigned order stays unassigned. */
export function isKeptByAdmins(events: readonly OrderEvent[]): boolean {
  const last = events.findLast(({ type }) => type === 'assigned');
  return last !== undefined && last.actor !== 'system';
}
