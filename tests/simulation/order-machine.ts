import assert from 'node:assert/strict';
import { readCustomerOrder } from '../../src/server/order-views/customer-order.ts';
import { createOrderLink } from '../../src/server/orders/order-links.ts';
import {
  type Actor,
  type OrderStatus,
  type PaymentStatus,
  transitions,
  transitionsFrom,
} from '../../src/shared/orders/order-status.ts';
import { addPerson, browserOf, sendWebhook, submitForm } from '../../src/testing/builders.ts';
import { createTestApp, type TestApp } from '../../src/testing/test-app.ts';

const callers = ['admin', 'rita', 'omar'] as const;
export type Caller = (typeof callers)[number];

/** How long an approval can be undone, in milliseconds. */
export const undoMilliseconds = 60_000;

export interface Delivery {
  state: 'held' | 'waiting' | 'sent' | 'failed' | 'canceled';
  heldUntil: number;
}

/** What an order should be like. */
export interface Model {
  now: number;
  status: OrderStatus;
  payment: PaymentStatus;
  refundedCents: number;
  isDisputed: boolean;
  assignee: string | null;
  isDeleted: boolean;
  /** Every text the reading ever had, the newest last. */
  texts: string[];
  notes: string | null;
  feedback: string | null;
  deliveries: Delivery[];
  /** `what by whom`, the oldest first. */
  timeline: string[];
}

/** What is stored of an order. */
interface Snapshot {
  order: {
    status: OrderStatus;
    payment_status: string;
    assigned_reader_id: string | null;
    deleted_at: number | null;
    internal_notes: string | null;
  };
  reading?: { id: string; content: string; feedback: string | null; approved_at: number | null };
  texts: string[];
  timeline: string[];
  deliveries: { id: number; state: string; message_id: string; next_attempt_at: number }[];
}

interface Shop {
  app: TestApp;
  browsers: Record<Caller, Awaited<ReturnType<typeof browserOf>>>;
  takeSnapshot: (orderId: string) => Snapshot;
}

/** One order in the real application. */
export interface Machine extends Shop {
  orderId: string;
  paymentIntentId: string;
  /** Opens the customer's page. */
  token: string;
  /** What was stored, and what the customer saw of the reading, after the last step. */
  last: Snapshot;
  lastShown: string | null;
}

/** After so many orders a new application is used, so that its tables stay small. */
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

async function openShop(): Promise<Shop> {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: String(undoMilliseconds / 1000) } });
  const browsers: Partial<Shop['browsers']> = {};
  for (const caller of callers) {
    const person = addPerson(app, caller, caller === 'admin' ? 'admin' : 'reader');
    browsers[caller] = await browserOf(app, person);
  }
  // Prepared once: it is done after every step of thousands of stories.
  const prepare = (sql: string) => app.db.$client.prepare(sql);
  const order = prepare('SELECT * FROM orders WHERE id = ?');
  const reading = prepare('SELECT * FROM readings WHERE order_id = ?');
  const texts = prepare(
    `SELECT reading_revisions.content FROM reading_revisions JOIN readings ON readings.id = reading_id
      WHERE order_id = ? ORDER BY reading_revisions.revision`,
  ).pluck();
  const timeline = prepare(
    "SELECT type || ' by ' || actor FROM order_events WHERE order_id = ? ORDER BY id",
  ).pluck();
  const deliveries = prepare(
    "SELECT * FROM outbox WHERE order_id = ? AND kind = 'reading_delivery' ORDER BY id",
  );
  const takeSnapshot = (id: string) =>
    ({
      order: order.get(id),
      reading: reading.get(id),
      texts: texts.all(id),
      timeline: timeline.all(id),
      deliveries: deliveries.all(id),
    }) as Snapshot;
  return { app, browsers: browsers as Shop['browsers'], takeSnapshot };
}

/** Buys a reading; its confirmation has been sent. */
export async function startMachine(): Promise<{ model: Model; real: Machine }> {
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
  const model: Model = {
    now: app.clock.now(),
    status: 'pending',
    payment: 'paid',
    refundedCents: 0,
    isDisputed: false,
    assignee: last.order.assigned_reader_id?.replace('id-of-', '') ?? null,
    isDeleted: false,
    texts: [],
    notes: null,
    feedback: null,
    deliveries: [],
    timeline: [...last.timeline],
  };
  return { model, real: { ...shop, orderId, paymentIntentId, token, last, lastShown: null } };
}

