import { emailAddress } from './fields.ts';
import { z } from './zod.ts';

export const correctAddressSchema = z.strictObject({ email: emailAddress('The e-mail address') });

/** A mail of an order, as the admin sees it. */
export interface OrderMail {
  id: number;
  kind: 'order_confirmation' | 'reading_delivery' | 'test_email';
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
}
