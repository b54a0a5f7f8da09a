import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MailRejected } from '../../src/server/context/mailer.ts';
import { readCustomerOrder } from '../../src/server/order-views/customer-order.ts';
import { createOrderLink } from '../../src/server/orders/order-links.ts';
import {
  type Actor,
  isWorkable,
  type OrderStatus,
  type PaymentStatus,
  transitions,
  transitionsFrom,
} from '../../src/shared/orders/order-status.ts';
import { addPerson, browserOf, sendWebhook, submitForm } from '../../src/testing/builders.ts';
import { createTestApp, type TestApp } from '../../src/testing/test-app.ts';

/*
 * The whole status machine of an order, through the real API: any sequence of what the admin, the order's reader,
 * another reader, Stripe and the mail server can do. Each step says in the simplest words what it does to the order,
 * and how the call is answered; after each the real order is compared.
 */

const callers = ['admin', 'rita', 'omar'] as const;
type Caller = (typeof callers)[number];

/** How long an approval can be undone, in milliseconds. */
const undoMilliseconds = 60_000;

interface Delivery {
  state: 'held' | 'waiting' | 'sent' | 'failed' | 'canceled';
  heldUntil: number;
}

interface Model {
  now: number;
  status: OrderStatus;
  payment: PaymentStatus;
  refundedCents: number;
  isDisputed: boolean;
  assignee: string | null;
  isDeleted: boolean;
  /** Every text the reading ever had, the newest last. */
  texts: string[];
  feedback: string | null;
  deliveries: Delivery[];
  /** `what by whom`, the oldest first. */
  timeline: string[];
}

