import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { aDispute, aPayment, aRefund } from '../../../tests/kit/components/money.ts';
import { fakeOrderServer, openOrder, orderDialog } from '../../../tests/kit/components/open-order.ts';
import { anApiError } from '../../lib/store-testing.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { aMail, anEvent, anOrder, aReading } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { aNewDay } from './orders-testing.ts';

const button = (name: string) => orderDialog.getByRole('button', { name, exact: true });
const facts = orderDialog.getByRole('region', { name: 'Facts' });
const toDo = orderDialog.getByRole('region', { name: 'What needs doing' });
const question = orderDialog.getByRole('heading', { name: 'Question' });

test('folds the history, which lists who did what and when', async () => {
  const submitted = anEvent('reading_submitted', 'reader1', { revision: 1 }, 2);
  await openOrder({ orderEvents: async () => [anEvent('order_placed', 'customer'), submitted] });
  await orderDialog.getByText('History (2)').click();
  const lines = orderDialog.getByRole('group').filter({ hasText: 'History' }).getByRole('listitem');
  await expect.element(lines.first()).toMatchTextContent('Order placed · customer');
  await expect.element(lines.last()).toMatchTextContent(/^Reading submitted · reader1.*Nov 17, 2026/);
});

const boxOf = (part: typeof facts) => part.element().getBoundingClientRect();

const failed = aMail({ state: 'failed', movesAlong: true, sentAt: null, lastError: '550 No such user here' });
const at = '2026-11-17T09:00:00.000Z';
const undecided = { settledAt: null, settledBy: null, liftedAt: null, liftedBy: null };
const withdrawal = { words: 'I withdraw.', statedAt: at, ...undecided };
const withdrawn = {
  aftercare: async () => ({ feedback: null, withdrawals: [withdrawal], consent: null }),
};
const underpaid = { problem: 'amount', amountMinor: 5_000, currency: 'usd' };
const toDecide = { orderEvents: async () => [anEvent('payment_review', 'stripe', underpaid)] };
const undelivered = { orderMails: async () => [failed] };
const paid = (known: Parameters<typeof aPayment>[0]) => ({ orderPayment: async () => aPayment(known) });
const warning = { id: 'w1', kind: 'review', reason: 'rule', isOpen: true, createdAt: at } as const;

test.each([360, 1440])('shows open tasks above the reading and the facts at %i px', async (width) => {
  await openOrder({ ...paid({}), ...withdrawn }, anOrder({ hold: 'withdrawal' }));
  await page.viewport(width, 900);
  await expect.element(toDo).toMatchTextContent('Refund it within 14 days.');
  await expect.element(toDo.getByRole('button', { name: 'Refund the customer…' })).toBeVisible();
  for (const part of [question, facts])
    await expect.poll(() => boxOf(part).top).toBeGreaterThanOrEqual(boxOf(toDo).bottom);
  await expectNoFlaws();
});

const fraud = { ...warning, kind: 'early_fraud_warning', reason: 'made_with_stolen_card' } as const;
const asked = {
  ...{ id: 'q1', from: 'shop', author: 'admin', kind: 'question' },
  text: 'Which city?',
  createdAt: at,
};
const unanswered = { ...asked, open: { canBeClosed: true, remindedAt: null, answerBy: null } };

