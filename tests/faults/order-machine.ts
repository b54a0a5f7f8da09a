import assert from 'node:assert/strict';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { orders, outbox, readings } from '../../db/schema.ts';
import { readCustomerOrder } from '../../src/server/aftercare/order-page/customer-order.ts';
import { createOrderLink } from '../../src/server/orders/order-links.ts';
import {
  type OrderActor,
  type OrderStatus,
  type PaymentStatus,
  transitions,
  transitionsFrom,
} from '../../src/shared/orders/order-status.ts';
import { addPerson, browserOf, sendWebhook, submitForm } from '../kit/builders.ts';
import { createTestApp } from '../kit/test-app.ts';

const callers = ['admin', 'rita', 'omar'] as const;
export type Caller = (typeof callers)[number];

/** How long an approval can be undone, in milliseconds. */
export const undoMilliseconds = 60_000;

export interface Delivery {
  state: 'held' | 'waiting' | 'sent' | 'failed' | 'canceled';
  heldUntil: number;
}

/** The expected state of an order. */
export type Model = Awaited<ReturnType<typeof startMachine>>['model'];

/** The stored data of an order. */
type Snapshot = ReturnType<ReturnType<typeof prepareSnapshot>>;

type Shop = Awaited<ReturnType<typeof openShop>>;

/** One order in the real application. */
export type Machine = Awaited<ReturnType<typeof startMachine>>['real'];

/** A new application is used after this many orders, so that its tables stay small. */
const ordersPerShop = 100;
let current: { shop: Shop; orders: number } | null = null;

async function findShop(): Promise<Shop> {
  if (!current || current.orders >= ordersPerShop) {
    current?.shop.app.db.$client.close();
    current = { shop: await openShop(), orders: 0 };
  }
  current.orders += 1;
  return current.shop;
}

async function openShop() {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: String(undoMilliseconds / 1000) } });
  const browsers: Partial<Record<Caller, Awaited<ReturnType<typeof browserOf>>>> = {};
  for (const caller of callers) {
    const person = addPerson(app, caller, caller === 'admin' ? 'admin' : 'reader');
    browsers[caller] = await browserOf(app, person);
  }
  return { app, browsers: browsers as Required<typeof browsers>, takeSnapshot: prepareSnapshot(app.db) };
}

/** Prepares the statements once: thousands of stories take a snapshot after every step. */
function prepareSnapshot(db: Database) {
  const id = sql.placeholder('id');
  const order = db.select().from(orders).where(eq(orders.id, id)).prepare();
  const reading = db.select().from(readings).where(eq(readings.orderId, id)).prepare();
  const isDelivery = and(eq(outbox.orderId, id), eq(outbox.kind, 'reading_delivery'));
  const deliveries = db.select().from(outbox).where(isDelivery).orderBy(outbox.id).prepare();
  const list = (source: string) => db.$client.prepare<[string], string>(source).pluck();
  const texts = list(
    `SELECT reading_revisions.content FROM reading_revisions JOIN readings ON readings.id = reading_id
      WHERE order_id = ? ORDER BY reading_revisions.revision`,
  );
  const timeline = list("SELECT type || ' by ' || actor FROM order_events WHERE order_id = ? ORDER BY id");
  return (orderId: string) => ({
    order: order.get({ id: orderId }) as typeof orders.$inferSelect,
    reading: reading.get({ id: orderId }),
    texts: texts.all(orderId),
    timeline: timeline.all(orderId),
    deliveries: deliveries.all({ id: orderId }),
  });
}

/** Buys a reading whose confirmation has been sent. */
export async function startMachine() {
  const shop = await findShop();
  const { app } = shop;
  app.mailer.failWith(null);
  const { body } = await submitForm(app.visitor());
  const { orderId, paymentIntentId } = body;
  app.payments.pay(paymentIntentId);
  await sendWebhook(app, { id: `evt_paid_${orderId}`, paymentId: paymentIntentId });
  await app.sendMail();
  app.mailer.sent.length = 0;
  const token = createOrderLink(app.context, orderId).split('/').at(-1) ?? '';
  const last = shop.takeSnapshot(orderId);
  const model = {
    now: app.clock.now(),
    status: 'pending' as OrderStatus,
    payment: 'paid' as PaymentStatus,
    refundedMinor: 0,
    isDisputed: false,
    assignee: last.order.assignedReaderId?.replace('id-of-', '') ?? null,
    isDeleted: false,
    /** All texts the reading has had, newest last. */
    texts: [] as string[],
    notes: null as string | null,
    feedback: null as string | null,
    deliveries: [] as Delivery[],
    /** `what by whom`, oldest first. */
    timeline: [...last.timeline],
  };
  const real = {
    ...shop,
    orderId,
    paymentIntentId,
    /** Opens the customer's page. */
    token,
    /** What was stored, and what of the reading the customer saw, after the last step. */
    last,
    lastShown: null as string | null,
  };
  return { model, real };
}

