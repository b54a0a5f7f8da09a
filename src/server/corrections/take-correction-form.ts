import { problemOf } from '../../shared/fields.ts';
import { suggestEmail, undeliverableLetter } from '../../shared/mistyped-email.ts';
import { type Correctable, correctionSchemas } from '../../shared/orders/corrections.ts';
import type { z } from '../../shared/zod.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, RefusedForm } from '../context/context.ts';
import { correctionKey, takeForm } from '../context/take-form.ts';
import { findLink } from '../orders/order-links.ts';
import { correctOwnAddress, correctOwnBackground, requireOwn } from './correct-order.ts';

interface CorrectionLimits {
  /** Limits the forms from one connection. */
  form: () => Promise<void>;
  /** Limits how many addresses an order can be sent to. */
  newAddress: (orderId: string) => Promise<void>;
}

/**
 * Handles a form on the customer's page that corrects their order. Input that could not be accepted is kept for a while
 * with the reason, for the page to show: the browser has left the form. The customer is asked once about an address
 * that looks mistyped or undeliverable; sent again, it is accepted.
 *
 * @param token the secret of the customer's link; only that of the browser that ordered has an effect
 * @param form the unchecked input
 * @param limits refuse when there were too many
 * @returns whether the page has a correction to report
 */
export async function takeCorrectionForm(
  context: Context,
  what: Correctable,
  token: string,
  form: Record<string, string>,
  limits: CorrectionLimits,
): Promise<boolean> {
  const link = findLink(context, token);
  if (!link?.isBuyers) return false;
  const { id: orderId } = link.order;
  const key = correctionKey(what, orderId);
  const text = form.text ?? '';
  const question = what === 'address' ? questionAbout(form) : null;
  const wasAsked = isSameQuestion(context.refusedForms.get(key)?.value, text, question);
  const typed = { key, orderId, text, ...(question && { fields: { meant: question.meant } }) };
  return takeForm(context, typed, async () => {
    await limits.form();
    if (what === 'background') {
      await correctOwnBackground(context, token, textOf(correctionSchemas.background, form));
    } else {
      const email = textOf(correctionSchemas.address, form);
      if (question && !wasAsked) {
        // A customer who is too late is told that instead.
        requireOwn(context, context.db, token);
        throw new DomainError('invalid_request', question.problem);
      }
      await limits.newAddress(orderId);
      await correctOwnAddress(context, token, email);
    }
  });
}

interface Question {
  /** The address that was probably meant; empty when there is no suggestion. */
  meant: string;
  problem: string;
}

/** @returns the question about an odd address; null for an invalid or a normal one */
function questionAbout(form: Record<string, string>): Question | null {
  const { data } = correctionSchemas.address.safeParse(form);
  if (!data) return null;
  const meant = suggestEmail(data.text);
  if (meant) return { meant, problem: 'This address looks mistyped, so we haven’t saved it yet.' };
  const letter = undeliverableLetter(data.text);
  const problem = `Most mail systems can’t deliver to letters like ${letter} before the @. If it is right, save it once more.`;
  return letter ? { meant: '', problem } : null;
}

function isSameQuestion(kept: RefusedForm | undefined, text: string, question: Question | null): boolean {
  return question !== null && kept?.fields?.meant === question.meant && kept.text.trim() === text.trim();
}

function textOf<Text>(schema: z.ZodType<{ text: Text }>, form: Record<string, string>): Text {
  const { data, error } = schema.safeParse(form);
  if (error) throw new DomainError('invalid_request', problemOf(error));
  return data.text;
}