test.each<[string, Partial<Order>, Partial<StaffApi>, facts: RegExp[]]>([
  ['a withdrawal', { hold: 'withdrawal' }, withdrawn, [/withdrew|withdrawn/gi, /refund the customer/gi]],
  [
    'a refund on its way',
    { hold: 'refund', refundingAmount: 60 },
    paid({ refunds: [aRefund({ amount: 60, status: 'pending' })] }),
    [/on its way|under way|being refunded|pending/gi],
  ],
  ['a full refund', { paymentStatus: 'refunded', refundedAmount: 60 }, {}, [/\$60/g]],
  ['a warning of fraud', { hold: 'early_fraud_warning' }, paid({ warnings: [fraud] }), [/fraud/gi]],
  ['a review at Stripe', { hold: 'review' }, paid({ warnings: [warning] }), [/under review/gi]],
  [
    'a chargeback at the bank',
    { dispute: 'open', paymentStatus: 'disputed' },
    paid({ disputes: [aDispute({ status: 'under_review' })] }),
    [/review/gi, /has stopped/g, /no reading/gi],
  ],
  ['a payment to check', { paymentStatus: 'review' }, toDecide, [/Check the payment first/g]],
  ['a late reading', {}, { newDay: async () => aNewDay() }, [/Nov(ember)? 19/g, /is late/g]],
  ['a failed mail', {}, undelivered, [/No such user/g]],
  [
    'an open question',
    { dueAt: null, waitsSince: at },
    {},
    [/waiting for the customer/gi, /on hold until they answer/g],
  ],
])('mentions %s only once outside its badge', async (...row) => {
  const [, changes, calls, known] = row;
  answerCalls({ 'GET /api/orders/o1/messages': () => (changes.waitsSince ? [unanswered] : []) });
  const server = fakeOrderServer(() => anOrder(changes));
  await openAdmin({ ...server, ...paid({}), ...calls }, { search: '?order=o1' });
  await expect.element(facts).toBeVisible();
  const text = () => {
    const body = orderDialog.element().cloneNode(true) as Element;
    for (const badge of body.querySelectorAll('dd .badge, option, details')) badge.remove();
    return body.textContent ?? '';
  };
  await expect.poll(() => known.map((fact) => text().match(fact)?.length ?? 0)).toEqual(known.map(() => 1));
});

test('shows the reading beside the facts, or below them on a phone', async () => {
  await page.viewport(1440, 900);
  await openOrder({ orderReading: async () => aReading() }, anOrder({ status: 'reading_uploaded' }));
  const reading = orderDialog.getByRole('region', { name: 'Reading', exact: true });
  await expect.element(reading).toBeVisible();
  await expect.element(toDo).not.toBeInTheDocument();
  expect(boxOf(facts).left).toBeGreaterThan(boxOf(reading).right);
  expect(boxOf(facts).top).toBeLessThan(boxOf(reading).top);
  await page.viewport(360, 900);
  await expect.poll(() => boxOf(reading).top).toBeGreaterThanOrEqual(boxOf(facts).bottom);
  await expectNoFlaws();
});

test('keeps messages on screen and reports when a refresh fails', async () => {
  const messagesOf = vi.fn(() => [asked]);
  answerCalls({ 'GET /api/orders/o1/messages': messagesOf });
  const { desk } = await openAdmin(
    fakeOrderServer(() => anOrder()),
    { search: '?order=o1' },
  );
  const messages = orderDialog.getByRole('region', { name: 'Messages' });
  await expect.element(messages).toMatchTextContent('Which city?');
  messagesOf.mockImplementation(() => {
    throw anApiError(503, 'unavailable', 'Not now.');
  });
  await desk.fetching.changed('orders/o1/messages');
  await expect.element(messages.getByRole('alert')).toMatchTextContent('Not now.');
  await expect.element(messages).toMatchTextContent('Which city?');
});

test('focuses the address field above when a mail has failed', async () => {
  await openOrder(undelivered);
  const field = toDo.getByRole('textbox', { name: 'New email address' });
  await expect.element(field).toHaveValue('ana@example.com');
  await button('Correct address').click();
  await expect.element(field).toHaveFocus();
  await field.fill('ana@home.example');
  await toDo.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(field).toHaveValue('ana@example.com');
  await expect.element(field).toHaveFocus();
});

test('opens the print dialog from Print order', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  await openOrder();
  await button('Print order').click();
  expect(print).toHaveBeenCalledOnce();
  print.mockRestore();
});
