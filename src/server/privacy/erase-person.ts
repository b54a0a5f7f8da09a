import { type Queryable, type Transaction, writeTransaction } from '../../../db/client.ts';
import type { AuditDetails } from '../../shared/audit.ts';
import { canonicalEmail } from '../../shared/email-address.ts';
import type { PersonErased } from '../../shared/privacy/privacy.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../basics/errors.ts';
import { nextTurn } from '../basics/in-turns.ts';
import type { Context } from '../context/context.ts';
import { requireOrderEvenDeleted } from '../orders/find-order.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { eraseOrder } from './erase-order.ts';
import { noteErasure } from './erasure-list.ts';
import { listObstacles, walkMails } from './find-person.ts';
import { deleteMailsTo, hasMailsTo, listAllOrdersOf } from './person-repository.ts';
import { noteToSweep } from './sweep-repository.ts';
import { whyNotYet } from './why-not-yet.ts';

/** What erasing needs of a service: a command has as much. */
export type Eraser = Pick<Context, 'db' | 'clock' | 'log' | 'serviceId' | 'publicChanged'>;

/**
 * Erases a person: everything of theirs except the record of their money. It goes order by order, each in one
 * transaction, so that other requests are served meanwhile; after an interruption, a second call does the rest.
 *
 * @param progress told how far it has come
 * @throws {DomainError} `person_conflict` when one of their orders is under way: then nothing is erased
 */
export async function erasePerson(
  eraser: Eraser,
  actor: Actor,
  address: string,
  progress: (done: number, total: number) => void = () => {},
): Promise<PersonErased> {
  const { db, clock, log } = eraser;
  const begunAt = clock.now();
  await refuseUnderWay(eraser, address);
  const orders = listAllOrdersOf(db, address);
  // First: a copy that is restored later must know of it, however far this comes.
  if (orders.length > 0) await noteErasure(eraser, { address });
  const orderNumbers: string[] = [];
  let otherMails = 0;
  try {
    for (const { id, orderNumber } of orders) {
      if (findErasable(db, id, address, clock.now()) === null) continue;
      // It may have another address in a copy.
      await noteErasure(eraser, { orderId: id });
      if (await eraseIfTheirs(eraser, actor, id, address)) orderNumbers.push(orderNumber);
      progress(orderNumbers.length, orders.length);
      await nextTurn();
    }
    otherMails = await eraseOtherMails(eraser, actor, address, begunAt);
  } finally {
    // Their words may have stood on the site.
    if (orderNumbers.length > 0) eraser.publicChanged('business');
  }
  if (orderNumbers.length + otherMails > 0) {
    log.info({ orders: orderNumbers.length, otherMails, userId: actor.id }, 'a customer was erased');
  }
  return { orderNumbers, otherMails };
}

/** @returns an order as it is now; null when it is not that person's, erased already, or under way */
function findErasable(db: Queryable, id: string, address: string, now: number): OrderRow | null {
  const order = requireOrderEvenDeleted(db, id);
  const isTheirs = order.canonicalEmail === canonicalEmail(address);
  return isTheirs && order.erasedAt === null && whyNotYet(db, order, now) === null ? order : null;
}

/** Erases an order that may have changed since it was looked at. @returns whether it did */
async function eraseIfTheirs(eraser: Eraser, actor: Actor, id: string, address: string): Promise<boolean> {
  return writeTransaction(eraser.db, (tx) => {
    const order = findErasable(tx, id, address, eraser.clock.now());
    if (order !== null) eraseAudited(tx, eraser, actor, order);
    return order !== null;
  });
}

/**
 * Erases the customer of an order, and writes it down. To be called in a transaction.
 *
 * @param details what else is worth knowing, such as that it was done before
 */
export function eraseAudited(
  tx: Transaction,
  { clock }: Pick<Eraser, 'clock'>,
  actor: Actor,
  order: OrderRow,
  details: AuditDetails = {},
): void {
  const at = clock.now();
  eraseOrder(tx, order, actor.username, at);
  const subject = { kind: 'customer', id: order.id, label: order.orderNumber } as const;
  recordAudit(tx, { actor, at, action: 'customer_erased', subject, details });
}

/** Mails to a mistaken address, or with links: they belong to orders that have another one, or to none. */
async function eraseOtherMails(
  eraser: Eraser,
  actor: Actor,
  address: string,
  writtenBy: number,
): Promise<number> {
  let deleted = 0;
  let isNoted = false;
  await walkMails(eraser, async (after, until) => {
    const stretch = { email: address, after, until, writtenBy };
    if (!isNoted && hasMailsTo(eraser.db, stretch)) {
      await noteErasure(eraser, { mailsTo: address });
      isNoted = true;
    }
    deleted += await writeTransaction(eraser.db, (tx) => eraseMails(tx, eraser, actor, stretch));
  });
  return deleted;
}

/** Deletes mails to an address among a stretch of all, and writes it down. To be called in a transaction. @returns how many */
export function eraseMails(
  tx: Transaction,
  { clock }: Pick<Eraser, 'clock'>,
  actor: Actor,
  stretch: Parameters<typeof deleteMailsTo>[1],
): number {
  const otherMails = deleteMailsTo(tx, stretch);
  if (otherMails === 0) return 0;
  noteToSweep(tx);
  const subject = { kind: 'customer', id: '', label: 'No order' } as const;
  recordAudit(tx, {
    ...{ actor, at: clock.now(), action: 'customer_erased', subject },
    details: { otherMails },
  });
  return otherMails;
}

/**
 * @param counts which of a person's orders count; all, unless given
 * @throws {DomainError} `person_conflict` when one of them is under way
 */
export async function refuseUnderWay(
  known: Pick<Eraser, 'db' | 'clock'>,
  address: string,
  counts?: (order: OrderRow) => boolean,
): Promise<void> {
  const obstacles = await listObstacles(known, address, counts);
  if (obstacles.length === 0) return;
  const sentences = obstacles.map(({ orderNumber, why }) => `${orderNumber}: ${why}`);
  throw new DomainError('person_conflict', ['Nothing was erased.', ...sentences].join(' '));
}
