import { problemOf } from '../../shared/fields.ts';
import type { z } from '../../shared/zod.ts';
import type { Context } from './context.ts';
import { DomainError } from './domain-error.ts';
import type { RejectedForm } from './form-flash.ts';

/** The input of a form without scripts; `key` is by `formKey`. */
export type FormInput = Omit<RejectedForm, 'problem'> & { key: string; orderId: string };

const unsaved = 'We couldn’t save this. It’s still here. Please send it again.';

export function formKey(form: 'address' | 'background' | 'feedback' | 'message', orderId: string): string {
  return `${form} of ${orderId}`;
}

/** Runs the work of a form without scripts. On an error it keeps input and message and returns false; never rejects. */
export async function handleForm(
  context: Context,
  { key, orderId, ...form }: FormInput,
  work: () => void | Promise<void>,
  failure = unsaved,
): Promise<boolean> {
  try {
    await work();
    context.unfinishedForms.rejected.delete(key);
    return true;
  } catch (error) {
    const isRefused = error instanceof DomainError;
    if (!isRefused) context.log.error({ err: error, orderId }, 'a form from a customer could not be saved');
    context.unfinishedForms.rejected.set(key, { ...form, problem: isRefused ? error.message : failure });
    return false;
  }
}

/** Returns the parsed form. @throws {DomainError} `invalid_request` with the first problem */
export function parseForm<Output>(schema: z.ZodType<Output>, form: Record<string, string>): Output {
  const { data, error } = schema.safeParse(form);
  if (error) throw new DomainError('invalid_request', problemOf(error));
  return data;
}
