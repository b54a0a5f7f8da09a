import { and, asc, eq, getTableColumns, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../../db/client.ts';
import { customerQuestions, isNotRefunding, orders, users } from '../../../../db/schema.ts';
import { rowOrder } from '../../../../db/sql.ts';
import { openStatuses, workablePaymentStatuses } from '../../../shared/orders/order-status.ts';

export type QuestionRow = typeof customerQuestions.$inferSelect;

export function insertQuestion(tx: Transaction, question: typeof customerQuestions.$inferInsert): void {
  tx.insert(customerQuestions).values(question).run();
}

export function updateQuestion(tx: Transaction, id: string, changes: Partial<QuestionRow>): void {
  tx.update(customerQuestions).set(changes).where(eq(customerQuestions.id, id)).run();
}

export function listQuestions(db: Queryable, orderId: string) {
  return db
    .select({ ...getTableColumns(customerQuestions), askedBy: users.username, askedByRole: users.role })
    .from(customerQuestions)
    .innerJoin(users, eq(users.id, customerQuestions.askedById))
    .where(eq(customerQuestions.orderId, orderId))
    .orderBy(asc(customerQuestions.askedAt), asc(rowOrder(customerQuestions)))
    .all();
}

export function findQuestion(db: Queryable, id: string) {
  return db.select().from(customerQuestions).where(eq(customerQuestions.id, id)).get();
}

export function findOpenQuestion(db: Queryable, orderId: string) {
  return db
    .select()
    .from(customerQuestions)
    .where(and(eq(customerQuestions.orderId, orderId), isNull(customerQuestions.closedAt)))
    .get();
}

/** Closes a question that is open, with its answer or null. */
export function endQuestion(tx: Transaction, id: string, answer: string | null, closedAt: number): void {
  tx.update(customerQuestions)
    .set({ answer, closedAt })
    .where(and(eq(customerQuestions.id, id), isNull(customerQuestions.closedAt)))
    .run();
}

/** Lists questions open since a time, but none whose order is deleted or without a valid payment. */
export function listOpenQuestions(db: Queryable, until: number) {
  return db
    .select({ question: customerQuestions, order: orders })
    .from(customerQuestions)
    .innerJoin(orders, eq(orders.id, customerQuestions.orderId))
    .where(
      and(
        isNull(customerQuestions.closedAt),
        isNull(orders.deletedAt),
        inArray(sql`+${orders.paymentStatus}`, [...workablePaymentStatuses]),
        isNotRefunding,
        lte(customerQuestions.askedAt, until),
      ),
    )
    .orderBy(asc(customerQuestions.askedAt))
    .all();
}

/** Lists the open orders whose customer has answered a question of an admin since a time. */
export function listAnsweredIds(db: Queryable, since: number): string[] {
  return (
    db
      .selectDistinct({ id: orders.id })
      .from(orders)
      // Few orders are open, and answers pile up.
      .crossJoin(customerQuestions)
      .innerJoin(users, eq(users.id, customerQuestions.askedById))
      .where(
        and(
          inArray(orders.paymentStatus, [...workablePaymentStatuses]),
          inArray(orders.status, [...openStatuses]),
          isNull(orders.deletedAt),
          isNotRefunding,
          eq(customerQuestions.orderId, orders.id),
          isNotNull(customerQuestions.answer),
          gte(customerQuestions.closedAt, since),
          eq(users.role, 'admin'),
        ),
      )
      .all()
      .map(({ id }) => id)
  );
}
