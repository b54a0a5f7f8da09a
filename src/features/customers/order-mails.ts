import type { OrderMail } from '../../shared/orders/mails.ts';
import type { StatusLabel } from '../../shared/orders/order-status.ts';
import type { DateFormats } from '../desk/date-formats.ts';

export const mailKindNames: Record<OrderMail['kind'], string> = {
  order_confirmation: 'Order confirmation',
  reading_delivery: 'Reading',
  customer_question: 'Question',
  question_reminder: 'Question reminder',
  customer_message: 'Message',
  feedback_request: 'Feedback request',
  withdrawal_receipt: 'Withdrawal receipt',
  refund_made: 'Refund made',
  refund_failed: 'Refund failed',
  dispute_closed: 'Dispute closed',
  new_day: 'New date',
};

export const mailLabels: Record<OrderMail['state'], StatusLabel> = {
  queued: { label: 'Waiting', tone: 'info' },
  sent: { label: 'Sent', tone: 'success' },
  failed: { label: 'Failed', tone: 'error' },
  canceled: { label: 'Canceled', tone: 'neutral' },
};

export function mailStateText(
  { state, attempts, nextAttemptAt, sentAt }: OrderMail,
  { dateTime, timeOrDate }: DateFormats,
): string {
  switch (state) {
    case 'sent':
      return sentAt ? `Delivered ${timeOrDate(sentAt)}` : 'Sent';
    case 'failed':
      return 'Could not be delivered';
    case 'canceled':
      return 'Canceled before it was sent';
    case 'queued':
      if (attempts === 0 || !nextAttemptAt) return 'Waiting to be sent';
      return `Not accepted yet; next try ${dateTime(nextAttemptAt)}`;
  }
}

/** Returns whether a mail can be resent: if it failed, or was sent and is the last of its kind in `mails`. */
export function canResend(mail: OrderMail, mails: readonly OrderMail[]): boolean {
  if (mail.state === 'failed') return true;
  return mail.state === 'sent' && mails.findLast(({ kind }) => kind === mail.kind)?.id === mail.id;
}
