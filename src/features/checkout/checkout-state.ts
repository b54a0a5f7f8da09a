import type { SavedToast } from '../../lib/saved-toast.ts';
import type { showToast } from '../../lib/toasts.ts';
import type { CheckoutSubmitted, OrderInput } from '../../shared/checkout/checkout-schema.ts';
import { checkingPath, thankYouPath } from '../../shared/checkout/payment.ts';
import type { Attempt, PaymentForm } from './checkout-calls.ts';
import { freeToast, paidToast } from './checkout-memory.ts';
import type { CheckoutFields } from './form-fields.ts';

/** The price shown on the button, in the main unit. */
export interface ShownPrice {
  amount: number;
  currency: string;
  isFree: boolean;
}

/** A press of the button: the form at that moment, and the payment form, null if the reading is free. */
export interface Press {
  fields: CheckoutFields;
  payment: PaymentForm | null;
  isAnother: boolean;
  /** The price on the button at that moment. It may change during the calls. */
  shown: ShownPrice;
  /** The request to send, once the form was checked. */
  request: OrderInput | null;
}

/** The notice under the button. It stays after the toast with the same text has closed. */
export type CheckoutNotice =
  | { kind: 'failure' | 'news' | 'waiting' | 'declined'; text: string }
  /** An answer is slow; `canLook` if the payment can be looked up. */
  | { kind: 'slow'; text: string; canLook: boolean }
  /** An order is paid, and the form may be for another one. `isAnswer` if the button was pressed. */
  | { kind: 'question'; orderNumber: string; isAnswer: boolean };

/** The page to open next. With a toast, the order is complete and its draft is deleted. */
export interface Exit {
  path: string;
  toast: SavedToast | null;
}

/**
 * The steps of an order, the events of each, and the step that follows; a step ignores all other events.
 *
 * `editing` waits for the button, `asking` for an answer whether the form is another reading. `submitting` checks the form
 * and has the order placed, `confirming` has the provider make the payment, `checking` finds out how a payment ended,
 * and `done` leaves the page.
 */
const steps = {
  editing: { press: 'submitting', find: 'asking', tell: 'editing', leave: 'done' },
  asking: { press: 'submitting', find: 'asking', tell: 'editing', leave: 'done' },
  submitting: {
    ...{ check: 'submitting', settle: 'checking', place: 'submitting', confirm: 'confirming' },
    ...{ find: 'submitting', tell: 'submitting', silence: 'submitting', stop: 'editing', leave: 'done' },
  },
  confirming: {
    ...{ answer: 'checking', tell: 'confirming', silence: 'confirming', stop: 'editing', leave: 'done' },
  },
  checking: {
    ...{ retry: 'submitting', tell: 'checking', silence: 'checking', stop: 'editing', leave: 'done' },
  },
  done: {},
} satisfies Record<string, Row<Step>>;

const answers = { secret: 'opened', unneeded: 'over', missing: 'failed' } as const;

/**
 * The opening runs alongside the steps: the call that makes our server create the payment early.
 *
 * It is `due` until the page is shown or typing starts, `failed` when a required client secret is missing,
 * and `over` when none is needed: the order was sent, is paid, or is free.
 */
const openings = {
  due: { begin: 'opening', send: 'over', ...answers },
  opening: { postpone: 'due', fail: 'failed', end: 'over', send: 'over', ...answers },
  opened: answers,
  failed: answers,
  over: answers,
} satisfies Record<string, Row<Opening>>;

export type Step = 'editing' | 'asking' | 'submitting' | 'confirming' | 'checking' | 'done';
type Opening = 'due' | 'opening' | 'opened' | 'failed' | 'over';
type Row<To> = { [Name in CheckoutEvent['name']]?: To };

export interface CheckoutState {
  step: Step;
  opening: Opening;
  notice: CheckoutNotice | null;
  press: Press | null;
  /** The started payment whose outcome is unknown. */
  attempt: Attempt | null;
  /** Payment of the order that this press placed, for a report of its failure. */
  paymentIntentId: string | null;
  /** The latest toast, to be shown. */
  toast: ShownToast | null;
  exit: Exit | null;
}

type ShownToast = Parameters<typeof showToast>[0];

/** An event by name; its other fields replace the state's. */
export type CheckoutEvent =
  | { name: 'press' | 'check' | 'settle'; press: Press }
  | { name: 'place'; paymentIntentId: string | null }
  | { name: 'confirm' | 'answer'; attempt: Attempt }
  | { name: 'retry'; attempt: null }
  | { name: 'stop'; notice?: CheckoutNotice; toast?: ShownToast; attempt?: null }
  | { name: 'find' | 'tell'; notice: CheckoutNotice | null; toast?: ShownToast }
  | { name: 'leave'; exit: Exit }
  | { name: 'silence' | 'begin' | 'postpone' | 'fail' | 'end' | 'send' | keyof typeof answers };

export const newCheckout: CheckoutState = {
  step: 'editing',
  opening: 'due',
  notice: null,
  press: null,
  attempt: null,
  paymentIntentId: null,
  toast: null,
  exit: null,
};

