import { type Queryable, type Transaction, writeNow } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import { linkSecretIn } from '../../shared/orders/link-secret.ts';
import { hashToken } from '../basics/random.ts';
import type { Clock } from '../context/clock.ts';
import type { Context } from '../context/context.ts';
import { deleteLinks, findLinkedOrder, insertLink, keepLink } from './links-repository.ts';
import { findOrderEvenDeleted, type OrderRow } from './order-repository.ts';

/** How long a link works, in milliseconds: half a year. */
const linkLife = days(183);

/**
 * Makes a new link to the page of an order. Only its hash is kept, so every mail gets a link of its own.
 *
 * Written in the turn that has claimed the mail, which holds the lock.
 *
 * @returns the link's address
 */
export function createOrderLink(context: Context, orderId: string): string {
  const token = context.random.newLinkToken();
  const link = { id: hashToken(token), orderId, expiresAt: context.clock.now() + linkLife };
  writeNow(context.db, (tx) => insertLink(tx, link));
  return `${context.config.publicUrl}/order/${token}`;
}

/** What links are looked up with. */
interface Known {
  db: Queryable;
  clock: Clock;
}

/** The order behind a link. */
interface Linked {
  order: OrderRow;
  /** Whether the link was made for the browser that ordered, and never stood in a mail. */
  isBuyers: boolean;
}

/**
 * @param text what a link ended in, with whatever was added to it on its way
 * @returns the order behind it; null alike for a wrong link, an expired one and a deleted order
 */
export function findLink(known: Known, text: string): Linked | null {
  const link = findLinkEvenToDeleted(known, text);
  return link?.order.deletedAt === null ? link : null;
}

/** @returns the same, deleted or not; null as well when its customer was erased */
export function findLinkEvenToDeleted(known: Known, text: string): Linked | null {
  const link = findAnyLink(known, text);
  return link?.order.erasedAt === null ? link : null;
}

/** @returns the order behind a link whose customer was erased; null for every other */
export function findErasedOrder(known: Known, text: string): OrderRow | null {
  const order = findAnyLink(known, text)?.order;
  return order && order.erasedAt !== null ? order : null;
}

function findAnyLink({ db, clock }: Known, text: string): Linked | null {
  const token = linkSecretIn(text);
  const mailed = findLinkedOrder(db, hashToken(token), clock.now());
  const orderId = mailed ?? findLinkedOrder(db, buyersLinkId(token), clock.now());
  const order = orderId === undefined ? undefined : findOrderEvenDeleted(db, orderId);
  return order && order.paymentStatus !== 'unpaid' ? { order, isBuyers: mailed === undefined } : null;
}

/** @returns the order behind a link from a mail or of the browser that ordered; null as `findLink` */
export function findOrderBehindLink(known: Known, text: string): OrderRow | null {
  return findLink(known, text)?.order ?? null;
}

/** Makes a link to the page of an order that only the browser which ordered it knows; it works for as long as any. */
export function openBuyersLink(context: Context, token: string, orderId: string): void {
  const { db, clock } = context;
  if (findLinkedOrder(db, buyersLinkId(token), clock.now()) !== undefined) return;
  writeNow(db, (tx) => keepBuyersLink(tx, clock, token, orderId));
}

/** Ends all links to an order that stood in mails: only the browser that ordered it still has one. */
export function endMailedLinks(tx: Transaction, clock: Clock, token: string, orderId: string): void {
  deleteLinks(tx, orderId);
  keepBuyersLink(tx, clock, token, orderId);
}

function keepBuyersLink(tx: Transaction, clock: Clock, token: string, orderId: string): void {
  keepLink(tx, { id: buyersLinkId(token), orderId, expiresAt: clock.now() + linkLife });
}

/** Kept under another hash than those in mails, which tells the two apart: what was mailed never counts as this. */
function buyersLinkId(token: string): string {
  return hashToken(`buyer ${token}`);
}
