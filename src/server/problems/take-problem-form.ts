import { tellProblemSchema } from '../../shared/aftercare/problems.ts';
import { problemOf } from '../../shared/fields.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { takeForm } from '../context/take-form.ts';
import { findOrderBehindLink } from '../orders/order-links.ts';
import { tellProblem } from './tell-problem.ts';

/** @returns by what a form that could not be taken is kept */
export function problemKey(orderId: string): string {
  return `problem:${orderId}`;
}

/**
 * Takes what the form on the customer's page sent.
 *
 * @param token the secret of the customer's link; one that leads nowhere leaves nothing behind
 * @param form as it was sent, unchecked
 * @param limit refuses when there were too many
 */
export async function takeProblemForm(
  context: Context,
  token: string,
  form: Record<string, string>,
  limit: () => Promise<void>,
): Promise<void> {
  const order = findOrderBehindLink(context, token);
  if (!order) return;
  const typed = { key: problemKey(order.id), orderId: order.id, text: form.words ?? '' };
  await takeForm(context, typed, async () => {
    await limit();
    const { data, error } = tellProblemSchema.safeParse(form);
    if (error) throw new DomainError('invalid_request', problemOf(error));
    await tellProblem(context, order, data.words);
  });
}
