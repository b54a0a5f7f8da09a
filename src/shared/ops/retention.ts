import { counted } from '../counted-text.ts';
import { days } from '../durations.ts';

/** In the unit of the name; 0 means no limit. */
export const retentionChoices = {
  neverPaidDays: [7, 14, 30, 60, 90],
  draftDays: [7, 14, 30, 90],
  mailDays: [30, 90, 183, 365],
  endedOrderYears: [0, 1, 2, 3, 5, 10],
} as const;
export type RetentionName = keyof typeof retentionChoices;
export const retentionNames = Object.keys(retentionChoices) as RetentionName[];

export type Retention = Record<RetentionName, number>;

export const defaultRetention: Retention = {
  neverPaidDays: 30,
  draftDays: 30,
  mailDays: 183,
  endedOrderYears: 0,
};

export function isChoice(name: RetentionName, value: number): boolean {
  return (retentionChoices[name] as readonly number[]).includes(value);
}

/** Returns a retention period in milliseconds; null for 0, which means no limit. */
export function retentionMs(name: RetentionName, value: number): number | null {
  if (value === 0) return null;
  return days(name === 'endedOrderYears' ? Math.ceil(value * 365.25) : value);
}

/** Formats a retention period: `30 days`, `6 months`, `2 years`; 0 as `Keep`. */
export function durationText(name: RetentionName, value: number): string {
  if (value === 0) return 'Keep';
  if (value === 183) return '6 months';
  if (value === 365) return '1 year';
  return counted(value, name === 'endedOrderYears' ? 'year' : 'day');
}

export type RetentionRow = { what: string; why: string } & ({ name: RetentionName } | { fixed: string });

export const retentionTable: readonly RetentionRow[] = [
  {
    what: 'Past orders: name, address, question, reading, notes, emails',
    name: 'endedOrderYears',
    why: 'Customers come back to their readings, and a bank can question a payment for more than a year. Many laws require records of who paid for six to ten years: ask your accountant before you choose less. Counted from the payment or the delivery, whichever is later.',
  },
  {
    what: 'Their payments: number, amounts, dates, refunds, disputes, terms agreed to',
    fixed: 'always',
    why: 'The law requires these records. Once the customer’s data is erased, they no longer have a name or any text.',
  },
  {
    what: 'Orders that were never paid: name, address, question',
    name: 'neverPaidDays',
    why: 'Some customers come back later to pay. Once this time is over, you don’t need the data.',
  },
  {
    what: 'Unfinished payments of such orders',
    fixed: 'a day',
    why: 'They are then canceled, so they can’t be charged by accident.',
  },
  {
    what: 'Drafts',
    name: 'draftDays',
    why: 'Counted from the delivery. Until then, a draft is work you can’t afford to lose.',
  },
  {
    what: 'Sent emails: recipient, time, the mail server’s answer',
    name: 'mailDays',
    why: 'You can resend them, and they prove that a reading was delivered. If a bank ever questioned the payment, they are kept.',
  },
  {
    what: 'Addresses waiting for sales to reopen',
    fixed: 'two days; once confirmed, until sales reopen',
    why: 'They get one email, when you reopen.',
  },
  {
    what: 'Links to order pages',
    fixed: '6 months',
    why: 'After that, a link in an old email no longer opens the order.',
  },
  {
    what: 'Messages from Stripe',
    fixed: '30 days',
    why: 'Stripe may send the same message again in that time. The record of which cards were declined is deleted after a day.',
  },
  {
    what: 'Failed sign-in counts, password reset links, sessions',
    fixed: 'until they expire, a few weeks at most',
    why: 'They contain only hashes and who works for you.',
  },
  {
    what: 'Backups',
    fixed: 'for as long as you keep them',
    why: 'A backup can’t be changed. When you restore one, customers you erased since then are erased again.',
  },
];
