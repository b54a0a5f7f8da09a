import type { Correctable } from '../../shared/orders/corrections.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, RefusedForm } from './context.ts';

export function correctionKey(what: Correctable, orderId: string): string {
  return `${what} of ${orderId}`;
}

/**
 * Does the work of a form without scripts. If that fails, keeps the input with the reason for a while, for the page to
 * show: the browser has left the form.
 * @returns whether it was done, and is on the disk
 */
export async function takeForm(
  context: Context,
  { key, orderId, ...input }: { key: string; orderId: string } & Omit<RefusedForm, 'problem'>,
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
      ...input,
      problem: isRefused ? error.message : 'We couldn’t save this. It’s still here. Please send it again.',
    });
    return false;
  }
}
