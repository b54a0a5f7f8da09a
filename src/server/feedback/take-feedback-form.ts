import { feedbackFormSchema } from '../../shared/aftercare/feedback.ts';
import { problemOf } from '../../shared/fields.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { takeForm } from '../context/take-form.ts';
import { findLinkEvenToDeleted } from '../orders/order-links.ts';
import { giveFeedback, takePermissionBack } from './feedback.ts';

/** @returns by what a form that could not be taken is kept */
export function feedbackKey(orderId: string): string {
  return `feedback:${orderId}`;
}

/**
 * Takes what the form on the customer's page sent: what they say of their reading, or that it is not to stand on the
 * site any more.
 *
 * @param token the secret of the customer's link; one that leads nowhere leaves nothing behind
 * @param form as it was sent, unchecked
 * @param limit refuses when there were too many
 */
export async function takeFeedbackForm(
  context: Context,
  token: string,
  form: Record<string, string>,
  limit: () => Promise<void>,
): Promise<void> {
  const order = findLinkEvenToDeleted(context, token)?.order;
  const { words = '', helped = '', publish = '', name = '', action } = form;
  const isTakenBack = action === 'take_back';
  // What is deleted takes nothing new. It can be restored, and then the permission is to be gone.
  if (!order || (order.deletedAt !== null && !isTakenBack)) return;
  const typed = {
    key: feedbackKey(order.id),
    orderId: order.id,
    text: words,
    fields: { helped, publish, name },
  };
  await takeForm(context, typed, async () => {
    // Taking permission back is their right, and costs nothing: it has no limit.
    if (isTakenBack) return takePermissionBack(context, order);
    await limit();
    const { data, error } = feedbackFormSchema.safeParse(form);
    if (error) throw new DomainError('invalid_request', problemOf(error));
    await giveFeedback(context, order, data);
  });
}
