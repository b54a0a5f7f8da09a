import assert from 'node:assert/strict';
import { MailRejected } from '../../src/server/base/mailer.ts';
import { isWorkable } from '../../src/shared/orders/order-status.ts';
import { sendWebhook } from '../kit/builders.ts';
import {
  type Caller,
  check,
  type Delivery,
  type Machine,
  type Model,
  undoMilliseconds,
} from './order-machine.ts';

/*
 * What the admin, the order's reader, another reader, Stripe, and the mail server can do. Each step says, as
 * simply as possible, what it does to the order and how the call is answered; then the real order is compared.
 */

export interface Step {
  run(model: Model, real: Machine): Promise<void>;
  /** What fast-check prints for a failing story. */
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

/** A call of a signed-in user. */
interface Call {
  request(real: Machine): [method: string, path: string, body?: unknown];
  /** Changes the model. @returns the status of the answer */
  expect(model: Model): number;
}

function call(name: string, caller: Caller, { request, expect }: Call): Step {
  return step(`${name} by ${caller}`, caller, async (model, real) => {
    const [method, path, body] = request(real);
    const { status } = await real.browsers[caller].call(method, `/api${path}`, body);
    assert.equal(status, expect(model), `${method} ${path}`);
  });
}

/** A call about the reading that only an admin may make, once the reading is written. */
function callOfReading(
  name: string,
  caller: Caller,
  { verb, body, expect }: { verb: string; body?: unknown; expect: Call['expect'] },
): Step {
  return callOfOrder(name, caller, {
    request: (real) => ['PUT', `/readings/${real.last.reading?.id ?? 'none'}${verb}`, body],
    expect: (model) => (model.texts.length === 0 || model.isDeleted ? 404 : expect(model)),
  });
}

/** A call about the order that only an admin may make. */
function callOfOrder(name: string, caller: Caller, { request, expect }: Call): Step {
  return call(name, caller, { request, expect: (model) => (caller === 'admin' ? expect(model) : 403) });
}

function done(model: Model, event: string): 200 {
  model.timeline.push(event);
  return 200;
}

/** @returns whether the newest delivery can still be stopped */
function isHeld(model: Model): boolean {
  const delivery = model.deliveries.at(-1);
  return delivery?.state === 'held' && delivery.heldUntil > model.now;
}

/** @returns the delivery still to be sent; there is at most one */
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

export const submit = (caller: Caller, content: string, notes: string | null) =>
  call(`submit "${content}"`, caller, {
    request: ({ orderId }) => ['POST', '/readings', { orderId, content, internalNotes: notes }],
    expect(model) {
      if (model.isDeleted || (caller !== 'admin' && caller !== model.assignee)) return 404;
      if (!isWorkable(model.payment)) return 409;
      if (model.status !== 'pending' && model.status !== 'rejected') return 409;
      model.status = 'reading_uploaded';
      model.texts.push(content);
      if (notes && !model.notes?.includes(notes))
        model.notes = [model.notes, notes].filter(Boolean).join('\n\n');
      return done(model, `reading_submitted by ${caller}`);
    },
  });

export const edit = (caller: Caller, content: string | null, notes: string | null) =>
  callOfReading(`edit ${content ?? 'notes only'}`, caller, {
    verb: '',
    body: { ...(content && { content }), ...(notes && { internalNotes: notes }) },
    expect(model) {
      const isNewText = content !== null && content !== model.texts.at(-1);
      const isEditable = model.status === 'reading_uploaded' || model.status === 'rejected';
      if (isNewText && !(isWorkable(model.payment) && isEditable)) return 409;
      if (notes !== null && notes !== model.notes) {
        model.notes = notes;
        model.timeline.push(`notes_edited by ${caller}`);
      }
      if (!isNewText) return 200;
      model.status = 'reading_uploaded';
      model.texts.push(content);
      return done(model, `reading_edited by ${caller}`);
    },
  });

export const approve = (caller: Caller) =>
  callOfReading('approve', caller, {
    verb: '/approve',
    expect(model) {
      if (!isWorkable(model.payment) || model.status !== 'reading_uploaded') return 409;
      model.status = 'approved';
      model.deliveries.push({ state: 'held', heldUntil: model.now + undoMilliseconds });
      return done(model, `reading_approved by ${caller}`);
    },
  });

export const undo = (caller: Caller) =>
  callOfReading('undo', caller, {
    verb: '/undo-approval',
    expect: (model) => (recall(model, caller) ? 200 : 409),
  });

export const reject = (caller: Caller, feedback: string | null) =>
  callOfReading('reject', caller, {
    verb: '/reject',
    body: { feedback },
    expect(model) {
      if (model.payment === 'refunded' || model.status !== 'reading_uploaded') return 409;
      model.status = 'rejected';
      model.feedback = feedback;
      return done(model, `reading_rejected by ${caller}`);
    },
  });

export const remove = (caller: Caller) =>
  callOfOrder('delete', caller, {
    request: ({ orderId }) => ['DELETE', `/orders/${orderId}`],
    expect(model) {
      if (model.isDeleted) return 404;
      recall(model, caller);
      model.isDeleted = true;
      return done(model, `order_deleted by ${caller}`);
    },
  });

export const restore = (caller: Caller) =>
  callOfOrder('restore', caller, {
    request: ({ orderId }) => ['PUT', `/orders/${orderId}/restore`],
    expect(model) {
      if (!model.isDeleted) return 200;
      model.isDeleted = false;
      return done(model, `order_restored by ${caller}`);
    },
  });

export const assign = (caller: Caller, reader: string | null) =>
  callOfOrder(`assign to ${reader}`, caller, {
    request: ({ orderId }) => [
      'PUT',
      `/orders/${orderId}/assignee`,
      { readerId: reader && `id-of-${reader}` },
    ],
    expect(model) {
      if (model.isDeleted) return 404;
      if (model.payment === 'refunded') return 409;
      if (model.assignee === reader) return 200;
      if (model.status === 'approved') return 409;
      model.assignee = reader;
      return done(model, `assigned by ${caller}`);
    },
  });

/** Asks to send a delivery again, from a page that may know the first delivery only, or also the newest. */
export const resend = (caller: Caller, index: 0 | -1) =>
  callOfOrder(index === 0 ? 'resend the first' : 'resend the newest', caller, {
    request: (real) => ['POST', `/mails/${real.last.deliveries.at(index)?.id ?? 0}/resend`],
    expect(model) {
      const delivery = model.deliveries.at(index);
      if (!delivery || model.isDeleted) return 404;
      if (delivery.state === 'canceled' || findOpen(model)) return 409;
      if (delivery.state === 'failed') delivery.state = 'waiting';
      else model.deliveries.push({ state: 'waiting', heldUntil: 0 });
      return done(model, `mail_resent by ${caller}`);
    },
  });

let eventCount = 0;

/** Stripe reports the refunded amount, and whether the customer disputes the payment. */
export const changeMoney = (money: { refundedMinor?: number; isDisputed?: boolean }) =>
  step(`Stripe tells ${JSON.stringify(money)}`, 'outside', async (model, real) => {
    const before = { payment: model.payment, refundedMinor: model.refundedMinor };
    model.refundedMinor = Math.max(model.refundedMinor, money.refundedMinor ?? 0);
    model.isDisputed = money.isDisputed ?? model.isDisputed;
    if (model.isDisputed) model.payment = 'disputed';
    else if (model.refundedMinor === 0) model.payment = 'paid';
    else model.payment = model.refundedMinor < 6000 ? 'partially_refunded' : 'refunded';
    if (model.payment !== before.payment || model.refundedMinor !== before.refundedMinor) {
      if (!isWorkable(model.payment)) recall(model, 'stripe');
      done(model, 'payment_changed by stripe');
    }
    const { refundedMinor, isDisputed } = model;
    real.app.payments.change(real.paymentIntentId, { refundedMinor, isDisputed });
    const event = { id: `evt_${++eventCount}`, paymentId: real.paymentIntentId };
    assert.equal(await sendWebhook(real.app, event), 200);
  });

/** Lets time pass; the worker sends what is due. */
export const passTime = (milliseconds: number, server: 'up' | 'refuses' | 'rejects' | 'no worker') =>
  step(`${milliseconds} ms pass, mail server: ${server}`, 'outside', async (model, real) => {
    const { app } = real;
    app.clock.advance(milliseconds);
    model.now += milliseconds;
    const open = findOpen(model);
    // The pause after a refusal is partly random.
    const nextAttemptAt = real.last.deliveries.find(({ state }) => state === 'queued')?.nextAttemptAt ?? 0;
    const isDue = open?.state === 'waiting' ? nextAttemptAt <= app.clock.now() : !isHeld(model);
    if (server === 'no worker') return;
    if (open && isDue) {
      open.state = server === 'up' ? 'sent' : server === 'rejects' ? 'failed' : 'waiting';
      if (open.state !== 'waiting') model.timeline.push(`mail_${open.state} by system`);
    }
    app.mailer.failWith(server === 'up' ? null : refusals[server]);
    await app.sendMail();
  });
