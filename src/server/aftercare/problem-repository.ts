import type { Queryable } from '../../../db/client.ts';
import { and, asc, eq, getTableColumns, isNull, sql } from '../../../db/drizzle.ts';
import { findIn, insertInto, type Params, prepared } from '../../../db/prepared.ts';
import { rowOrder } from '../../../db/row-order.ts';
import { orderProblems, orders, users } from '../../../db/schema.ts';

export const insertProblem = insertInto(orderProblems);

const problemsOfOrder = prepared((db, { orderId }: Params<{ orderId: string }>) =>
  db
    .select({ ...getTableColumns(orderProblems), closedBy: users.username })
    .from(orderProblems)
    .leftJoin(users, eq(users.id, orderProblems.closedById))
    .where(eq(orderProblems.orderId, orderId))
    .orderBy(asc(orderProblems.toldAt), asc(rowOrder(orderProblems))),
);

export function listProblems(db: Queryable, orderId: string) {
  return problemsOfOrder(db).all({ orderId });
}

export const findProblem = findIn(orderProblems, orderProblems.id);

type End = { id: string; closedAt: number; closedById: string };

export const endProblem = prepared((db, { id, closedAt, closedById }: Params<End>) =>
  db
    .update(orderProblems)
    .set({ closedAt, closedById })
    .where(and(eq(orderProblems.id, id), isNull(orderProblems.closedAt))),
);

export const listOpenProblems = prepared((db, { limit }: Params<{ limit: number }>) =>
  db
    .select({ id: orders.id, orderNumber: orders.orderNumber, answerBy: orderProblems.answerBy })
    .from(orderProblems)
    .innerJoin(orders, eq(orders.id, orderProblems.orderId))
    .where(and(sql`closed_at IS NULL`, isNull(orders.deletedAt)))
    .orderBy(asc(orderProblems.answerBy))
    .limit(limit),
);
