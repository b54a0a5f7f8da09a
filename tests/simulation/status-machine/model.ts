import { isWorkable, type OrderStatus, type PaymentStatus } from '../../../src/shared/orders/order-status.ts';

/*
 * What an order should do, in the simplest words: the model against which machine.ts holds the real
 * one. Every function changes the model and returns the HTTP status that the call should be answered with.
 */

export const callers = ['admin', 'rita', 'omar'] as const;
export type Caller = (typeof callers)[number];

/** How long an approval can be undone, in milliseconds. */
export const undoMilliseconds = 60_000;

interface Delivery {
  state: 'held' | 'waiting' | 'sent' | 'failed' | 'canceled';
  heldUntil: number;
}

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

export function createModel(start: Pick<Model, 'now' | 'assignee' | 'timeline'>): Model {
  return {
    ...start,
    status: 'pending',
    payment: 'paid',
    refundedCents: 0,
    isDisputed: false,
    isDeleted: false,
    texts: [],
    notes: null,
    feedback: null,
    deliveries: [],
  };
}

/** @returns whether the newest delivery can still be called back */
export function isHeld(model: Model): boolean {
  const delivery = model.deliveries.at(-1);
  return delivery?.state === 'held' && delivery.heldUntil > model.now;
}

/** @returns what the customer should see of the reading */
export function shownText(model: Model): string | null {
  if (model.isDeleted || model.status !== 'approved' || isHeld(model)) return null;
  return model.texts.at(-1) ?? null;
}

export function submit(model: Model, caller: Caller, text: string, notes: string | null): number {
  if (model.isDeleted || (caller !== 'admin' && caller !== model.assignee)) return 404;
  if (!isWorkable(model.payment)) return 409;
  if (model.status !== 'pending' && model.status !== 'rejected') return 409;
  model.status = 'reading_uploaded';
  model.texts.push(text);
  if (notes && !model.notes?.includes(notes)) model.notes = [model.notes, notes].filter(Boolean).join('\n\n');
  return done(model, `reading_submitted by ${caller}`);
}

export function edit(model: Model, caller: Caller, text: string | null, notes: string | null): number {
  const refusal = refuseReadingCall(model, caller);
  if (refusal) return refusal;
  const isNewText = text !== null && text !== model.texts.at(-1);
  const isEditable = model.status === 'reading_uploaded' || model.status === 'rejected';
  if (isNewText && !(isWorkable(model.payment) && isEditable)) return 409;
  if (notes !== null && notes !== model.notes) {
    model.notes = notes;
    model.timeline.push(`notes_edited by ${caller}`);
  }
  if (!isNewText) return 200;
  model.status = 'reading_uploaded';
  model.texts.push(text);
  return done(model, `reading_edited by ${caller}`);
}

export function approve(model: Model, caller: Caller): number {
  const refusal = refuseReadingCall(model, caller);
  if (refusal) return refusal;
  if (!isWorkable(model.payment) || model.status !== 'reading_uploaded') return 409;
  model.status = 'approved';
  model.deliveries.push({ state: 'held', heldUntil: model.now + undoMilliseconds });
  return done(model, `reading_approved by ${caller}`);
}

export function undo(model: Model, caller: Caller): number {
  const refusal = refuseReadingCall(model, caller);
  if (refusal) return refusal;
  return recall(model, caller) ? 200 : 409;
}

export function reject(model: Model, caller: Caller, feedback: string | null): number {
  const refusal = refuseReadingCall(model, caller);
  if (refusal) return refusal;
  if (model.payment === 'refunded' || model.status !== 'reading_uploaded') return 409;
  model.status = 'rejected';
  model.feedback = feedback;
  return done(model, `reading_rejected by ${caller}`);
}

export function remove(model: Model, caller: Caller): number {
  if (caller !== 'admin') return 403;
  if (model.isDeleted) return 404;
  recall(model, caller);
  model.isDeleted = true;
  return done(model, `order_deleted by ${caller}`);
}

