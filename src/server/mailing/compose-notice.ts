import { counted, plural } from '../../shared/counted-text.ts';
import { describeBackupFailure } from '../../shared/ops/backup-schema.ts';
import type { CustomerMailKind } from '../../shared/orders/mails.ts';
import type { NoticeKind } from '../../shared/people/account-schema.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import { isStillRelevant } from '../aftercare/is-still-relevant.ts';
import type { Context } from '../base/context.ts';
import type { OutgoingMail } from '../base/mailer.ts';
import { formatDay } from '../base/time/business-days.ts';
import { listMailsOfOrder, type MailRow, type NoticeRow } from '../mail/outbox-repository.ts';
import type { RenderedMail } from '../mail/template-runtime.ts';
import { renderNotice } from '../mail/templates.generated.ts';
import { listMessages } from '../orders/messages/message-repository.ts';
import { wantsNotice } from '../orders/notify.ts';
import { findOrderEvenDeleted, type OrderRow } from '../orders/order-repository.ts';
import { findUser, type UserRow } from '../people/people-repository.ts';
import { findReadingOfOrder, listComments, type ReadingRow } from '../readings/reading-repository.ts';
import { readFailedBackup, readLastBackup } from '../shop/facts-repository.ts';
import { readSender } from '../shop/read-business.ts';

/** The content of a notice. The customer's name, question and background are shown only after signing in. */
interface Notice {
  subject: string;
  message: string;
  feedback?: string | null;
  action: string;
  path: string;
}

/** Writes a notice to an admin or reader; null if they turned it off or it is no longer true. */
export function composeNotice(context: Context, mail: NoticeRow): OutgoingMail | null {
  const user = findUser(context.db, mail.userId);
  const order = findOrderEvenDeleted(context.db, mail.orderId);
  if (!user || !order || !wantsNotice(user, mail.kind) || !isStillRelevant(context, mail, order)) return null;
  const rendered = render(context, writeNotice(context, mail.kind, order), true);
  return { messageId: mail.messageId, to: { name: nameOf(user), address: user.email }, ...rendered };
}

/** Writes the warning that an account's password may be known; null if its owner is inactive or changed address. */
export function composeCodesGuessed(context: Context, mail: MailRow): RenderedMail | null {
  const person = findAccountOwner(context, mail);
  if (!person) return null;
  const notice = {
    subject: 'Wrong two-factor codes for your account',
    message: `Someone entered the right password for your account ${person.username}, then five wrong two-factor codes. If it wasn’t you, set a new password now. No one can sign in without a code.`,
    action: 'Open your account',
    path: `/${person.role}/dashboard`,
  };
  return render(context, notice, false);
}

/** Writes to an admin why a backup failed; null once one has succeeded, or for anyone who is no longer an admin. */
export function composeBackupFailed(context: Context, mail: MailRow): RenderedMail | null {
  const person = findAccountOwner(context, mail);
  const failure = describeBackupFailure(readLastBackup(context.db), readFailedBackup(context.db));
  if (person?.role !== 'admin' || failure === null) return null;
  const message = `${failure} You won’t get another email about this until a backup succeeds. The alert stays on the dashboard.`;
  const path = '/admin/dashboard?tab=settings&section=health';
  return render(
    context,
    { subject: 'A backup failed', message, action: 'Open Backups and health', path },
    false,
  );
}

/** Returns the active user of a mail; null if their address has changed since. */
export function findAccountOwner({ db }: Context, { userId, toAddress }: MailRow): UserRow | null {
  const user = userId ? findUser(db, userId) : undefined;
  return user?.isActive && user.email === toAddress ? user : null;
}

function render(context: Context, notice: Notice, canBeMuted: boolean): RenderedMail {
  const { feedback, path, ...words } = notice;
  return renderNotice({
    ...readSender(context),
    ...words,
    canBeMuted,
    hasFeedback: Boolean(feedback),
    feedback: feedback ?? '',
    deskUrl: `${context.config.publicUrl}${path}`,
  });
}

