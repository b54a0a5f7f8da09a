import { type Queryable, type Transaction, writeNow, writeTransaction } from '../../../db/client.ts';
import { days } from '../../shared/durations.ts';
import { linkSecretIn } from '../../shared/text.ts';
import type { Clock } from '../base/clock.ts';
import type { Context } from '../base/context.ts';
import { hashToken } from '../base/random.ts';
import { deleteMail, enqueueMail } from '../mail/outbox-repository.ts';
import { deleteLinks, findLinkedOrderId, storeLink } from './links-repository.ts';
import { findOrderEvenDeleted, listPaidOrdersOf } from './order-repository.ts';

const linkLife = days(183);

/** Stores a new link to an order's page, valid for half a year, and returns its URL. Only its hash is stored. */
export function createOrderLink(context: Context, orderId: string): string {
  const token = context.random.newLinkToken();
  const link = { id: hashToken(token), orderId, expiresAt: context.clock.now() + linkLife };
  writeNow(context.db, (tx) => storeLink(tx, link));
  return `${context.config.publicUrl}/order/${token}`;
}

type LookUp = { db: Queryable; clock: Clock };

/** Returns the order of a link; null if unpaid, deleted, erased or expired. @param text the URL's last part, as typed */
export function findLink(lookUp: LookUp, text: string) {
  const link = findLinkIncludingDeleted(lookUp, text);
  return link?.order.deletedAt === null ? link : null;
}

/** Returns the order of a link, even if deleted; null if erased, unpaid or expired. */
export function findLinkIncludingDeleted(lookUp: LookUp, text: string) {
  const link = findLinkIncludingErased(lookUp, text);
  return link?.order.erasedAt === null ? link : null;
}

/**
 * Returns the order of a link, even if deleted or erased, and whether it is the link of the browser that ordered,
 * which was in no mail; null if unknown, expired or unpaid.
 */
export function findLinkIncludingErased({ db, clock }: LookUp, text: string) {
  const token = linkSecretIn(text);
  const mailed = findLinkedOrderId(db, hashToken(token), clock.now());
  const orderId = mailed ?? findLinkedOrderId(db, buyersLinkId(token), clock.now());
  const order = orderId === undefined ? undefined : findOrderEvenDeleted(db, orderId);
  if (!order || order.paymentStatus === 'unpaid') return null;
  // The link of the browser that ordered was in no mail.
  const isBuyers = mailed === undefined;
  return { order, isBuyers };
}

/** Stores the link of the browser that ordered, unless it already opens an order. */
export function createBuyersLink(context: Context, token: string, orderId: string): void {
  const { db, clock } = context;
  if (findLinkedOrderId(db, buyersLinkId(token), clock.now()) !== undefined) return;
  writeNow(db, (tx) => insertBuyersLink(tx, clock, token, orderId));
}

/** Deletes an order's links from mails; renews that of the browser that ordered, which is `token`, for half a year. */
export function endMailedLinks(tx: Transaction, clock: Clock, token: string, orderId: string): void {
  deleteLinks(tx, orderId);
  insertBuyersLink(tx, clock, token, orderId);
}

function insertBuyersLink(tx: Transaction, clock: Clock, token: string, orderId: string): void {
  storeLink(tx, { id: buyersLinkId(token), orderId, expiresAt: clock.now() + linkLife });
}

/** Hashes the buyer's link differently, so that a mailed link never counts as one. */
function buyersLinkId(token: string): string {
  return hashToken(`buyer ${token}`);
}

/** Mails a customer links to their orders. An unknown address takes equal time: its mail is queued and deleted. */
export async function mailOrderLinks(context: Context, email: string, maySend: boolean): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const [newest] = listPaidOrdersOf(tx, email, 1);
    const known = maySend ? newest : undefined;
    const mailId = enqueueMail(context, tx, {
      kind: 'order_links',
      // The order's spelling: a stranger's input is never used.
      to: { name: known?.customerName ?? '', address: known?.customerEmail ?? email },
    });
    if (!known && mailId !== null) deleteMail(tx, mailId);
  });
}