export function restore(model: Model, caller: Caller): number {
  if (caller !== 'admin') return 403;
  if (!model.isDeleted) return 200;
  model.isDeleted = false;
  return done(model, `order_restored by ${caller}`);
}

export function assign(model: Model, caller: Caller, reader: string | null): number {
  if (caller !== 'admin') return 403;
  if (model.isDeleted) return 404;
  if (model.payment === 'refunded') return 409;
  if (model.assignee === reader) return 200;
  if (model.status === 'approved') return 409;
  model.assignee = reader;
  return done(model, `assigned by ${caller}`);
}

/** Stripe tells how much went back, and whether the customer disputes the payment. */
export function changeMoney(model: Model, money: { refundedCents?: number; isDisputed?: boolean }): number {
  const refundedBefore = model.refundedCents;
  model.refundedCents = Math.max(model.refundedCents, money.refundedCents ?? 0);
  model.isDisputed = money.isDisputed ?? model.isDisputed;
  const payment = paymentOf(model);
  if (payment === model.payment && model.refundedCents === refundedBefore) return 200;
  model.payment = payment;
  if (!isWorkable(payment)) recall(model, 'stripe');
  return done(model, 'payment_changed by stripe');
}

/**
 * The admin asks for a delivery to be sent again, on a page that may be older than its newest repeat.
 *
 * @param index which delivery: 0 for the first, -1 for the newest
 */
export function resend(model: Model, caller: Caller, index: number): number {
  if (caller !== 'admin') return 403;
  const delivery = model.deliveries.at(index);
  if (!delivery || model.isDeleted) return 404;
  if (delivery.state === 'canceled' || findOpen(model)) return 409;
  if (delivery.state === 'failed') delivery.state = 'waiting';
  else model.deliveries.push({ state: 'waiting', heldUntil: 0 });
  return done(model, `mail_resent by ${caller}`);
}

/**
 * Time passes, and the worker sends what is due.
 *
 * @param isRetryDue whether a mail that waits after a refusal is due: its pause is partly chance
 */
export function passTime(
  model: Model,
  time: { milliseconds: number; server: 'up' | 'refuses' | 'rejects' | 'no worker' },
  isRetryDue: boolean,
): void {
  model.now += time.milliseconds;
  const open = findOpen(model);
  const isDue = open?.state === 'waiting' ? isRetryDue : open?.state === 'held' && !isHeld(model);
  if (!open || !isDue || time.server === 'no worker') return;
  if (time.server === 'up') open.state = 'sent';
  if (time.server === 'refuses') open.state = 'waiting';
  if (time.server === 'rejects') open.state = 'failed';
  if (open.state !== 'waiting') model.timeline.push(`mail_${open.state} by system`);
}

/** @returns the delivery that has still to leave; there is never more than one */
function findOpen(model: Model): Delivery | undefined {
  return model.deliveries.find(({ state }) => state === 'held' || state === 'waiting');
}

function paymentOf(model: Model): PaymentStatus {
  if (model.isDisputed) return 'disputed';
  if (model.refundedCents === 0) return 'paid';
  return model.refundedCents < 6000 ? 'partially_refunded' : 'refunded';
}

function recall(model: Model, actor: string): boolean {
  const last = model.deliveries.at(-1);
  if (model.status !== 'approved' || !isHeld(model) || !last) return false;
  last.state = 'canceled';
  model.status = 'reading_uploaded';
  model.timeline.push(`approval_undone by ${actor}`);
  return true;
}

/** Readings are judged by the admin; one that was not written, or whose order was deleted, is not there. */
function refuseReadingCall(model: Model, caller: Caller): 403 | 404 | null {
  if (caller !== 'admin') return 403;
  return model.texts.length === 0 || model.isDeleted ? 404 : null;
}

function done(model: Model, event: string): 200 {
  model.timeline.push(event);
  return 200;
}
