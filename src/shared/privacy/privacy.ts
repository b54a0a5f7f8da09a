import { counted } from '../plural.ts';
import type { Retention, RetentionName } from './retention.ts';

/** What an admin types to confirm that a person is erased. */
export const eraseWord = 'erase';

/** What there is of a person: how many of each. */
export interface PersonCounts {
  orders: number;
  readings: number;
  notes: number;
  /** Questions, problems, feedback and withdrawals. */
  messages: number;
  /** To the customer, about these orders or to this address. */
  mails: number;
}

/** @returns the counts as a list: `1 order, 1 reading, …` */
export function countsInWords({ orders, readings, notes, messages, mails }: PersonCounts): string {
  return [
    counted(orders, 'order'),
    counted(readings, 'reading'),
    counted(notes, 'note or draft', 'notes and drafts'),
    counted(messages, 'message'),
    counted(mails, 'mail'),
  ].join(', ');
}

/** What there is of a person, as the admin sees it before anything is done. */
export interface PersonFound {
  counts: PersonCounts;
  /** Numbers of orders that keep the person from being erased, and what to do about each. */
  obstacles: { orderNumber: string; why: string }[];
}

/** What was erased: numbers of orders, and how many mails to the address that belong to other orders or to none. */
export interface PersonErased {
  orderNumbers: string[];
  otherMails: number;
}

/** What the job of a night has forgotten: how many of each. */
export type ForgottenCounts = Record<RetentionName | 'stripeEvents', number>;

/** `GET /api/privacy/retention`. */
export interface KnownRetention {
  retention: Retention;
  /** When something was forgotten last, as ISO 8601, and what; null before the first night. */
  lastRun: { at: string; counts: ForgottenCounts } | null;
}
