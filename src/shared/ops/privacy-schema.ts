import { counted } from '../counted-text.ts';
import { emailAddress } from '../fields.ts';
import { z } from '../zod.ts';
import { isChoice, type Retention, type RetentionName, retentionChoices } from './retention.ts';

export const eraseWord = 'erase';

export interface PersonCounts {
  orders: number;
  readings: number;
  notes: number;
  messages: number;
  mails: number;
}

/** Lists counts in words, zeros too: `2 orders, 1 reading, 0 notes and drafts, …` */
export function describeCounts({ orders, readings, notes, messages, mails }: PersonCounts): string {
  return [
    counted(orders, 'order'),
    counted(readings, 'reading'),
    counted(notes, 'note or draft', 'notes and drafts'),
    counted(messages, 'message'),
    counted(mails, 'email'),
  ].join(', ');
}

export interface PersonFound {
  counts: PersonCounts;
  obstacles: { orderNumber: string; why: string }[];
}

export interface PersonErased {
  orderNumbers: string[];
  otherMails: number;
}

export type DeletedCounts = Record<RetentionName | 'stripeEvents', number>;

export interface KnownRetention {
  retention: Retention;
  lastRun: { at: string; counts: DeletedCounts } | null;
}

const address = emailAddress('The email address');

/** The address is sent in the body, so that no log and no history contains it. */
export const personSchema = z.strictObject({ address });

export const eraseSchema = z.strictObject({
  address,
  confirmation: z.literal(eraseWord, `Please type the word ${eraseWord}.`),
});

const choice = (name: RetentionName) =>
  z.int('The time must be a whole number.').refine((value) => isChoice(name, value), {
    error: `The time must be one of ${retentionChoices[name].join(', ')}.`,
  });

export const retentionSchema = z.strictObject({
  neverPaidDays: choice('neverPaidDays'),
  draftDays: choice('draftDays'),
  mailDays: choice('mailDays'),
  endedOrderYears: choice('endedOrderYears'),
});
