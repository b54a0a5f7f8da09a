import { type Queryable, type Transaction, truncateWal, writeTransaction } from '../../../../db/client.ts';
import { days } from '../../../shared/durations.ts';
import type { PersonCounts, PersonErased, PersonFound } from '../../../shared/ops/privacy-schema.ts';
import { awaitsReading } from '../../../shared/orders/order-status.ts';
import type { Context } from '../../base/context.ts';
import { DomainError } from '../../base/domain-error.ts';
import { type Actor, recordAudit } from '../../base/record-audit.ts';
import { cancelUnpaidOrder } from '../../checkout/abandon-checkouts.ts';
import { listMailsOfOrder } from '../../mail/outbox-repository.ts';
import { recordEvent } from '../../orders/order-events-repository.ts';
import { type OrderRow, updateOrderIf } from '../../orders/order-repository.ts';
import { listWarnings } from '../../payments/money-repository.ts';
import { findWithdrawal, isMoneyDue } from '../../payments/withdrawal-repository.ts';
import { deleteWaiting, findWaiting } from '../../shop/waitlist-repository.ts';
import { appendErasures, erasureEntry } from './erasure-list.ts';
import {
  deleteOtherMails,
  erasePersonalRows,
  listOrdersOfPerson,
  listOtherMails,
  listPersonalRows,
} from './person-repository.ts';
import { type PersonalTable, personalTables } from './personal-data-repository.ts';

export type Eraser = Pick<Context, 'db' | 'clock' | 'log' | 'signals'>;
type Known = Pick<Context, 'db' | 'clock'>;

const parts: Record<Exclude<keyof PersonCounts, 'orders'>, readonly PersonalTable[]> = {
  readings: ['readings'],
  notes: ['customerNotes', 'readingComments', 'readingDrafts'],
  messages: ['messages', 'feedback', 'withdrawals'],
  mails: ['outbox'],
};

/** Counts the stored data about an address, and lists the orders that cannot be erased yet, with the reason. */
export function findPerson(known: Known, address: string): PersonFound {
  const { db } = known;
  const orders = listOrdersOfPerson(db, address);
  const countOf = (part: keyof typeof parts) =>
    orders
      .flatMap(({ id }) => parts[part].map((name) => listPersonalRows(db, name, id).length))
      .reduce((sum, count) => sum + count, 0);
  const counts = {
    orders: orders.length,
    readings: countOf('readings'),
    notes: countOf('notes') + orders.filter(({ internalNotes }) => internalNotes !== null).length,
    messages: countOf('messages'),
    // The mail promised to a waitlist address counts too.
    mails: countOf('mails') + listOtherMails(db, address).length + (findWaiting(db, address) ? 1 : 0),
  };
  return { counts, obstacles: listObstacles(known, orders) };
}

function listObstacles({ db, clock }: Known, orders: OrderRow[]): PersonFound['obstacles'] {
  return orders.flatMap((order) => {
    const why = erasureObstacle(db, order, clock.now());
    return why === null ? [] : [{ orderNumber: order.orderNumber, why }];
  });
}

function refuseUnderWay(known: Known, orders: OrderRow[]): void {
  const obstacles = listObstacles(known, orders);
  if (obstacles.length === 0) return;
  const sentences = obstacles.map(({ orderNumber, why }) => `${orderNumber}: ${why}`);
  throw new DomainError('person_conflict', ['Nothing was erased.', ...sentences].join(' '));
}

/** Cancels a person's unpaid payments and erases them. @throws {DomainError} `person_conflict` for open orders */
export async function cancelAndErase(context: Context, actor: Actor, address: string): Promise<PersonErased> {
  const orders = listOrdersOfPerson(context.db, address);
  const canBePaid = (order: OrderRow) => order.paymentStatus === 'unpaid' && order.abandonedAt === null;
  refuseUnderWay(
    context,
    orders.filter((order) => !canBePaid(order)),
  );
  for (const order of orders.filter(canBePaid)) await cancelUnpaidOrder(context, order);
  const erased = await erasePerson(context, actor, address);
  truncateWal(context.db);
  return erased;
}

