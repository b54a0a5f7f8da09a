import { emailAddress } from '../fields.ts';
import { z } from '../zod.ts';

export const customerMailKinds = [
  'order_confirmation',
  'reading_delivery',
  'customer_question',
  'question_reminder',
  'customer_message',
  'feedback_request',
  'withdrawal_receipt',
  'refund_made',
  'refund_failed',
  'dispute_closed',
  'new_day',
] as const;
export type CustomerMailKind = (typeof customerMailKinds)[number];

export const questionMailKinds = [
  'customer_question',
  'question_reminder',
] as const satisfies CustomerMailKind[];

export const correctAddressSchema = z.strictObject({ email: emailAddress('The email address') });

/** A mail of an order, as the admin sees it. Times are ISO 8601. */
export interface OrderMail {
  id: number;
  kind: CustomerMailKind;
  to: string;
  state: 'queued' | 'sent' | 'failed' | 'canceled';
  attempts: number;
  /** The mail server's error message. */
  lastError: string | null;
  createdAt: string;
  nextAttemptAt: string | null;
  sentAt: string | null;
  /** Set when a corrected address also gets the mail. */
  movesAlong?: true;
}
