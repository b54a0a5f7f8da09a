import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { unifyLineEnds } from '../text.ts';
import { z } from '../zod.ts';

export const messageKinds = ['question', 'answer', 'problem', 'message'] as const;
export const messageSenders = ['customer', 'shop'] as const;

export const maxMessagesPerOrder = 500;
export const maxQuestionsPerOrder = 20;

/** How many business days a customer has to answer before a reminder, and after it before an admin decides. */
export const answerBusinessDays = 2;

/** How many business days the shop has to reply to a customer. */
export const replyBusinessDays = 2;

/** Browsers end the lines of a form with CR LF. */
const messageText = (label: string, missing: string) =>
  z
    .string({ error: missing })
    .transform(unifyLineEnds)
    .pipe(requiredText(label, limits.messageCharacters, missing));

/** `from` stores a customer's email as a message. A reply closes messages up to `seen`, the last one shown. */
export const sendMessageSchema = z.strictObject({
  text: messageText('The message', 'Enter a message.'),
  kind: z.literal('question', 'The kind is question, or left out.').optional(),
  from: z.literal('customer', 'A message is from the customer, or this is left out.').optional(),
  seen: z.string('The last message seen is an id, or left out.').optional(),
});
export type NewMessage = z.infer<typeof sendMessageSchema>;

/** A message from an order's page. It answers an open question, unless its kind is `problem`. */
export const writeMessageSchema = z.strictObject({
  text: messageText('Your message', 'Enter your message.'),
  kind: z.literal('problem', 'The kind is problem, or left out.').optional(),
});
export type CustomersMessage = z.infer<typeof writeMessageSchema>;

/** A message about an order, as staff see it. Times are ISO 8601. */
export interface Message {
  id: string;
  from: (typeof messageSenders)[number];
  /** A username, or the customer's name */
  author: string;
  kind: (typeof messageKinds)[number];
  text: string;
  createdAt: string;
  /** Set on a question that awaits its answer, and on a message that awaits a reply. */
  open?: { canBeClosed: boolean; remindedAt: string | null; answerBy: string | null };
  /** Set when it was closed without an answer or a reply. */
  closedAt?: string | null;
  /** The user who copied it from an email. */
  addedBy?: string;
  /** Set when the mail server refused its mail to the customer. */
  isUndelivered?: true;
}
