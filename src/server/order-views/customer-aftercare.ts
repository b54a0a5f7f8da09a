import { type FeedbackName, feedbackName } from '../../shared/aftercare/feedback.ts';
import type { CustomerFeedback, CustomerProblem } from '../../shared/customer-order.ts';
import type { Context } from '../context/context.ts';
import { formKey } from '../context/take-form.ts';
import { isFeedbackWelcome } from '../feedback/feedback.ts';
import { findFeedback } from '../feedback/feedback-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { listProblems } from '../problems/problem-repository.ts';
import { formatDay } from '../time/business-days.ts';

export function presentCustomerFeedback(
  { db, refusedForms }: Context,
  order: OrderRow,
  isDelivered: boolean,
): CustomerFeedback {
  const row = findFeedback(db, order.id);
  const kept = refusedForms.get(formKey('feedback', order.id))?.value;
  const isAsked = isDelivered && isFeedbackWelcome(order);
  const nameAs = (shown: FeedbackName) => (isAsked ? feedbackName(order.customerName, shown) : null);
  return {
    isAsked,
    given:
      row && row.helped !== null
        ? {
            helped: row.helped,
            words: row.words,
            mayPublish: row.mayPublish,
            shownName: row.shownName,
            isPublished: row.publishedAt !== null,
          }
        : null,
    names: {
      first_name: nameAs('first_name'),
      initials: nameAs('initials'),
    },
    kept: kept ? { text: kept.text, problem: kept.problem, fields: kept.fields ?? {} } : null,
  };
}

export function presentCustomerProblem(
  { db, refusedForms, config }: Context,
  order: OrderRow,
): CustomerProblem {
  const newest = listProblems(db, order.id).at(-1);
  const dayOf = (time: number) => formatDay(time, config.businessTimeZone);
  return {
    newest: newest
      ? {
          words: newest.words,
          toldOn: dayOf(newest.toldAt),
          answerBy: dayOf(newest.answerBy),
          isOpen: newest.closedAt === null,
        }
      : null,
    kept: refusedForms.get(formKey('problem', order.id))?.value ?? null,
  };
}
