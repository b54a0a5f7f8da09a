import { isDeepStrictEqual } from 'node:util';
import { writeTransaction } from '../../../db/client.ts';
import {
  type CustomerQuote,
  type FeedbackForm,
  feedbackName,
  type OrderFeedback,
  type PublishFeedback,
} from '../../shared/aftercare/feedback-schema.ts';
import { days } from '../../shared/durations.ts';
import { pageRows } from '../../shared/list-page.ts';
import { isWorkable } from '../../shared/orders/order-status.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { aboutOrder, recordAudit } from '../base/record-audit.ts';
import { dayOf } from '../base/time/business-days.ts';
import { isoTime } from '../base/time/moments.ts';
import { enqueueCustomerMail } from '../mail/outbox-repository.ts';
import { isApprovalFinal, requireOrder } from '../orders/find-order.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { aftercareSettings } from '../shop/change-settings.ts';
import {
  endPublishPermission,
  type FeedbackRow,
  findFeedback,
  insertFeedback,
  listGiven,
  listPublished,
  listUnasked,
  setPublished,
  storeFeedback,
} from './feedback-repository.ts';

/** Returns whether to ask for feedback: not about an order that is unpaid, disputed, held or refunded. */
export function isFeedbackWelcome(order: OrderRow): boolean {
  return isWorkable(order.paymentStatus) && order.hold === null && order.dispute !== 'inquiry';
}

/**
 * Stores a customer's feedback; changed feedback goes off the site.
 * @throws {DomainError} `order_not_found`; `feedback_conflict` before delivery or unless `isFeedbackWelcome`
 */
export async function giveFeedback(context: Context, order: OrderRow, answer: FeedbackForm): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const now = requireOrder(tx, order.id);
    if (!isApprovalFinal(context, tx, now) || !isFeedbackWelcome(now)) {
      throw new DomainError(
        'feedback_conflict',
        'We can’t accept feedback on this order right now. If something is wrong with your order, please tell us below.',
      );
    }
    const known = findFeedback(tx, order.id);
    if (known && isDeepStrictEqual({ ...known, ...answer }, known)) return;
    const givenAt = context.clock.now();
    storeFeedback(tx, { orderId: order.id, ...answer, givenAt });
    const { helped, mayPublish } = answer;
    const data = { helped, mayPublish };
    recordEvent(tx, { orderId: order.id, type: 'feedback_given', actor: 'customer', at: givenAt, data });
  });
  context.signals.invalidatePublicPages();
}

/** Ends a customer's permission to publish, in any state of the order, and takes the feedback off the site. */
export async function revokePermission(context: Context, order: OrderRow): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    if (!findFeedback(tx, order.id)?.mayPublish) return;
    endPublishPermission(tx, order.id);
    const at = context.clock.now();
    recordEvent(tx, { orderId: order.id, type: 'feedback_permission_ended', actor: 'customer', at });
  });
  context.signals.invalidatePublicPages();
}

/**
 * Puts feedback on the site or takes it off. @throws {DomainError} `order_not_found`, `feedback_not_found`;
 * `feedback_conflict` if it has changed since `givenAt`, or may not be published
 */
export async function publishFeedback(
  context: Context,
  user: SignedIn,
  orderId: string,
  { isPublished, givenAt }: PublishFeedback,
): Promise<OrderFeedback> {
  const published = await writeTransaction(context.db, (tx) => {
    const order = requireOrder(tx, orderId);
    const known = findFeedback(tx, orderId);
    const shown = known && presentFeedback(order, known);
    if (!known || !shown)
      throw new DomainError('feedback_not_found', 'This customer has not given feedback yet.');
    if (isPublished && shown.givenAt !== givenAt) {
      throw new DomainError(
        'feedback_conflict',
        'The customer has changed their feedback in the meantime. Please read it, and choose again.',
      );
    }
    if (shown.isPublished === isPublished) return shown;
    if (isPublished && !shown.canBePublished) {
      throw new DomainError(
        'feedback_conflict',
        known.mayPublish
          ? 'The customer reported a problem with this order, so their words can’t go on the site.'
          : 'The customer has not given permission to put this on the site, or has withdrawn it.',
      );
    }
    const at = context.clock.now();
    setPublished(tx, orderId, isPublished ? at : null);
    const type = isPublished ? 'feedback_published' : 'feedback_taken_off';
    recordEvent(tx, { orderId, type, actor: user.username, at });
    recordAudit(tx, { actor: user, at, action: type, subject: aboutOrder(order) });
    return { ...shown, isPublished };
  });
  context.signals.invalidatePublicPages();
  return published;
}

/** Returns the customers' quotes on the site, the last published first. */
export function readQuotes({ db, config }: Pick<Context, 'db' | 'config'>): CustomerQuote[] {
  return listPublished(db, pageRows).flatMap(({ words, stars, givenAt, shownName, order }) => {
    if (words === null || givenAt === null) return [];
    const month = dayOf(givenAt, config.businessTimeZone).slice(0, 7);
    return [
      { words, name: feedbackName(order.customerName, shownName), stars, month, offer: order.offerName },
    ];
  });
}

/** Returns feedback as the API shows it; null until the customer gives some. */
export function presentFeedback(order: OrderRow, row: FeedbackRow | undefined): OrderFeedback | null {
  if (!row || row.helped === null || row.givenAt === null) return null;
  return {
    orderId: order.id,
    orderNumber: order.orderNumber,
    helped: row.helped,
    words: row.words,
    stars: row.stars,
    mayPublish: row.mayPublish,
    name: feedbackName(order.customerName, row.shownName),
    givenAt: isoTime(row.givenAt),
    isPublished: row.publishedAt !== null,
    canBePublished: row.mayPublish && row.words !== null && isFeedbackWelcome(order),
  };
}

/** Returns the newest feedback, published or not, without that of deleted orders. */
export function listFeedback({ db }: Context): OrderFeedback[] {
  return listGiven(db, pageRows).flatMap(({ feedback, order }) => presentFeedback(order, feedback) ?? []);
}

const batchSize = 100;

/** How many days late to ask: covers downtime, but not all past customers when the mails are first turned on. */
const latest = days(7);

/** Mails up to 100 customers, once and some days after delivery, to ask whether their reading helped. */
export async function askForFeedback(context: Context): Promise<void> {
  const { db, clock } = context;
  const { feedbackMailDays } = aftercareSettings.read(db);
  if (feedbackMailDays === 0) return;
  const now = clock.now();
  const until = now - days(feedbackMailDays);
  const span = { after: until - latest, until, limit: batchSize };
  if (listUnasked(db, span).length === 0) return;
  await writeTransaction(db, (tx) => {
    // Queried again: this may have waited for a lock.
    for (const order of listUnasked(tx, span)) {
      insertFeedback(tx, { orderId: order.id, askedAt: now });
      enqueueCustomerMail(context, tx, 'feedback_request', order);
    }
  });
  context.signals.wakeMailWorker();
}
