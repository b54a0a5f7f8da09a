import { writeTransaction } from '../../../db/client.ts';
import type { PersonErased } from '../../shared/privacy/privacy.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { requireOrderEvenDeleted } from '../orders/find-order.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { eraseOrder } from './erase-order.ts';
import { noteErasure } from './erasure-list.ts';
import { listObstacles, walkMails } from './find-person.ts';
import { oneByOne } from './in-turns.ts';
import { deleteMailsTo, listAllOrdersOf } from './person-repository.ts';
import { noteToSweep } from './sweep-repository.ts';
import { whyNotYet } from './why-not-yet.ts';

/** What erasing needs of a service: a command has as much. */
export type Eraser = Pick<Context, 'db' | 'clock' | 'log' | 'serviceId' | 'publicChanged'>;

interface Options {
  /** Only orders that were placed by then: somebody may have come back. */
  until?: number;
  /** Is told how far it has come. */
  progress?: (done: number, total: number) => void;
}

/**
 * Erases a person: everything of theirs but the record of their money. It goes order by order, each whole, so that
 * everybody else is served meanwhile; when it breaks off, doing it once more does the rest.
 *
 * @throws {DomainError} `person_conflict` when one of their orders is under way: then nothing is erased
 */
export async function erasePerson(
  eraser: Eraser,
  actor: Actor,
  address: string,
  { until = Number.POSITIVE_INFINITY, progress = () => {} }: Options = {},
): Promise<PersonErased> {
  const { db, clock, log } = eraser;
  const isAgain = until !== Number.POSITIVE_INFINITY;
  await refuseUnderWay(eraser, address, until);
  const orders = listAllOrdersOf(db, address).filter(({ createdAt }) => createdAt <= until);
  // First: a copy that is restored later must know of it, however far this comes.
  if (orders.length > 0 && !isAgain) noteErasure(eraser, address);
  const erased: OrderRow[] = [];
  await oneByOne(orders, (order) => {
    if (eraseIfEnded(eraser, actor, order, address)) erased.push(order);
    progress(erased.length, orders.length);
  });
  const otherMails = isAgain ? 0 : await eraseOtherMails(eraser, address);
  const orderNumbers = erased.map(({ orderNumber }) => orderNumber);
  if (erased.length + otherMails === 0) return { orderNumbers, otherMails };
  writeTransaction(db, (tx) => {
    const subject = {
      kind: 'customer',
      id: erased[0]?.id ?? '',
      label: orderNumbers[0] ?? 'No order',
    } as const;
    const details = { orders: listOfOrders(orderNumbers), otherMails };
    recordAudit(tx, { actor, at: clock.now(), action: 'customer_erased', subject, details });
  });
  log.info({ orders: erased.length, otherMails, userId: actor.id }, 'a customer was erased');
  // Their words may have stood on the site.
  eraser.publicChanged('business');
  return { orderNumbers, otherMails };
}

/** Erases an order that may have changed since it was listed. @returns whether it did */
function eraseIfEnded({ db, clock }: Eraser, actor: Actor, { id }: OrderRow, address: string): boolean {
  return writeTransaction(db, (tx) => {
    const order = requireOrderEvenDeleted(tx, id);
    const isTheirs = order.customerEmail.toLowerCase() === address.toLowerCase();
    if (!isTheirs || whyNotYet(tx, order) !== null) return false;
    eraseOrder(tx, order, actor.username, clock.now());
    return true;
  });
}

/** Mails to a mistaken address, or with links: they belong to orders that have another one, or to none. */
async function eraseOtherMails({ db }: Eraser, address: string): Promise<number> {
  let deleted = 0;
  await walkMails({ db }, (after, until) => {
    deleted += writeTransaction(db, (tx) => deleteMailsTo(tx, { email: address, after, until }));
  });
  if (deleted > 0) writeTransaction(db, noteToSweep);
  return deleted;
}

async function refuseUnderWay(eraser: Eraser, address: string, until: number): Promise<void> {
  const obstacles = await listObstacles(eraser, address, until);
  if (obstacles.length === 0) return;
  const sentences = obstacles.map(({ orderNumber, why }) => `${orderNumber}: ${why}`);
  throw new DomainError('person_conflict', ['Nothing was erased.', ...sentences].join(' '));
}

/** As many as a line of a list holds. */
function listOfOrders(numbers: string[]): string {
  const shown = numbers.slice(0, 20).join(', ');
  return numbers.length > 20 ? `${shown} and ${numbers.length - 20} more` : shown;
}