/** Compares the real order with the model after a step, and checks what must always hold. */
export function check(expected: Model, real: Machine, actor: OrderActor | 'outside'): void {
  const now = real.takeSnapshot(real.orderId);
  compare(expected, now);
  checkInvariants(real, now, actor);
  real.lastShown = checkPage(real, expected, now);
  real.last = now;
}

function compare(expected: Model, { order, reading, texts, timeline, deliveries }: Snapshot): void {
  assert.equal(order.status, expected.status);
  assert.equal(order.paymentStatus, expected.payment);
  assert.equal(order.assignedReaderId, expected.assignee && `id-of-${expected.assignee}`);
  assert.equal(order.deletedAt !== null, expected.isDeleted);
  assert.equal(reading?.content, expected.texts.at(-1));
  assert.equal(order.internalNotes, expected.notes);
  assert.equal(reading?.feedback ?? null, expected.feedback);
  assert.equal((reading?.approvedAt ?? null) !== null, expected.status === 'approved');
  assert.deepEqual(texts, expected.texts, 'no text is lost');
  assert.deepEqual(timeline, expected.timeline, 'the timeline is complete');
  assert.deepEqual(
    deliveries.map(({ state }) => state),
    expected.deliveries.map(({ state }) => (state === 'held' || state === 'waiting' ? 'queued' : state)),
  );
}

function checkInvariants(real: Machine, now: Snapshot, actor: OrderActor | 'outside'): void {
  const [before, after] = [real.last.order.status, now.order.status];
  if (before !== after) {
    // From outside (Stripe), an approval can be taken back; nothing else happens to the work.
    const allowed = actor === 'outside' ? (['undoApproval'] as const) : transitionsFrom(before, actor);
    const isAlongTable = allowed.some(
      (name) => transitions[name].from === before && transitions[name].to === after,
    );
    assert.ok(isAlongTable, `${before} became ${after} by ${actor}`);
  }
  checkMail(real, now);
}

/** Allows one delivery per approval that was not undone, with the approved text. */
function checkMail({ app }: Machine, { timeline, deliveries, order, reading }: Snapshot): void {
  const count = (type: string) => timeline.filter((event) => event.startsWith(`${type} `)).length;
  const approvals = count('reading_approved') - count('approval_undone');
  assert.ok(approvals <= 1, 'an order is approved once');
  const own = new Set(deliveries.map(({ messageId }) => messageId));
  const sent = app.mailer.sent.filter(({ messageId }) => own.has(messageId));
  assert.ok(sent.length <= approvals + count('mail_resent'), 'one delivery for each approval not undone');
  assert.equal(new Set(sent.map(({ messageId }) => messageId)).size, sent.length, 'no message twice');
  if (sent.length > 0) assert.equal(order.status, 'approved', 'what was sent stays approved');
  for (const { text, to } of sent) {
    assert.ok(reading && text.includes(reading.content), 'the approved text is sent');
    assert.equal(to.address, 'maya@customers.example');
  }
}

/** Checks that what the customer has once seen stays the same, unless their order is deleted. */
function checkPage(real: Machine, expected: Model, now: Snapshot): string | null {
  if (now.order.status !== 'approved' && real.lastShown === null) return null;
  const shown = readCustomerOrder(real.app.context, real.token)?.reading ?? null;
  const delivery = expected.deliveries.at(-1);
  const isHeld = delivery?.state === 'held' && delivery.heldUntil > expected.now;
  const isShown = !expected.isDeleted && expected.status === 'approved' && !isHeld;
  assert.equal(shown, isShown ? (expected.texts.at(-1) ?? null) : null);
  if (real.lastShown !== null && now.order.deletedAt === null) assert.equal(shown, real.lastShown);
  return shown;
}
