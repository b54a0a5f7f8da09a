import type { Chance } from '../../../src/sample-shop/chance.ts';
import { createOldDatabase, listOldDatabases } from '../../../src/testing/old-database.ts';
import type { Ledger } from '../promises/ledger.ts';
import type { World } from './world.ts';

/** An order as an older version left it. */
interface OldOrder {
  id: string;
  orderNumber: string;
  paymentId: string;
  status: string;
  email: string;
  cents: number;
  receivedCents: number | null;
  createdAt: number;
  paidAt: number | null;
}

/** A mail as an older version left it. */
interface OldMail {
  kind: string;
  state: string;
  messageId: string;
  address: string;
  at: number;
}

/** Since this migration payments are marked with the service that began them. */
const marksSince = '0016';

/**
 * Puts a database there as an older version left it, for some of the runs: the first start brings it up to date.
 *
 * @returns its last migration; null when the shop is a new one
 */
export function inheritDatabase(chance: Chance, path: string): string | null {
  if (!chance.happens(0.3)) return null;
  const versions = listOldDatabases();
  const version = versions[chance.whole(0, versions.length - 1)] ?? '';
  createOldDatabase(path, version);
  return version;
}

/** Adopts the orders of an older version: Stripe knows their payments, and their customers wait. */
export function adoptOrders({ shop, stripe, ledger, agenda, note }: World, version: string): void {
  const { $client } = shop.app().db;
  const orders = $client
    .prepare(
      'SELECT id, order_number AS orderNumber, payment_intent_id AS paymentId, status, customer_email AS email, amount_cents AS cents, received_cents AS receivedCents, created_at AS createdAt, paid_at AS paidAt FROM orders ORDER BY payment_intent_id',
    )
    .all() as OldOrder[];
  const mails = $client.prepare(
    'SELECT kind, state, message_id AS messageId, to_address AS address, sent_at AS at FROM outbox WHERE order_id = ?',
  );
  const texts = $client.prepare('SELECT content FROM readings WHERE order_id = ?').pluck();
  for (const order of orders) {
    stripe.adopt({ ...order, isMarked: version >= marksSince });
    if (order.paidAt === null) continue;
    const customer = { marker: order.orderNumber, addresses: [order.email] };
    ledger.customers.set(order.orderNumber, customer);
    const sent = mails.all(order.id) as OldMail[];
    ledger.sold({
      customer,
      orderId: order.id,
      orderNumber: order.orderNumber,
      paymentId: order.paymentId,
      cents: order.cents,
      // The ledger watches from now on: what happens between a copy and its loss is not expected of it either.
      at: agenda.now(),
      placedAt: order.createdAt,
      refundsAsked: [],
      rightAddresses: [{ address: order.email, until: null, isCertain: true }],
      // What was sent before there was an outbox is unknown.
      unclearUntil: sent.length === 0 ? agenda.now() : 0,
      isLost: false,
      withdrawnAt: null,
    });
    const writing = ledger.writingOf(order.id);
    writing.handedIn.push(...(texts.all(order.id) as string[]));
    if (order.status === 'approved') {
      writing.sendings += 1;
      writing.approved = true;
      writing.approvedAt = agenda.now();
    }
    remember(ledger, order.id, sent);
  }
  ledger.count('orders of an older version', orders.length);
  note(`a database of ${version} is brought up to date at ${new Date(agenda.now()).toISOString()}`);
}

/** Takes over what the mail server accepted before this run from the shop's outbox, the only record of it. */
function remember({ confirmed, delivered }: Ledger, orderId: string, mails: readonly OldMail[]): void {
  const sent = mails.filter(({ state }) => state === 'sent');
  const confirmations = sent.filter(({ kind }) => kind === 'order_confirmation');
  if (confirmations.length > 0)
    confirmed.set(orderId, new Set(confirmations.map(({ messageId }) => messageId)));
  const deliveries = sent.filter(({ kind }) => kind === 'reading_delivery');
  if (deliveries.length > 0) delivered.set(orderId, deliveries);
}
