import { writeTransaction } from '../../../db/client.ts';
import {
  maxProblemsPerOrder,
  type OrderProblem,
  problemBusinessDays,
} from '../../shared/aftercare/problems.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { addBusinessDays } from '../base/time/business-days.ts';
import { isoTime } from '../base/time/moments.ts';
import { requireOrder } from '../orders/find-order.ts';
import { notify } from '../orders/notify.ts';
import { recordEvent } from '../orders/order-events-repository.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { readClosedDays } from '../shop/business-calendar.ts';
import { endProblem, findProblem, insertProblem, listProblems } from './problem-repository.ts';

/** Stores a customer's report and notifies admins; ignores a repeated one. @throws {DomainError} `problem_conflict` */
export async function reportProblem(context: Context, order: OrderRow, words: string): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const known = listProblems(tx, order.id);
    const open = known.find(({ closedAt }) => closedAt === null);
    if (open?.words === words) return;
    if (open) {
      throw new DomainError(
        'problem_conflict',
        'We already have a message from you and will reply to it. If you’d like to add something, please email us and give your order number.',
      );
    }
    if (known.length >= maxProblemsPerOrder) {
      throw new DomainError(
        'problem_conflict',
        'We can’t take more messages about this order here. Please email us and give your order number.',
      );
    }
    const toldAt = context.clock.now();
    const { businessTimeZone } = context.config;
    const answerBy = addBusinessDays(toldAt, problemBusinessDays, businessTimeZone, readClosedDays(tx));
    insertProblem(tx, { id: context.random.newId(), orderId: order.id, words, toldAt, answerBy });
    recordEvent(tx, { orderId: order.id, type: 'problem_told', actor: 'customer', at: toldAt });
    notify(context, tx, { kind: 'problem_for_admin', orderIds: [order.id] });
  });
  context.signals.wakeMailWorker();
}

/** Closes a report and returns its order's id. @throws {DomainError} `problem_not_found`, `order_not_found` */
export async function closeProblem(context: Context, user: SignedIn, problemId: string): Promise<string> {
  return writeTransaction(context.db, (tx) => {
    const problem = findProblem(tx, problemId);
    if (!problem) throw new DomainError('problem_not_found', 'There is no such message of a customer.');
    const { orderId } = problem;
    requireOrder(tx, orderId);
    const at = context.clock.now();
    const ended = endProblem(tx, problemId, { closedAt: at, closedById: user.id });
    if (ended.changes > 0) {
      recordEvent(tx, { orderId, type: 'problem_closed', actor: user.username, at });
    }
    return orderId;
  });
}

export function presentProblem(row: ReturnType<typeof listProblems>[number]): OrderProblem {
  return {
    id: row.id,
    words: row.words,
    toldAt: isoTime(row.toldAt),
    answerBy: isoTime(row.answerBy),
    closedAt: isoTime(row.closedAt),
    closedBy: row.closedBy,
  };
}
