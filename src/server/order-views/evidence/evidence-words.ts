import type { CustomerMailKind } from '../../../shared/orders/mails.ts';

/** Made with the first moment: what Node knows of languages takes 9 MB once it is asked. */
let moment: Intl.DateTimeFormat | undefined;
let wholeDay: Intl.DateTimeFormat | undefined;

/** @returns a time in the words that a bank reads anywhere: `November 22, 2026 at 10:03:12 AM UTC` */
export function formatMoment(time: number): string {
  moment ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  return `${moment.format(time)} UTC`;
}

export const mailNames: Record<CustomerMailKind, string> = {
  order_confirmation: 'Order confirmation',
  reading_delivery: 'The reading',
  customer_question: 'A question about the order',
  question_reminder: 'A reminder of a question about the order',
  feedback_request: 'A question how the reading was',
  withdrawal_receipt: 'The receipt of a withdrawal from the contract',
  refund_made: 'News of a refund',
  refund_failed: 'News of a refund that failed',
  dispute_closed: 'News of a dispute that is closed',
  new_day: 'A later day for the reading',
};

/** @returns a day such as `2026-11-25` in the words that a bank reads: `November 25, 2026` */
function formatWholeDay(day: string): string {
  wholeDay ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return wholeDay.format(Date.parse(day));
}

/** A row of a list, left out when there is nothing to say. */
export function fact(label: string, value: string | null): { label: string; value: string }[] {
  return value === null ? [] : [{ label, value }];
}

/** The same for a time. */
export function timeFact(label: string, time: number | null): { label: string; value: string }[] {
  return fact(label, time === null ? null : formatMoment(time));
}

/** The same for a day such as `2026-11-25`. */
export function dayFact(label: string, day: string | null): { label: string; value: string }[] {
  return fact(label, day === null ? null : formatWholeDay(day));
}
