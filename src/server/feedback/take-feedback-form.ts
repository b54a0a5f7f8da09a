import { feedbackFormSchema } from '../../shared/aftercare/feedback.ts';
import { problemOf } from '../../shared/fields.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { takeForm } from '../context/take-form.ts';
import { findLinkEvenToDeleted } from '../orders/order-links.ts';
import { giveFeedback, takePermissionBack } from './feedback.ts';

/** @returns the key of a form that could not be accepted */
export function feedbackKey(orderId: string): string {
  return `feedback:${orderId}`;
}

/**
 * Handles the form on the customer's page: feedback on their reading, or taking the permission for the site back.
 *
 * @param token the secret of the customer's link; an unknown one has no effect
 * @param form the unchecked input
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
  // A deleted order takes no new feedback. It can be restored, so the permission can still be taken back.
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