interface Snapshot {
  order: {
    status: OrderStatus;
    payment_status: string;
    assigned_reader_id: string | null;
    deleted_at: number | null;
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

interface Machine extends Shop {
  orderId: string;
  paymentIntentId: string;
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

async function startMachine(): Promise<{ model: Model; real: Machine }> {
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
    feedback: null,
    deliveries: [],
    timeline: [...last.timeline],
  };
  return { model, real: { ...shop, orderId, paymentIntentId, token, last, lastShown: null } };
}

function check(expected: Model, real: Machine, actor: Actor | 'outside'): void {
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

interface Step {
  run(model: Model, real: Machine): Promise<void>;
  /** What fast-check prints of a story that fails. */
  toString(): string;
}

const refusals = {
  refuses: new MailRejected('451 Later', { isPermanent: false, responseCode: 451 }),
  rejects: new MailRejected('550 No', { isPermanent: true, responseCode: 550 }),
};

function step(name: string, actor: Caller | 'outside', run: Step['run']): Step {
  return {
    async run(model, real) {
      await run(model, real);
      check(model, real, actor === 'admin' || actor === 'outside' ? actor : 'reader');
    },
    toString: () => name,
  };
}

function call(
  name: string,
  caller: Caller,
  expect: (model: Model) => number,
  request: (real: Machine) => [method: string, path: string, body?: unknown],
): Step {
  return step(`${name} by ${caller}`, caller, async (model, real) => {
    const [method, path, body] = request(real);
    const { status } = await real.browsers[caller].call(method, `/api${path}`, body);
    assert.equal(status, expect(model), `${method} ${path}`);
  });
}

function callOfReading(
  name: string,
  caller: Caller,
  expect: (model: Model) => number,
  verb: string,
  body?: unknown,
): Step {
  return call(
    name,
    caller,
    (model) => {
      if (caller !== 'admin') return 403;
      return model.texts.length === 0 || model.isDeleted ? 404 : expect(model);
    },
    (real) => ['PUT', `/readings/${real.last.reading?.id ?? 'none'}${verb}`, body],
  );
}

function callOfOrder(
  name: string,
  caller: Caller,
  expect: (model: Model) => number,
  request: Parameters<typeof call>[3],
): Step {
  return call(name, caller, (model) => (caller === 'admin' ? expect(model) : 403), request);
}

function done(model: Model, event: string): 200 {
  model.timeline.push(event);
  return 200;
}

function isHeld(model: Model): boolean {
  const delivery = model.deliveries.at(-1);
  return delivery?.state === 'held' && delivery.heldUntil > model.now;
}

function findOpen(model: Model): Delivery | undefined {
  return model.deliveries.find(({ state }) => state === 'held' || state === 'waiting');
}

function recall(model: Model, actor: string): boolean {
  const last = model.deliveries.at(-1);
  if (model.status !== 'approved' || !isHeld(model) || !last) return false;
  last.state = 'canceled';
  model.status = 'reading_uploaded';
  model.timeline.push(`approval_undone by ${actor}`);
  return true;
}

const submit = (caller: Caller, content: string) =>
  call(
    `submit "${content}"`,
    caller,
    (model) => {
      if (model.isDeleted || (caller !== 'admin' && caller !== model.assignee)) return 404;
      if (!isWorkable(model.payment)) return 409;
      if (model.status !== 'pending' && model.status !== 'rejected') return 409;
      model.status = 'reading_uploaded';
      model.texts.push(content);
      return done(model, `reading_submitted by ${caller}`);
    },
    ({ orderId }) => ['POST', '/readings', { orderId, content, internalNotes: null }],
  );

const edit = (caller: Caller, content: string) =>
  callOfReading(
    `edit ${content}`,
    caller,
    (model) => {
      if (content === model.texts.at(-1)) return 200;
      const isEditable = model.status === 'reading_uploaded' || model.status === 'rejected';
      if (!isWorkable(model.payment) || !isEditable) return 409;
      model.status = 'reading_uploaded';
      model.texts.push(content);
      return done(model, `reading_edited by ${caller}`);
    },
    '',
    { content },
  );

const approve = (caller: Caller) =>
  callOfReading(
    'approve',
    caller,
    (model) => {
      if (!isWorkable(model.payment) || model.status !== 'reading_uploaded') return 409;
      model.status = 'approved';
      model.deliveries.push({ state: 'held', heldUntil: model.now + undoMilliseconds });
      return done(model, `reading_approved by ${caller}`);
    },
    '/approve',
  );

const undo = (caller: Caller) =>
  callOfReading('undo', caller, (model) => (recall(model, caller) ? 200 : 409), '/undo-approval');

const reject = (caller: Caller, feedback: string | null) =>
  callOfReading(
    'reject',
    caller,
    (model) => {
      if (model.payment === 'refunded' || model.status !== 'reading_uploaded') return 409;
      model.status = 'rejected';
      model.feedback = feedback;
      return done(model, `reading_rejected by ${caller}`);
    },
    '/reject',
    { feedback },
  );

const remove = (caller: Caller) =>
  callOfOrder(
    'delete',
    caller,
    (model) => {
      if (model.isDeleted) return 404;
      recall(model, caller);
      model.isDeleted = true;
      return done(model, `order_deleted by ${caller}`);
    },
    ({ orderId }) => ['DELETE', `/orders/${orderId}`],
  );

const restore = (caller: Caller) =>
  callOfOrder(
    'restore',
    caller,
    (model) => {
      if (!model.isDeleted) return 200;
      model.isDeleted = false;
      return done(model, `order_restored by ${caller}`);
    },
    ({ orderId }) => ['PUT', `/orders/${orderId}/restore`],
  );

const assign = (caller: Caller, reader: string | null) =>
  callOfOrder(
    `assign to ${reader}`,
    caller,
    (model) => {
      if (model.isDeleted) return 404;
      if (model.payment === 'refunded') return 409;
      if (model.assignee === reader) return 200;
      if (model.status === 'approved') return 409;
      model.assignee = reader;
      return done(model, `assigned by ${caller}`);
    },
    ({ orderId }) => ['PUT', `/orders/${orderId}/assignee`, { readerId: reader && `id-of-${reader}` }],
  );

/** Asks for a delivery to be sent again, on a page that may be older than its newest repeat: the first, or the newest. */
const resend = (caller: Caller, index: 0 | -1) =>
  callOfOrder(
    index === 0 ? 'resend the first' : 'resend the newest',
    caller,
    (model) => {
      const delivery = model.deliveries.at(index);
      if (!delivery || model.isDeleted) return 404;
      if (delivery.state === 'canceled' || findOpen(model)) return 409;
      if (delivery.state === 'failed') delivery.state = 'waiting';
      else model.deliveries.push({ state: 'waiting', heldUntil: 0 });
      return done(model, `mail_resent by ${caller}`);
    },
    (real) => ['POST', `/mails/${real.last.deliveries.at(index)?.id ?? 0}/resend`],
  );

let eventCount = 0;

const changeMoney = (money: { refundedCents?: number; isDisputed?: boolean }) =>
  step(`Stripe tells ${JSON.stringify(money)}`, 'outside', async (model, real) => {
    const before = { payment: model.payment, refundedCents: model.refundedCents };
    model.refundedCents = Math.max(model.refundedCents, money.refundedCents ?? 0);
    model.isDisputed = money.isDisputed ?? model.isDisputed;
    if (model.isDisputed) model.payment = 'disputed';
    else if (model.refundedCents === 0) model.payment = 'paid';
    else model.payment = model.refundedCents < 6000 ? 'partially_refunded' : 'refunded';
    if (model.payment !== before.payment || model.refundedCents !== before.refundedCents) {
      if (!isWorkable(model.payment)) recall(model, 'stripe');
      done(model, 'payment_changed by stripe');
    }
    const { refundedCents, isDisputed } = model;
    real.app.payments.change(real.paymentIntentId, { refundedCents, isDisputed });
    const event = { id: `evt_${++eventCount}`, paymentId: real.paymentIntentId };
    assert.equal(await sendWebhook(real.app, event), 200);
  });

const passTime = (milliseconds: number, server: 'up' | 'refuses' | 'rejects' | 'no worker') =>
  step(`${milliseconds} ms pass, mail server: ${server}`, 'outside', async (model, real) => {
    const { app } = real;
    app.clock.advance(milliseconds);
    model.now += milliseconds;
    const open = findOpen(model);
    // The pause after a refusal is partly chance.
    const nextAttemptAt = real.last.deliveries.find(({ state }) => state === 'queued')?.next_attempt_at ?? 0;
    const isDue = open?.state === 'waiting' ? nextAttemptAt <= app.clock.now() : !isHeld(model);
    if (server === 'no worker') return;
    if (open && isDue) {
      open.state = server === 'up' ? 'sent' : server === 'rejects' ? 'failed' : 'waiting';
      if (open.state !== 'waiting') model.timeline.push(`mail_${open.state} by system`);
    }
    app.mailer.failWith(server === 'up' ? null : refusals[server]);
    await app.sendMail();
  });

const anyone = fc.constantFrom<Caller>('admin', 'admin', 'rita', 'omar');
/** Mostly the admin, whose calls do something. */
const mostlyAdmin = fc.constantFrom<Caller>('admin', 'admin', 'admin', 'admin', 'rita', 'omar');
const text = fc.constantFrom('The Star.', 'The Moon.', 'The Sun.', 'The Tower.');
const feedback = fc.option(fc.constantFrom('Warmer, please.', 'Which Star?'), { nil: null });

/** What leads to an approval has more weight, so that many stories have one. */
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(anyone, text).map((said) => submit(...said)) },
  { weight: 1, arbitrary: fc.tuple(mostlyAdmin, text).map((said) => edit(...said)) },
  { weight: 4, arbitrary: mostlyAdmin.map(approve) },
  { weight: 1, arbitrary: mostlyAdmin.map(undo) },
  { weight: 1, arbitrary: fc.tuple(mostlyAdmin, feedback).map((said) => reject(...said)) },
  { weight: 2, arbitrary: fc.tuple(mostlyAdmin, fc.constantFrom(0, -1)).map((said) => resend(...said)) },
  { weight: 1, arbitrary: mostlyAdmin.map(remove) },
  { weight: 2, arbitrary: mostlyAdmin.map(restore) },
  {
    weight: 1,
    arbitrary: fc.tuple(mostlyAdmin, fc.constantFrom('rita', 'omar', null)).map((said) => assign(...said)),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        { refundedCents: 1000 },
        { refundedCents: 6000 },
        { isDisputed: true },
        { isDisputed: false },
      )
      .map(changeMoney),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(1, 30_000, undoMilliseconds, 600_000),
        fc.constantFrom('up', 'up', 'refuses', 'rejects', 'no worker'),
      )
      .map((said) => passTime(...said)),
  },
);

/** Many stories begin where others hardly ever arrive: the reading was written, approved, and has left or not. */
const approved = [submit('admin', 'The Star.'), approve('admin')];
const openings: Step[][] = [
  [],
  approved,
  [...approved, passTime(undoMilliseconds, 'up')],
  [...approved, passTime(undoMilliseconds, 'rejects')],
];

/** Any story of an order: no step answers otherwise than the model, and no invariant is broken. */
export function statusMachineProperty() {
  const story = fc.array(anyStep, { maxLength: 20, size: 'max' });
  return fc.asyncProperty(fc.constantFrom(...openings), story, async (first, rest) => {
    const { model, real } = await startMachine();
    for (const step of [...first, ...rest]) await step.run(model, real);
  });
}
