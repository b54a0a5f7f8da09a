import { writeTransaction } from '../../../../db/client.ts';
import type { Evidence } from '../../../shared/orders/evidence.ts';
import { aboutOrder, recordAudit } from '../../audit/record-audit.ts';
import { readDescriptorAt } from '../../business/read-business.ts';
import type { Context, SignedIn } from '../../context/context.ts';
import { listEvents } from '../../orders/order-events-repository.ts';
import { findOrderEvenDeleted } from '../../orders/order-repository.ts';
import { findTerms } from '../../orders/terms-repository.ts';
import { listMailsOfOrder } from '../../outbox/outbox-repository.ts';
import { listDisputes, listRefunds } from '../../payments/money/money-repository.ts';
import { listQuestions } from '../../questions/question-repository.ts';
import { sentReading } from '../customer-order.ts';
import { listPageViews } from '../page-views-repository.ts';
import { describeDelivery, describeHistory, describeMails, describeViews } from './evidence-of-delivery.ts';
import {
  describeCustomer,
  describeDisputes,
  describeOrder,
  describePayment,
  describeQuestions,
  describeTerms,
} from './evidence-of-order.ts';

/**
 * Puts it together for an admin who takes it with them, which is written down.
 *
 * @returns as `findEvidence`
 */
export async function exportEvidence(
  context: Context,
  user: SignedIn,
  orderId: string,
): Promise<Evidence | null> {
  const evidence = findEvidence(context, orderId);
  if (!evidence) return null;
  const subject = aboutOrder({ id: orderId, orderNumber: evidence.orderNumber });
  await writeTransaction(context.db, (tx) =>
    recordAudit(tx, { actor: user, at: context.clock.now(), action: 'evidence_exported', subject }),
  );
  return evidence;
}

/**
 * Puts together what a bank is shown when it questions the payment of an order, deleted or not. The customer's own
 * words are in it, for they are what was ordered; notes, drafts, feedback and the names of those who work here are not.
 *
 * @returns null when there is no such order, or nothing was paid
 */
export function findEvidence(context: Context, orderId: string): Evidence | null {
  const { db, clock } = context;
  const order = findOrderEvenDeleted(db, orderId);
  if (!order || order.paymentStatus === 'unpaid') return null;
  const events = listEvents(db, orderId);
  const correctedAt = events.findLast(({ type }) => type === 'address_corrected')?.createdAt ?? null;
  const disputes = listDisputes(db, orderId);
  const questions = listQuestions(db, orderId);
  return {
    orderNumber: order.orderNumber,
    sections: [
      describeOrder(order, questions),
      describeCustomer(order, correctedAt),
      describePayment(
        order,
        readDescriptorAt(context, order.paidAt ?? clock.now()),
        listRefunds(db, orderId),
      ),
      describeTerms(order, findTerms(db, order.termsId), findTerms(db, order.consentId)),
      describeDelivery(order, sentReading(context, order)),
      describeMails(listMailsOfOrder(db, orderId)),
      ...(questions.length > 0 ? [describeQuestions(questions)] : []),
      describeViews(listPageViews(db, orderId)),
      describeHistory(events),
      ...(disputes.length > 0 ? [describeDisputes(disputes)] : []),
    ],
  };
}
