import {
  and,
  asc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Queryable, Transaction } from '../../../../db/client.ts';
import { isNotRefunding, maybePersonName, messages, orders, users } from '../../../../db/schema.ts';
import { rowOrder } from '../../../../db/sql.ts';
import { openStatuses, workablePaymentStatuses } from '../../../shared/orders/order-status.ts';
import type { Role } from '../../../shared/people/signed-in-user.ts';

export type MessageRow = ReturnType<typeof listMessages>[number];

const isOpenQuestion = sql`kind = 'question' AND closed_at IS NULL`;
const isToAnswer = sql`answer_by IS NOT NULL AND closed_at IS NULL`;

export function insertMessage(tx: Transaction, message: typeof messages.$inferInsert): void {
  tx.insert(messages).values(message).run();
}

/** Returns the conversation about an order, oldest first. */
export function listMessages(db: Queryable, orderId: string) {
  return selectMessages(db)
    .where(eq(messages.orderId, orderId))
    .orderBy(asc(messages.createdAt), asc(rowOrder(messages)))
    .all();
}

function selectMessages(db: Queryable) {
  return db
    .select({ ...getTableColumns(messages), author: maybePersonName, authorRole: users.role })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.authorId));
}

export function findMessage(db: Queryable, id: string): MessageRow | undefined {
  return selectMessages(db).where(eq(messages.id, id)).get();
}

/** Finds an order's open question; with an `id`, only that one. */
export function findOpenQuestion(db: Queryable, orderId: string, id: string | null = null) {
  return db
    .select()
    .from(messages)
    .where(and(eq(messages.orderId, orderId), isOpenQuestion, id === null ? undefined : eq(messages.id, id)))
    .get();
}

/** Closes a question unless it is closed; the due date stays missing (`closeOpenQuestion` restores it). */
export function closeQuestion(tx: Transaction, id: string, closedAt: number): void {
  close(tx, and(eq(messages.id, id), isOpenQuestion), closedAt);
}

/** Closes the customer's messages up to a time, for a reader only those they see. Returns whether any were open. */
export function closeAnswered(
  tx: Transaction,
  orderId: string,
  { until, closedAt, role }: { until: number; closedAt: number; role: Role },
): boolean {
  const isSeen = role === 'admin' ? undefined : eq(messages.isForAdmins, false);
  const isMeant = and(eq(messages.orderId, orderId), isToAnswer, lte(messages.createdAt, until), isSeen);
  return close(tx, isMeant, closedAt);
}

function close(tx: Transaction, condition: SQL | undefined, closedAt: number): boolean {
  return tx.update(messages).set({ closedAt }).where(condition).run().changes > 0;
}

/** Stores when the customer was reminded of a question. */
export function noteReminder(tx: Transaction, id: string, remindedAt: number): void {
  tx.update(messages).set({ remindedAt }).where(eq(messages.id, id)).run();
}

/** Lists questions to customers, asked at `until` or earlier and not answered, oldest first, of orders in work. */
export function listOpenQuestions(db: Queryable, until: number) {
  return db
    .select({ question: messages, order: orders })
    .from(messages)
    .innerJoin(orders, eq(orders.id, messages.orderId))
    .where(
      and(
        isOpenQuestion,
        isNull(orders.deletedAt),
        inArray(sql`+${orders.paymentStatus}`, [...workablePaymentStatuses]),
        isNotRefunding,
        lte(messages.createdAt, until),
      ),
    )
    .orderBy(asc(messages.createdAt))
    .all();
}

/** Lists the orders whose customers await a reply, with the day it is promised, earliest first. */
export function listOrdersToAnswer(db: Queryable, limit: number) {
  return db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      answerBy: sql<number>`min(${messages.answerBy})`.as('first'),
    })
    .from(messages)
    .innerJoin(orders, eq(orders.id, messages.orderId))
    .where(and(isToAnswer, isNotNull(messages.answerBy), isNull(orders.deletedAt)))
    .groupBy(orders.id)
    .orderBy(sql`first`)
    .limit(limit)
    .all();
}

/** Lists the ids of open orders whose customer answered an admin's question at `since` or later. */
export function listAnsweredIds(db: Queryable, since: number): string[] {
  const asked = alias(messages, 'asked');
  return (
    db
      .selectDistinct({ id: orders.id })
      .from(orders)
      // Starts with the open orders, which are few, while answers accumulate.
      .crossJoin(messages)
      .innerJoin(asked, and(eq(asked.orderId, orders.id), eq(asked.closedAt, messages.createdAt)))
      .innerJoin(users, eq(users.id, asked.authorId))
      .where(
        and(
          inArray(orders.paymentStatus, [...workablePaymentStatuses]),
          inArray(orders.status, [...openStatuses]),
          isNull(orders.deletedAt),
          isNotRefunding,
          eq(messages.orderId, orders.id),
          eq(messages.kind, 'answer'),
          gte(messages.createdAt, since),
          eq(asked.kind, 'question'),
          eq(users.role, 'admin'),
        ),
      )
      .all()
      .map(({ id }) => id)
  );
}