function writeNotice(context: Context, kind: NoticeKind, order: OrderRow): Notice {
  const { id, orderNumber } = order;
  const { clock, config } = context;
  const dueDay = formatDay(order.dueAt ?? order.createdAt, config.businessTimeZone, clock.now());
  const noDueDay =
    order.dueAt === null ? 'It’s waiting for the customer’s answer. Nothing is due until then.' : null;
  const action = 'Open the order';
  const toReader = (subject: string, message: string) => {
    return { subject, message, action, path: `/reader/dashboard?order=${id}` };
  };
  const toAdmin = (subject: string, message: string) => {
    return { subject, message, action, path: `/admin/dashboard?order=${id}` };
  };
  switch (kind) {
    case 'order_assigned':
      return toReader(`${orderNumber} is assigned to you`, noDueDay ?? `Its reading is due by ${dueDay}.`);
    case 'reading_rejected': {
      const reading = findReadingOfOrder(context.db, id);
      const due = noDueDay ?? `It is due by ${dueDay}.`;
      const message = `Please revise it and submit it again. ${commentsOn(context, reading)}${due}`;
      const notice = toReader(`The reading for ${orderNumber} came back to you`, message);
      return { ...notice, feedback: reading?.feedback ?? null };
    }
    case 'due_soon':
      return toReader(
        `${orderNumber} is due soon`,
        `Its reading is due by ${dueDay} and hasn’t been submitted yet.`,
      );
    case 'reading_submitted':
      return {
        subject: `${orderNumber} is waiting for your approval`,
        message: `Its reading was submitted. ${noDueDay ?? `It is due by ${dueDay}.`}`,
        action: 'Read it',
        path: '/admin/dashboard?tab=approvals',
      };
    case 'mail_failed':
      return toAdmin(
        `An email about ${orderNumber} couldn’t be delivered`,
        `${failedMail(context, id)} couldn’t be delivered. The order shows why. You can correct the address there and send it again.`,
      );
    case 'message_for_reader':
      return toReader(...aboutMessage(context, order, dueDay));
    case 'message_for_admin':
      return toAdmin(...aboutMessage(context, order, dueDay));
    case 'withdrawal_for_admin':
      return toAdmin(`The customer withdrew from ${orderNumber}`, withdrawalNotice(order));
    case 'reading_late': {
      const message = `We promised its reading by ${dueDay}, and it hasn’t been submitted yet. If it won’t be ready by then, you can email the customer an apology and a later date with one click.`;
      return { ...toAdmin(`${orderNumber} may be late`, message), action: 'Send a new date' };
    }
    case 'order_overdue':
      return toAdmin(
        `${orderNumber} is late`,
        `Its reading was due by ${dueDay} and hasn’t been approved yet.`,
      );
  }
}

/** Returns subject and message of a notice about a customer's last message. */
function aboutMessage({ db }: Context, order: OrderRow, dueDay: string): [subject: string, message: string] {
  const kind = listMessages(db, order.id).findLast(({ sender }) => sender === 'customer')?.kind;
  if (kind === 'answer') {
    const due = order.dueAt === null ? '' : ` The reading is now due by ${dueDay}.`;
    return [
      `The customer answered your question about ${order.orderNumber}`,
      `The answer is on the order.${due}`,
    ];
  }
  return [
    `The customer ${kind === 'problem' ? 'reported a problem with' : 'wrote to you about'} ${order.orderNumber}`,
    'Their message is on the order, where you can reply. We promised an answer within two business days.',
  ];
}

function withdrawalNotice({ amountMinor }: OrderRow): string {
  const stopped = 'Work on the order has stopped, and the customer has a receipt.';
  if (amountMinor === 0) return `${stopped} It was free, so there’s nothing to refund.`;
  return `${stopped} Please refund it within 14 days. The order has a button for it.`;
}

const mailNames: Record<CustomerMailKind, string> = {
  order_confirmation: 'The order confirmation',
  reading_delivery: 'The reading',
  customer_question: 'The question for the customer',
  question_reminder: 'The reminder about the question',
  customer_message: 'A message to the customer',
  feedback_request: 'The feedback request',
  withdrawal_receipt: 'The withdrawal receipt',
  refund_made: 'The refund notice',
  refund_failed: 'The notice that a refund failed',
  dispute_closed: 'The notice that a dispute is closed',
  new_day: 'The email with the new date',
};

function commentsOn(context: Context, reading: ReadingRow | undefined): string {
  if (!reading) return '';
  const { length: count } = listComments(context.db, reading.id).filter(
    ({ revision }) => revision === reading.revision,
  );
  if (count === 0) return '';
  return `There ${plural(count, 'is', 'are')} ${counted(count, 'comment')} on its text. `;
}

function failedMail(context: Context, orderId: string): string {
  const failed = listMailsOfOrder(context.db, orderId).findLast(({ state }) => state === 'failed');
  return failed ? mailNames[failed.kind] : 'An email about the order';
}