/** Returns the state after an event; the same object if the step ignores the event. */
export function nextCheckout(state: CheckoutState, { name, ...changes }: CheckoutEvent): CheckoutState {
  const step = (steps[state.step] as Row<Step>)[name];
  const opening = (openings[state.opening] as Row<Opening>)[name];
  if (!step && !opening) return state;
  const next = { ...state, ...changes, step: step ?? state.step, opening: opening ?? state.opening };
  const { notice } = state;
  const isSlow = notice?.kind === 'slow';
  if (name === 'leave') return { ...next, attempt: null };
  if (name === 'press') return { ...next, notice: null, paymentIntentId: null };
  if (name === 'confirm' && isSlow) return { ...next, notice: null };
  if (name === 'tell' && !next.notice && notice?.kind !== 'waiting') return state;
  if (name === 'silence') {
    const canLook = state.attempt !== null;
    const text = canLook ? checkoutTexts.slowPayment : checkoutTexts.slowServer;
    return notice && !isSlow ? state : { ...next, notice: { kind: 'slow', text, canLook } };
  }
  if (name === 'stop') {
    const left = next.notice?.kind === 'slow' ? null : next.notice;
    return { ...next, step: left?.kind === 'question' ? 'asking' : 'editing', notice: left, press: null };
  }
  return next;
}

/** Returns whether the button is busy or the page is being left. */
export function isBusy({ step }: CheckoutState): boolean {
  return step !== 'editing' && step !== 'asking';
}

/** Returns an event whose notice asks whether the form is for another reading than the paid order. */
export function ask<Name extends 'find' | 'stop'>(state: CheckoutState, name: Name, orderNumber: string) {
  const notice: CheckoutNotice = { kind: 'question', orderNumber, isAnswer: isBusy(state) };
  return { name, notice };
}

/** Returns a notice and a toast with the same text. */
export function say(kind: 'failure' | 'news', title: string, text: string) {
  const toast: ShownToast = {
    title,
    description: text,
    ...(kind === 'failure' && { variant: 'destructive' }),
  };
  return { notice: { kind, text }, toast };
}

/** Returns the event that ends a press without an order and says why. */
export function stop(kind: 'failure' | 'news', title: string, text: string) {
  return { name: 'stop', ...say(kind, title, text) } as const;
}

/** Returns the event that ends a press of Pay because fields are invalid, with its toast. */
export function stopForFields(): CheckoutEvent {
  return { name: 'stop', toast: say('failure', 'Form Error', checkoutTexts.form).toast };
}

/** Returns the event that opens an order's thank-you page without a toast: the page says whether it was paid. */
export function showThankYou(orderNumber: string): CheckoutEvent {
  return { name: 'leave', exit: { path: thankYouPath(orderNumber), toast: null } };
}

/** Returns the event that opens the page for a payment the bank is checking, without a toast; the draft stays. */
export function leaveUndecided({ orderNumber }: CheckoutSubmitted): CheckoutEvent {
  return { name: 'leave', exit: { path: checkingPath(orderNumber), toast: null } };
}

/** Returns the event that opens the thank-you page of a paid or free order, with a toast. */
export function finish({ orderNumber, amount }: CheckoutSubmitted): CheckoutEvent {
  const isFree = amount === 0;
  const path = thankYouPath(orderNumber, isFree);
  return { name: 'leave', exit: { path, toast: isFree ? freeToast : paidToast } };
}

/** For each part of the payment system, whether it is present. */
export interface PaymentChecks {
  clientSecret: boolean;
  provider: boolean;
  keyPrefix: boolean;
}

/** Returns the checks for the Payment System Error panel; null without an error, or if the reading is free. */
export function findMissing(
  { name }: { name: string },
  { opening }: CheckoutState,
  keyPrefix: boolean,
): PaymentChecks | null {
  if (name === 'free' || (name !== 'error' && opening !== 'failed')) return null;
  return { clientSecret: opening === 'opened', provider: name === 'ready', keyPrefix };
}

export const checkoutTexts = {
  form: 'Please fill out all required fields correctly.',
  failed: 'Payment could not be processed. Please try again.',
  error: 'Please check your information and try again.',
  general: 'General checkout error occurred',
  walletClosed: 'You closed the payment window. You haven’t been charged.',
  slowServer: 'This is taking longer than usual. Please keep this page open. You haven’t been charged yet.',
  slowPayment:
    'We haven’t heard back about your payment yet. If your bank asks you to confirm it, please do. You won’t be charged twice.',
  unknown:
    'We don’t know yet whether your payment went through, so we haven’t started a new one. Please try again in a moment.',
};

export const declinedNotice: CheckoutNotice = {
  kind: 'declined',
  text: 'You haven’t been charged. Try another card.',
};

/** Returns the notice after a payment was looked up and isn't paid. @param isKnown false if the lookup failed */
export function stillUnpaid(isKnown: boolean): CheckoutNotice {
  const time = new Date().toLocaleTimeString('en-US');
  const found = isKnown
    ? 'your payment hasn’t gone through yet. If your bank asks you to confirm it, please do.'
    : 'the payment service didn’t respond. You won’t be charged twice.';
  return { kind: 'slow', text: `Checked again at ${time}: ${found}`, canLook: true };
}
