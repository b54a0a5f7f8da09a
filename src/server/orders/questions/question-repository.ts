import { and, asc, eq, getTableColumns, isNull, lte, sql } from '../../../../db/drizzle.ts';
import { findIn, insertInto, type Params, prepared, updateIn } from '../../../../db/prepared.ts';
import { rowOrder } from '../../../../db/row-order.ts';
import { customerQuestions, isNotRefunding, orders, users } from '../../../../db/schema.ts';
import { workablePaymentStatuses } from '../../../shared/orders/order-status.ts';

export type QuestionRow = typeof customerQuestions.$inferSelect;

export const insertQuestion = insertInto(customerQuestions);
export const updateQuestion = updateIn(customerQuestions);

export const listQuestions = prepared((db, { orderId }: Params<{ orderId: string }>) =>
  db
    .select({ ...getTableColumns(customerQuestions), askedBy: users.username, askedByRole: users.role })
    .from(customerQuestions)
    .innerJoin(users, eq(users.id, customerQuestions.askedById))
    .where(eq(customerQuestions.orderId, orderId))
    .orderBy(asc(customerQuestions.askedAt), asc(rowOrder(customerQuestions))),
);

export const findQuestion = findIn(customerQuestions, customerQuestions.id);

export const findOpenQuestion = findIn(
  customerQuestions,
  customerQuestions.orderId,
  isNull(customerQuestions.closedAt),
);

type End = Pick<QuestionRow, 'id' | 'answer'> & { closedAt: number };

export const endQuestion = prepared((db, { id, answer, closedAt }: Params<End>) =>
  db
    .update(customerQuestions)
    .set({ answer, closedAt })
    .where(and(eq(customerQuestions.id, id), isNull(customerQuestions.closedAt))),
);

/** The question is open, and its order is neither deleted nor without a valid payment. */
const isWaitedFor = and(
  sql`closed_at IS NULL`,
  isNull(orders.deletedAt),
  sql`+${orders.paymentStatus} IN ${[...workablePaymentStatuses]}`,
  isNotRefunding,
);

export const openQuestionsBefore = prepared((db, { until }: Params<{ until: number }>) =>
  db
    .select({ question: customerQuestions, order: orders })
    .from(customerQuestions)
    .innerJoin(orders, eq(orders.id, customerQuestions.orderId))
    .where(and(isWaitedFor, lte(customerQuestions.askedAt, until)))
    .orderBy(asc(customerQuestions.askedAt)),
);
