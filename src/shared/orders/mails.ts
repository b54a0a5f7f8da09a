import { emailAddress } from '../fields.ts';
import { z } from '../zod.ts';

/** What customers get about their orders. */
export const customerMailKinds = [
  'order_confirmation',
  'reading_delivery',
  'customer_question',
  'question_reminder',
  'feedback_request',
  'withdrawal_receipt',
  'refund_made',
  'refund_failed',
  'dispute_closed',
  'new_day',
] as const;
export type CustomerMailKind = (typeof customerMailKinds)[number];

/** Mails that ask a customer something; they stop once there is nothing to answer. */
export const questionMailKinds = [
  'customer_question',
  'question_reminder',
] as const satisfies CustomerMailKind[];

export const correctAddressSchema = z.strictObject({ email: emailAddress('The email address') });

/** A mail of an order, as the admin sees it. */
export interface OrderMail {
  id: number;
  kind: CustomerMailKind;
  to: string;
  state: 'queued' | 'sent' | 'failed' | 'canceled';
  attempts: number;
  /** The mail server's words on the last refusal */
  lastError: string | null;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601; null unless it waits */
  nextAttemptAt: string | null;
  /** ISO 8601: when the mail server accepted it */
  sentAt: string | null;
  /** Set in the mails of an order where a corrected address gets it. */
  movesAlong?: true;
}
