import { emailAddress } from '../fields.ts';
import { z } from '../zod.ts';
import { eraseWord } from './privacy.ts';
import { isChoice, type RetentionName, retentionChoices } from './retention.ts';

const address = emailAddress('The email address');

/** The address is in the body, and so in no log and no history. */
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
