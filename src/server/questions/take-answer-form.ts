import { problemOf } from '../../shared/fields.ts';
import { answerQuestionSchema } from '../../shared/orders/questions.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { takeForm } from '../context/take-form.ts';
import { findLinkEvenToDeleted } from '../orders/order-links.ts';
import { answerQuestion } from './answer-question.ts';
import { findQuestion } from './question-repository.ts';

/**
 * Takes what the form on the customer's page sent, also when the order was deleted meanwhile. What could not be taken is
 * kept for a while with the reason, for the page to show: the browser has left the form.
 *
 * @param token the secret of the customer's link; one that leads nowhere leaves nothing behind
 * @param form as it was sent, unchecked
 * @param limit refuses when there were too many
 */
export async function takeAnswerForm(
  context: Context,
  token: string,
  form: Record<string, string>,
  limit: () => Promise<void>,
): Promise<void> {
  const order = findLinkEvenToDeleted(context, token)?.order;
  const question = findQuestion(context.db, form.question ?? '');
  if (!order || question?.orderId !== order.id) return;
  const typed = { key: question.id, orderId: order.id, text: form.answer ?? '' };
  await takeForm(context, typed, async () => {
    await limit();
    const { data, error } = answerQuestionSchema.safeParse(form);
    if (error) throw new DomainError('invalid_request', problemOf(error));
    await answerQuestion(context, order, question.id, data.answer);
  });
}
