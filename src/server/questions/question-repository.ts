import type { Queryable, Transaction } from '../../../db/client.ts';
import { and, asc, eq, isNotNull, isNull, lte, sql } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { rowOrder } from '../../../db/row-order.ts';
import { customerQuestions, isNotRefunding, orders, users } from '../../../db/schema.ts';
import { workablePaymentStatuses } from '../../shared/orders/order-status.ts';
import type { Role } from '../../shared/people/staff.ts';

export type QuestionRow = typeof customerQuestions.$inferSelect;
/** A question, and who asked it. */
export type AskedQuestion = QuestionRow & { askedBy: string; askedByRole: Role };
type NewQuestion = Pick<QuestionRow, 'id' | 'orderId' | 'askedById' | 'question' | 'askedAt' | 'dueAt'>;

const questionInsert = prepared((db, given: Given<NewQuestion>) => {
  const { id, orderId, askedById, question, askedAt, dueAt } = given;
  return db.insert(customerQuestions).values({ id, orderId, askedById, question, askedAt, dueAt });
});

export function insertQuestion(db: Transaction, question: NewQuestion): void {
  questionInsert(db).run(question);
}

const questionsOfOrder = prepared((db, { orderId }: Given<{ orderId: string }>) =>
  db
    .select({ question: customerQuestions, askedBy: users.username, askedByRole: users.role })
    .from(customerQuestions)
    .innerJoin(users, eq(users.id, customerQuestions.askedById))
    .where(eq(customerQuestions.orderId, orderId))
    .orderBy(asc(customerQuestions.askedAt), asc(rowOrder(customerQuestions))),
);

/** @returns what the customer was asked about an order, the oldest first */
export function listQuestions(db: Queryable, orderId: string): AskedQuestion[] {
  return questionsOfOrder(db)
    .all({ orderId })
    .map(({ question, askedBy, askedByRole }) => ({ ...question, askedBy, askedByRole }));
}

const questionById = prepared((db, { id }: Given<{ id: string }>) =>
  db.select().from(customerQuestions).where(eq(customerQuestions.id, id)),
);

export function findQuestion(db: Queryable, id: string): QuestionRow | undefined {
  return questionById(db).get({ id });
}

const openQuestion = prepared((db, { orderId }: Given<{ orderId: string }>) =>
  db
    .select()
    .from(customerQuestions)
    .where(and(eq(customerQuestions.orderId, orderId), isNull(customerQuestions.closedAt))),
);

/** @returns what the customer of an order still has to answer */
export function findOpenQuestion(db: Queryable, orderId: string): QuestionRow | undefined {
  return openQuestion(db).get({ orderId });
}

interface End {
  id: string;
  answer: string | null;
  closedAt: number;
}

const questionEnd = prepared((db, { id, answer, closedAt }: Given<End>) =>
  db
    .update(customerQuestions)
    .set({ answer, closedAt })
    .where(and(eq(customerQuestions.id, id), isNull(customerQuestions.closedAt))),
);

export function endQuestion(db: Transaction, end: End): void {
  questionEnd(db).run(end);
}

const reminderUpdate = prepared((db, { id, now }: Given<{ id: string; now: number }>) =>
  db.update(customerQuestions).set({ remindedAt: now }).where(eq(customerQuestions.id, id)),
);

export function noteReminder(db: Transaction, id: string, now: number): void {
  reminderUpdate(db).run({ id, now });
}

/** The question is open, and its order could go on: it is not deleted, and its payment is in order. */
const isWaitedFor = and(
  sql`closed_at IS NULL`,
  isNull(orders.deletedAt),
  sql`+${orders.paymentStatus} IN ${[...workablePaymentStatuses]}`,
  isNotRefunding,
);

const unremindedQuestions = prepared((db, { until, limit }: Given<{ until: number; limit: number }>) =>
  db
    .select({ question: customerQuestions, order: orders })
    .from(customerQuestions)
    .innerJoin(orders, eq(orders.id, customerQuestions.orderId))
    .where(and(isWaitedFor, lte(customerQuestions.askedAt, until), isNull(customerQuestions.remindedAt)))
    .orderBy(asc(customerQuestions.askedAt))
    .limit(limit),
);

/** @returns the questions that were asked before a time and had no reminder yet, the oldest first */
export function listUnremindedQuestions(db: Queryable, until: number, limit: number) {
  return unremindedQuestions(db).all({ until, limit });
}

const remindedQuestions = prepared((db, { until, limit }: Given<{ until: number; limit: number }>) =>
  db
    .select({ remindedAt: customerQuestions.remindedAt, id: orders.id, orderNumber: orders.orderNumber })
    .from(customerQuestions)
    .innerJoin(orders, eq(orders.id, customerQuestions.orderId))
    .where(
      and(
        isWaitedFor,
        // A reminder is later than its question, whose time stands in the index.
        lte(customerQuestions.askedAt, until),
        isNotNull(customerQuestions.remindedAt),
        lte(customerQuestions.remindedAt, until),
      ),
    )
    .orderBy(asc(customerQuestions.askedAt))
    .limit(limit),
);

/** @returns the orders whose customers were reminded before a time and have not answered, longest waiting first */
export function listRemindedInVain(db: Queryable, until: number, limit: number) {
  return remindedQuestions(db).all({ until, limit });
}
