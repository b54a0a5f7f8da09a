import { DomainError } from '../basics/errors.ts';
import type { Context } from './context.ts';

/** What a form without scripts sent. */
export interface TakenForm {
  /** By what it is kept when it could not be taken. */
  key: string;
  orderId: string;
  /** What was written, and what else was chosen. */
  text: string;
  fields?: Record<string, string>;
}

/**
 * Does what a form without scripts asks for. What could not be done is kept for a while with the reason, for the page
 * to show: the browser has left the form.
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
