import type { PersonCounts, PersonFound } from '../../shared/privacy/privacy.ts';
import { inTurns, nextTurn } from '../basics/in-turns.ts';
import type { Context } from '../context/context.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import type { HeldTable } from './held-data-repository.ts';
import { countHeldRows, listAllOrdersOf, listMailsTo, newestMailId } from './person-repository.ts';
import { whyNotYet } from './why-not-yet.ts';

type Known = Pick<Context, 'db'>;
type Judge = Pick<Context, 'db' | 'clock'>;
type Mail = ReturnType<typeof listMailsTo>[number];

/** How many mails are looked at in one go. */
const mailsAtOnce = 5_000;

/** What is counted together. */
const parts: Record<Exclude<keyof PersonCounts, 'orders'>, readonly HeldTable[]> = {
  readings: ['readings'],
  notes: ['customerNotes', 'readingComments', 'readingDrafts'],
  messages: ['customerQuestions', 'orderProblems', 'feedback', 'withdrawals'],
  mails: ['outbox'],
};
const countedParts = Object.keys(parts) as (keyof typeof parts)[];

/** @returns what there is of the person with an address, and what keeps them from being erased */
export async function findPerson(known: Judge, address: string): Promise<PersonFound> {
  const { db } = known;
  const orders = listAllOrdersOf(db, address);
  const ids = orders.map(({ id }) => id);
  const otherMails = await listOtherMails(known, address, ids);
  const notes = orders.filter(({ internalNotes }) => internalNotes !== null).length;
  const counts = { orders: ids.length, readings: 0, notes, messages: 0, mails: otherMails.length };
  await inTurns(ids, (id) => {
    for (const part of countedParts) {
      for (const name of parts[part]) counts[part] += countHeldRows(db, name, id);
    }
  });
  return { counts, obstacles: await listObstacles(known, address) };
}

/**
 * @param counts which of their orders count
 * @returns which orders of a person are under way, and what to do about each
 */
export async function listObstacles(
  { db, clock }: Judge,
  address: string,
  counts: (order: OrderRow) => boolean = () => true,
): Promise<PersonFound['obstacles']> {
  const obstacles: PersonFound['obstacles'] = [];
  await inTurns(listAllOrdersOf(db, address), (order) => {
    const why = order.erasedAt !== null || !counts(order) ? null : whyNotYet(db, order, clock.now());
    if (why !== null) obstacles.push({ orderNumber: order.orderNumber, why });
  });
  return obstacles;
}

/** @returns mails that went to an address and belong to orders which have another one now, or to none */
export async function listOtherMails({ db }: Known, address: string, orderIds: string[]): Promise<Mail[]> {
  const own = new Set(orderIds);
  const found: Mail[] = [];
  await walkMails({ db }, (after, until) => {
    found.push(...listMailsTo(db, { email: address, after, until }));
  });
  return found.filter(({ orderId }) => orderId === null || !own.has(orderId));
}

/** Goes through all mails there are, a stretch at a time. */
export async function walkMails(
  { db }: Known,
  look: (after: number, until: number) => void | Promise<void>,
): Promise<void> {
  const newest = newestMailId(db);
  for (let after = 0; after === 0 || after < newest; after += mailsAtOnce) {
    await look(after, after + mailsAtOnce);
    await nextTurn();
  }
}
