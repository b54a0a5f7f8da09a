import type { CustomerMailKind } from '../../shared/orders/mails.ts';
import type { NoticeKind } from '../../shared/people/notices.ts';
import type { Context } from '../context/context.ts';
import type { OutgoingMail } from '../context/mailer.ts';
import { wantsNotice } from '../notices/notify.ts';
import { findOrderEvenDeleted, type OrderRow } from '../orders/order-repository.ts';
import { listMailsOfOrder, type NoticeRow } from '../outbox/outbox-repository.ts';
import { findUser } from '../people/directory/people-repository.ts';
import { findReadingOfOrder } from '../readings/reading-repository.ts';
import { formatDay } from '../time/business-days.ts';
import { isStillSo } from './is-still-so.ts';
import { renderNotice } from './templates.generated.ts';

/** What a notice says. The customer's name, question and background stay where somebody has to sign in. */
interface Notice {
  subject: string;
  message: string;
  feedback?: string | null;
  action: string;
  /** Within the site. */
  path: string;
}

/**
 * @returns a notice as it goes out; null when its recipient does not want it any more, or what it tells is no
 *   longer so
 */
export function composeNotice(context: Context, mail: NoticeRow): OutgoingMail | null {
  const user = findUser(context.db, mail.userId);
  const order = findOrderEvenDeleted(context.db, mail.orderId);
  if (!user || !order || !wantsNotice(user, mail.kind)) return null;
  if (!isStillSo(context.db, mail.kind, order, user.id)) return null;
  const { siteName, contactEmail, publicUrl } = context.config.site;
  const { subject, message, feedback, action, path } = writeNotice(context, mail.kind, order);
  return {
    messageId: mail.messageId,
    to: { name: user.username, address: user.email },
    ...renderNotice({
      siteName,
      contactEmail,
      subject,
      message,
      hasFeedback: Boolean(feedback),
      feedback: feedback ?? '',
      action,
      deskUrl: `${publicUrl}${path}`,
    }),
  };
}

function writeNotice(context: Context, kind: NoticeKind, order: OrderRow): Notice {
  const { id, orderNumber } = order;
  const dueDay = formatDay(order.dueAt ?? order.createdAt, context.config.businessTimeZone);
  const readersOrder = { action: 'Open the order', path: `/reader/dashboard?order=${id}` };
  const adminsOrder = { action: 'Open the order', path: `/admin/dashboard?order=${id}` };
  switch (kind) {
    case 'order_assigned':
      return {
        ...readersOrder,
        subject: `${orderNumber} is assigned to you`,
        message: `Its reading is due by ${dueDay}.`,
      };
    case 'order_taken_away':
      return {
        subject: `${orderNumber} is no longer assigned to you`,
        message: 'There is nothing more for you to do about it.',
        action: 'See your orders',
        path: '/reader/dashboard',
      };
    case 'reading_rejected':
      return {
        ...readersOrder,
        subject: `The reading of ${orderNumber} comes back to you`,
        message: `Please revise it and hand it in once more. It is due by ${dueDay}.`,
        feedback: findReadingOfOrder(context.db, id)?.feedback ?? null,
      };
    case 'due_soon':
      return {
        ...readersOrder,
        subject: `${orderNumber} is due soon`,
        message: `Its reading is due by ${dueDay} and has not been handed in yet.`,
      };
    case 'reading_submitted':
      return {
        subject: `${orderNumber} waits for your approval`,
        message: `Its reading was handed in. It is due by ${dueDay}.`,
        action: 'Read it',
        path: '/admin/dashboard?tab=approvals',
      };
    case 'mail_failed':
      return {
        ...adminsOrder,
        subject: `A mail about ${orderNumber} could not be delivered`,
        message: `${failedMail(context, id)} could not be delivered to the customer. The order shows why; there you can correct the address and send it again.`,
      };
    case 'order_overdue':
      return {
        ...adminsOrder,
        subject: `${orderNumber} is overdue`,
        message: `Its reading was due by ${dueDay} and has not been approved yet.`,
      };
  }
}

const mailNames: Record<CustomerMailKind, string> = {
  order_confirmation: 'The confirmation of the order',
  reading_delivery: 'The reading',
};

function failedMail(context: Context, orderId: string): string {
  const failed = listMailsOfOrder(context.db, orderId).findLast(({ state }) => state === 'failed');
  return failed ? mailNames[failed.kind] : 'A mail about the order';
}
