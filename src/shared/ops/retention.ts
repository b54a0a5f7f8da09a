import { days } from '../durations.ts';
import { counted } from '../plural.ts';

/** In the unit of the name; 0 is without a limit. */
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

export function retentionMs(name: RetentionName, value: number): number | null {
  if (value === 0) return null;
  return days(name === 'endedOrderYears' ? Math.ceil(value * 365.25) : value);
}

/** `30 days`, `2 years`, `until you say otherwise` */
export function durationText(name: RetentionName, value: number): string {
  if (value === 0) return 'until you say otherwise';
  if (value === 183) return 'half a year';
  if (value === 365) return 'a year';
  return counted(value, name === 'endedOrderYears' ? 'year' : 'day');
}

export type RetentionRow = { what: string; why: string } & ({ name: RetentionName } | { fixed: string });

export const retentionTable: readonly RetentionRow[] = [
  {
    what: 'Orders that have ended: name, address, question, reading, notes, emails',
    name: 'endedOrderYears',
    why: 'Customers come back to their readings, and a bank can question a payment for more than a year. Many laws want to see who paid for six to ten years: ask your accountant before you choose less. Counted from the payment, or the delivery when that was later.',
  },
  {
    what: 'Their money: number, sums, dates, refunds, disputes, what was agreed to',
    fixed: 'always',
    why: 'The law asks for books. They hold no name and no text once the customer is erased.',
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
    what: 'What readers typed and did not hand in',
    name: 'draftDays',
    why: 'Counted from the delivery of the reading. Until then it is work that must not get lost.',
  },
  {
    what: 'Emails that were sent: to whom, when, the mail server’s answer',
    name: 'mailDays',
    why: 'They can be sent once more, and prove that a reading was delivered. To a customer whose bank ever asked about the payment they stay.',
  },
  {
    what: 'Links to the pages of orders',
    fixed: 'half a year',
    why: 'An old mail in a strange mailbox opens nothing then.',
  },
  {
    what: 'What Stripe told us',
    fixed: '30 days',
    why: 'It may tell the same once more in that time. Which card was declined is forgotten after a day.',
  },
  {
    what: 'Counters against guessing, links to new passwords, sessions',
    fixed: 'until they end, weeks at most',
    why: 'They hold hashes, and who works here.',
  },
  {
    what: 'Backups',
    fixed: 'for as long as you keep them',
    why: 'The service cannot reach into a copy. Restoring one erases again the customers who were erased since.',
  },
];
