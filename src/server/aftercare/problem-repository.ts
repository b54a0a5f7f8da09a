import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { orderProblems, orders, users } from '../../../db/schema.ts';
import { rowOrder } from '../../../db/sql.ts';

export function insertProblem(tx: Transaction, problem: typeof orderProblems.$inferInsert) {
  tx.insert(orderProblems).values(problem).run();
}

export function listProblems(db: Queryable, orderId: string) {
  return db
    .select({ ...getTableColumns(orderProblems), closedBy: users.username })
    .from(orderProblems)
    .leftJoin(users, eq(users.id, orderProblems.closedById))
    .where(eq(orderProblems.orderId, orderId))
    .orderBy(asc(orderProblems.toldAt), asc(rowOrder(orderProblems)))
    .all();
}

export function findProblem(db: Queryable, id: string) {
  return db.select().from(orderProblems).where(eq(orderProblems.id, id)).get();
}

export function endProblem(tx: Transaction, id: string, end: { closedAt: number; closedById: string }) {
  const isOpen = and(eq(orderProblems.id, id), isNull(orderProblems.closedAt));
  return tx.update(orderProblems).set(end).where(isOpen).run();
}

export function listOpenProblems(db: Queryable, limit: number) {
  return db
    .select({ id: orders.id, orderNumber: orders.orderNumber, answerBy: orderProblems.answerBy })
    .from(orderProblems)
    .innerJoin(orders, eq(orders.id, orderProblems.orderId))
    .where(and(isNull(orderProblems.closedAt), isNull(orders.deletedAt)))
    .orderBy(asc(orderProblems.answerBy))
    .limit(limit)
    .all();
}
