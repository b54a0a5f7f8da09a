import { DomainError } from '../basics/errors.ts';
import type { Context } from './context.ts';

/** The input of a form without scripts. */
export interface TakenForm {
  /** The key that it is kept under when it could not be accepted. */
  key: string;
  orderId: string;
  /** The text, and the other fields. */
  text: string;
  fields?: Record<string, string>;
}

/**
 * Does the work of a form without scripts. If that fails, keeps the input with the reason for a while, for the page to
 * show: the browser has left the form.
 *
 * @returns whether it was done, and is on the disk
 */
export async function takeForm(
  context: Context,
  { key, orderId, text, fields }: TakenForm,
  work: () => void | Promise<void>,
): Promise<boolean> {
  try {
    const written = context.db.commits.watch();
    await work();
    await written();
    context.refusedForms.delete(key);
    return true;
  } catch (error) {
    const isRefused = error instanceof DomainError;
    if (!isRefused) context.log.error({ err: error, orderId }, 'what a customer sent could not be kept');
    context.refusedForms.set(key, {
      text,
      ...(fields && { fields }),
      problem: isRefused ? error.message : 'We couldn’t save this. It’s still here. Please send it again.',
    });
    return false;
  }
}
