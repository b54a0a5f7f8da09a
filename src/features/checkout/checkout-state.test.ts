import { describe, expect, test } from 'vitest';
import type { Attempt } from './checkout-calls.ts';
import {
  type CheckoutEvent,
  type CheckoutNotice,
  type CheckoutState,
  checkoutTexts,
  newCheckout,
  nextCheckout,
  type Press,
} from './checkout-state.ts';
import { emptyFields } from './form-fields.ts';

const order = {
  ...{ orderId: 'order-1', orderNumber: 'CT-7K3M9Q', paymentIntentId: 'pi_1' },
  ...{ clientSecret: 'secret-1', amount: 60, currency: 'usd' },
};
const attempt: Attempt = { order, clientSecret: 'secret-1', sentAs: '' };
const press: Press = {
  ...{ fields: emptyFields, payment: null, isAnother: false, request: null },
  shown: { amount: 60, currency: 'usd', isFree: false },
};
const question: CheckoutNotice = { kind: 'question', orderNumber: 'CT-2B4D6F', isAnswer: false };
const slow: CheckoutNotice = { kind: 'slow', text: checkoutTexts.slowServer, canLook: false };
const waiting: CheckoutNotice = { kind: 'waiting', text: 'Busy.' };
const failure: CheckoutNotice = { kind: 'failure', text: 'Declined.' };

/** Every event, with what it carries. */
const events = {
  press: { name: 'press', press },
  check: { name: 'check', press },
  settle: { name: 'settle', press },
  place: { name: 'place', paymentIntentId: 'pi_1' },
  confirm: { name: 'confirm', attempt },
  answer: { name: 'answer', attempt: { ...attempt, outcome: 'paid' } },
  retry: { name: 'retry', attempt: null },
  stop: { name: 'stop' },
  find: { name: 'find', notice: question },
  tell: { name: 'tell', notice: waiting },
  silence: { name: 'silence' },
  leave: { name: 'leave', exit: { path: '/thank-you', toast: null } },
} satisfies Record<string, CheckoutEvent>;

const stateAt = (changes: Partial<CheckoutState>): CheckoutState => ({ ...newCheckout, ...changes });

/** Where each event leads from each step; it is ignored where it is left out. */
const moves: Record<CheckoutState['step'], Partial<Record<keyof typeof events, CheckoutState['step']>>> = {
  editing: { press: 'submitting', find: 'asking', tell: 'editing', leave: 'done' },
  asking: { press: 'submitting', find: 'asking', tell: 'editing', leave: 'done' },
  submitting: {
    ...{ check: 'submitting', settle: 'checking', place: 'submitting', confirm: 'confirming' },
    ...{ stop: 'editing', find: 'submitting', tell: 'submitting', silence: 'submitting', leave: 'done' },
  },
  confirming: {
    ...{ answer: 'checking', stop: 'editing', tell: 'confirming', silence: 'confirming', leave: 'done' },
  },
  checking: {
    ...{ retry: 'submitting', stop: 'editing', tell: 'checking', silence: 'checking', leave: 'done' },
  },
  done: {},
};

describe.each(Object.keys(moves) as CheckoutState['step'][])('while %s', (step) => {
  test.each(Object.values(events))('$name leads to the expected step or is ignored', (event) => {
    const before = stateAt({ step });
    const after = nextCheckout(before, event);
    const to = moves[step][event.name];
    if (to) expect(after.step).toBe(to);
    else expect(after).toBe(before);
  });
});

type Opening = CheckoutState['opening'];

test.each<[Opening, CheckoutEvent['name'], Opening]>([
  ['due', 'begin', 'opening'],
  ['opening', 'begin', 'opening'],
  ['failed', 'begin', 'failed'],
  ['over', 'begin', 'over'],
  ['opening', 'secret', 'opened'],
  ['opening', 'missing', 'failed'],
  ['opening', 'unneeded', 'over'],
  ['opening', 'fail', 'failed'],
  ['over', 'fail', 'over'],
  ['opening', 'postpone', 'due'],
  ['over', 'postpone', 'over'],
  ['opening', 'end', 'over'],
  ['due', 'send', 'over'],
  ['opening', 'send', 'over'],
  ['opened', 'send', 'opened'],
  ['failed', 'secret', 'opened'],
])('an opening moves from %s by "%s" to %s', (opening, name, expected) => {
  const before = stateAt({ opening });
  expect(nextCheckout(before, { name } as CheckoutEvent)).toEqual({ ...before, opening: expected });
});

test('allows sending the form while it is still opening', () => {
  expect(nextCheckout(stateAt({ opening: 'opening' }), events.press)).toMatchObject({
    step: 'submitting',
    opening: 'opening',
  });
});

test.each<[string, CheckoutState['step'], CheckoutNotice | null, CheckoutEvent, CheckoutNotice | null]>([
  ['a press clears', 'editing', failure, events.press, null],
  ['the end of a wait clears', 'submitting', waiting, { name: 'tell', notice: null }, null],
  ['the end of a wait keeps', 'submitting', slow, { name: 'tell', notice: null }, slow],
  ['silence keeps', 'submitting', waiting, events.silence, waiting],
  ['silence keeps', 'submitting', question, events.silence, question],
  ['the end of a press clears', 'submitting', slow, events.stop, null],
  ['the end of a press keeps', 'submitting', waiting, events.stop, waiting],
  ['a payment clears', 'submitting', slow, events.confirm, null],
])('%s while %s a notice (%j)', (_, step, notice, event, expected) => {
  expect(nextCheckout(stateAt({ step, press, notice }), event).notice).toEqual(expected);
});

test('offers to check the payment again only once there is one', () => {
  const { notice } = nextCheckout(stateAt({ step: 'submitting' }), events.silence);
  expect(notice).toEqual(slow);
  const confirming = nextCheckout(stateAt({ step: 'confirming', attempt }), events.silence);
  expect(confirming.notice).toMatchObject({ text: checkoutTexts.slowPayment, canLook: true });
});

test('ends a press with an open question by waiting for the answer', () => {
  const found = nextCheckout(stateAt({ step: 'submitting', press }), events.find);
  expect(nextCheckout(found, events.stop)).toMatchObject({ step: 'asking', notice: question, press: null });
});

test('keeps an attempt until its outcome is known', () => {
  const unknown = nextCheckout(stateAt({ step: 'confirming', attempt, press }), {
    name: 'stop',
    notice: failure,
  });
  expect(unknown).toMatchObject({ step: 'editing', notice: failure, attempt });
  const checking = nextCheckout(nextCheckout(unknown, events.press), events.settle);
  expect(checking).toMatchObject({ step: 'checking', attempt });
  expect(nextCheckout(checking, events.retry)).toMatchObject({ step: 'submitting', attempt: null });
});
