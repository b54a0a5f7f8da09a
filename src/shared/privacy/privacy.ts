import { counted } from '../plural.ts';
import type { Retention, RetentionName } from './retention.ts';

/** What an admin types to confirm. */
export const eraseWord = 'erase';

export interface PersonCounts {
  orders: number;
  readings: number;
  notes: number;
  messages: number;
  mails: number;
}

/** `1 order, 1 reading, …` */
export function countsInWords({ orders, readings, notes, messages, mails }: PersonCounts): string {
  return [
    counted(orders, 'order'),
    counted(readings, 'reading'),
    counted(notes, 'note or draft', 'notes and drafts'),
    counted(messages, 'message'),
    counted(mails, 'mail'),
  ].join(', ');
}

export interface PersonFound {
  counts: PersonCounts;
  /** Orders that prevent the erasure, and what to do about each. */
  obstacles: { orderNumber: string; why: string }[];
}

/** `otherMails` belonged to other orders or to none. */
export interface PersonErased {
  orderNumbers: string[];
  otherMails: number;
}

export type ForgottenCounts = Record<RetentionName | 'stripeEvents', number>;

export interface KnownRetention {
  retention: Retention;
  /** Null before the first night. */
  lastRun: { at: string; counts: ForgottenCounts } | null;
}