/** Compares the real order with the model after a step, and checks what must hold whatever the model says. */
export function check(expected: Model, real: Machine, actor: Actor | 'outside'): void {
  const now = real.takeSnapshot(real.orderId);
  compare(expected, now);
  checkInvariants(real, now, actor);
  real.lastShown = checkPage(real, expected, now);
  real.last = now;
}

function compare(expected: Model, { order, reading, texts, timeline, deliveries }: Snapshot): void {
  assert.equal(order.status, expected.status);
  assert.equal(order.payment_status, expected.payment);
  assert.equal(order.assigned_reader_id, expected.assignee && `id-of-${expected.assignee}`);
  assert.equal(order.deleted_at !== null, expected.isDeleted);
  assert.equal(reading?.content, expected.texts.at(-1));
  assert.equal(order.internal_notes, expected.notes);
  assert.equal(reading?.feedback ?? null, expected.feedback);
  assert.equal((reading?.approved_at ?? null) !== null, expected.status === 'approved');
  assert.deepEqual(texts, expected.texts, 'no text is lost');
  assert.deepEqual(timeline, expected.timeline, 'the timeline is complete');
  assert.deepEqual(
    deliveries.map(({ state }) => state),
    expected.deliveries.map(({ state }) => (state === 'held' || state === 'waiting' ? 'queued' : state)),
  );
}

function checkInvariants(real: Machine, now: Snapshot, actor: Actor | 'outside'): void {
  const [before, after] = [real.last.order.status, now.order.status];
  if (before !== after) {
    // From outside (Stripe) an approval can be taken back, and nothing else happens to the work.
    const allowed = actor === 'outside' ? (['undoApproval'] as const) : transitionsFrom(before, actor);
    const isAlongTable = allowed.some(
      (name) => transitions[name].from === before && transitions[name].to === after,
    );
    assert.ok(isAlongTable, `${before} became ${after} by ${actor}`);
  }
  if (before === 'approved' && after === 'approved') {
    assert.equal(now.reading?.content, real.last.reading?.content, 'an approved text is frozen');
  }
  const known = real.last.timeline;
  assert.deepEqual(now.timeline.slice(0, known.length), known, 'the timeline is only added to');
  checkMail(real, now);
}

/** At most one delivery for each approval that was not undone, of the text that was approved. */
function checkMail({ app }: Machine, { timeline, deliveries, order, reading }: Snapshot): void {
  const count = (type: string) => timeline.filter((event) => event.startsWith(`${type} `)).length;
  const approvals = count('reading_approved') - count('approval_undone');
  assert.ok(approvals <= 1, 'an order is approved once');
  const own = new Set(deliveries.map(({ message_id }) => message_id));
  const sent = app.mailer.sent.filter(({ messageId }) => own.has(messageId));
  assert.ok(sent.length <= approvals + count('mail_resent'), 'one delivery for each approval not undone');
  assert.equal(new Set(sent.map(({ messageId }) => messageId)).size, sent.length, 'no message twice');
  if (sent.length > 0) assert.equal(order.status, 'approved', 'what was sent stays approved');
  for (const { text, to } of sent) {
    assert.ok(reading && text.includes(reading.content), 'the approved text is sent');
    assert.equal(to.address, 'maya@customers.example');
  }
}

/** What the customer has once seen stays as it is, unless their order is deleted. */
function checkPage(real: Machine, expected: Model, now: Snapshot): string | null {
  if (now.order.status !== 'approved' && real.lastShown === null) return null;
  const shown = readCustomerOrder(real.app.context, real.token)?.reading ?? null;
  const delivery = expected.deliveries.at(-1);
  const isHeld = delivery?.state === 'held' && delivery.heldUntil > expected.now;
  const isShown = !expected.isDeleted && expected.status === 'approved' && !isHeld;
  assert.equal(shown, isShown ? (expected.texts.at(-1) ?? null) : null);
  if (real.lastShown !== null && now.order.deleted_at === null) assert.equal(shown, real.lastShown);
  return shown;
}