/** Erases the orders, other mails and waitlist entry of an address. @throws {DomainError} `person_conflict` */
export async function erasePerson(eraser: Eraser, actor: Actor, address: string): Promise<PersonErased> {
  const { db, clock, log } = eraser;
  const { orderNumbers, otherMails } = await writeTransaction(db, (tx): PersonErased => {
    const at = clock.now();
    const orders = listOrdersOfPerson(tx, address);
    refuseUnderWay(eraser, orders);
    for (const order of orders) eraseAndAudit(tx, order, { actor, at });
    const ids = listOtherMails(tx, address).map(({ id }) => id);
    const mails = eraseMails(tx, ids, [address], { actor, at });
    // Written before the commit, for copies restored later, in which an order may have another address.
    const entries = orders.map(({ id }) => erasureEntry.order(id));
    if (orders.length > 0) entries.push(erasureEntry.person(address));
    else if (mails.length > 0) entries.push(erasureEntry.mailsTo(address));
    appendErasures(eraser, entries, at);
    return { orderNumbers: orders.map(({ orderNumber }) => orderNumber), otherMails: mails.length };
  });
  if (orderNumbers.length > 0) eraser.signals.invalidatePublicPages();
  if (orderNumbers.length + otherMails > 0) {
    log.info({ orders: orderNumbers.length, otherMails, userId: actor.id }, 'a customer was erased');
  }
  return { orderNumbers, otherMails };
}

interface Erasing {
  actor: Actor;
  at: number;
}

/** Erases an order's customer and audits it. The caller has checked that there is no `erasureObstacle`. */
export function eraseAndAudit(
  tx: Transaction,
  order: OrderRow,
  { actor, at, ...details }: Erasing & { again?: true },
): void {
  eraseOrder(tx, order, actor.username, at);
  const subject = { kind: 'customer', id: order.id, label: order.orderNumber } as const;
  recordAudit(tx, { actor, at, action: 'customer_erased', subject, details });
}

/** Deletes the mails with these ids and the waitlist entries of `waiting`; audits it. Returns the addresses of both. */
export function eraseMails(
  tx: Transaction,
  ids: number[],
  waiting: string[],
  { actor, at }: Erasing,
): string[] {
  const isErased = (address: string) => deleteWaiting(tx, address) > 0;
  const addresses = [...deleteOtherMails(tx, ids), ...waiting.filter(isErased)];
  if (addresses.length === 0) return [];
  const subject = { kind: 'customer', id: '', label: 'No order' } as const;
  const details = { otherEmails: addresses.length };
  recordAudit(tx, { actor, at, action: 'customer_erased', subject, details });
  return addresses;
}

/** Deletes or overwrites an order's personal data; its record of money stays. Does not check `erasureObstacle`. */
export function eraseOrder(tx: Transaction, order: OrderRow, by: string, at: number): void {
  for (const name of personalTables) erasePersonalRows(tx, name, order.id);
  updateOrderIf(tx, order.id, {}, { erasedAt: at });
  if (order.paidAt !== null) recordEvent(tx, { orderId: order.id, type: 'customer_erased', actor: by, at });
}

const disputeDays = 120;

/** Returns why an order's customer cannot be erased yet, and what to do first; null when they can. */
export function erasureObstacle(db: Queryable, order: OrderRow, now: number): string | null {
  const { id, paymentStatus, abandonedAt, deletedAt, dispute } = order;
  if (paymentStatus === 'unpaid') {
    return abandonedAt === null ? 'it can still be paid. It is canceled a day after it was placed.' : null;
  }
  if (paymentStatus === 'review') return 'its payment does not match the order. Decide about that first.';
  if (deletedAt === null && awaitsReading(order)) {
    return 'its reading has not been sent yet. Send it, or refund the order, first.';
  }
  if (dispute === 'inquiry' || dispute === 'open') {
    return 'a bank is questioning its payment, and you may have to prove what was delivered. Wait until that is decided.';
  }
  if (isDisputeLikely(db, order, now)) {
    return `its payment was reported as fraud, and the bank may still ask what was delivered. Refund it, or wait until ${disputeDays} days after that.`;
  }
  if (order.refundingMinor > 0) return 'its money is being refunded. Wait until it has arrived.';
  const withdrawal = findWithdrawal(db, id);
  if (withdrawal && isMoneyDue(withdrawal) && paymentStatus !== 'refunded') {
    return 'its customer has withdrawn, and the refund is not settled. Settle it first.';
  }
  const isOnItsWay = listMailsOfOrder(db, id).some(
    ({ kind, state }) => kind === 'reading_delivery' && state === 'queued',
  );
  return isOnItsWay ? 'its reading is on its way to the customer. Wait until it is sent.' : null;
}

/** Banks dispute a payment reported as fraud within 120 days in most cases: until then its evidence is needed. */
function isDisputeLikely(db: Queryable, { id, paymentStatus }: OrderRow, now: number): boolean {
  if (paymentStatus === 'refunded') return false;
  return listWarnings(db, id).some(
    ({ kind, isOpen, createdAt }) =>
      kind === 'early_fraud_warning' && isOpen && now < createdAt + days(disputeDays),
  );
}
