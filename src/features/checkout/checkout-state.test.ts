import { describe, expect, test } from 'vitest';
import {
  type CheckoutEvent,
  type CheckoutNotice,
  type CheckoutState,
  checkoutTexts,
  findMissing,
  newCheckout,
  nextCheckout,
} from './checkout-state.ts';

const question: CheckoutNotice = { kind: 'question', orderNumber: 'CT-2B4D6F', isAnswer: false };
const slow: CheckoutNotice = { kind: 'slow', text: checkoutTexts.slowServer, canLook: false };
const waiting: CheckoutNotice = { kind: 'waiting', text: 'Busy.' };
const failure: CheckoutNotice = { kind: 'failure', text: 'Declined.' };

/** An event that carries nothing but these changes. */
const event = (name: CheckoutEvent['name'], changes: object = {}) => ({ name, ...changes }) as CheckoutEvent;
const stateAt = (changes: Partial<CheckoutState>): CheckoutState => ({ ...newCheckout, ...changes });

/** Where each event leads from each step; it is ignored where it is left out. */
const moves: Record<CheckoutState['step'], Partial<Record<CheckoutEvent['name'], CheckoutState['step']>>> = {
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

const names = [
  ...new Set(Object.values(moves).flatMap((row) => Object.keys(row))),
] as CheckoutEvent['name'][];

describe.each(Object.keys(moves) as CheckoutState['step'][])('while %s', (step) => {
  test.each(names)('%s leads to the expected step or is ignored', (name) => {
    const before = stateAt({ step });
    const after = nextCheckout(before, event(name, { notice: waiting }));
    const to = moves[step][name];
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
])('changes the payment request from %s, on "%s", to %s', (opening, name, expected) => {
  const before = stateAt({ opening });
  expect(nextCheckout(before, event(name))).toEqual({ ...before, opening: expected });
});

test.each<[string, CheckoutState['step'], CheckoutNotice | null, CheckoutEvent, CheckoutNotice | null]>([
  ['a press clears', 'editing', failure, event('press'), null],
  ['the end of a wait clears', 'submitting', waiting, event('tell', { notice: null }), null],
  ['the end of a wait keeps', 'submitting', slow, event('tell', { notice: null }), slow],
  ['silence keeps', 'submitting', waiting, event('silence'), waiting],
  ['silence keeps', 'submitting', question, event('silence'), question],
  ['the end of a press clears', 'submitting', slow, event('stop'), null],
  ['the end of a press keeps', 'submitting', waiting, event('stop'), waiting],
  ['a payment clears', 'submitting', slow, event('confirm'), null],
])('%s while %s a notice (%j)', (_, step, notice, event, expected) => {
  expect(nextCheckout(stateAt({ step, notice }), event).notice).toEqual(expected);
});

test.each([
  ['free', 'failed', true, null],
  ['ready', 'opened', true, null],
  ['ready', 'failed', true, { clientSecret: false, provider: true, keyPrefix: true }],
  ['loading', 'failed', false, { clientSecret: false, provider: false, keyPrefix: false }],
  ['error', 'opened', true, { clientSecret: true, provider: false, keyPrefix: true }],
  ['error', 'due', false, { clientSecret: false, provider: false, keyPrefix: false }],
] as const)('with provider %s, opening %s and key match %s, reports as missing: %j', (...row) => {
  const [name, opening, hasKey, missing] = row;
  expect(findMissing({ name }, stateAt({ opening }), hasKey)).toEqual(missing);
});
