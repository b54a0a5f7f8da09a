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
    what: 'Orders that have ended: name, address, question, reading, notes, emails',
    name: 'endedOrderYears',
    why: 'Customers come back to their readings, and a bank can question a payment for more than a year. Many laws require records of who paid for six to ten years: ask your accountant before you choose less. Counted from the payment, or the delivery when that was later.',
  },
  {
    what: 'Their payments: number, amounts, dates, refunds, disputes, terms agreed to',
    fixed: 'always',
    why: 'The law requires these records. These records have no name and no text once the customer is erased.',
  },
  {
    what: 'Orders that were never paid: name, address, question',
    name: 'neverPaidDays',
    why: 'Some customers come back to pay. After that the data is not needed.',
  },
  {
    what: 'The unfinished payment of such an order',
    fixed: 'a day',
    why: 'It is canceled then, so that an old payment can’t be charged by accident.',
  },
  {
    what: 'Drafts',
    name: 'draftDays',
    why: 'Counted from the delivery of the reading. Until then it is work that must not get lost.',
  },
  {
    what: 'Emails that were sent: to whom, when, the mail server’s answer',
    name: 'mailDays',
    why: 'You can send them again, and they prove that a reading was delivered. If the customer’s bank ever asked about the payment, they are kept.',
  },
  {
    what: 'Addresses waiting for sales to reopen',
    fixed: 'two days; once confirmed, until sales reopen',
    why: 'They get one email then.',
  },
  {
    what: 'Links to the pages of orders',
    fixed: '6 months',
    why: 'An old email in the wrong hands then opens nothing.',
  },
  {
    what: 'Messages from Stripe',
    fixed: '30 days',
    why: 'Stripe may send a message again in that time. Which card was declined is deleted after a day.',
  },
  {
    what: 'Counts of failed sign-ins, password reset links, sessions',
    fixed: 'until they expire, in a few weeks at most',
    why: 'They contain hashes, and who works here.',
  },
  {
    what: 'Backups',
    fixed: 'for as long as you keep them',
    why: 'The service cannot change a copy. Restoring one erases the customers again who were erased since.',
  },
];
