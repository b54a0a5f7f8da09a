import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { fakeReaderServer } from '../../../tests/kit/components/fake-reader-server.ts';
import { fakeShop } from '../../../tests/kit/components/fake-shop.ts';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { aDispute, aPayment, aRefund } from '../../../tests/kit/components/money.ts';
import { fakeOrderServer, openOrder, orderDialog } from '../../../tests/kit/components/open-order.ts';
import { broken, failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { threeCards } from '../../../tests/kit/standard-purchase.ts';
import { anApiError } from '../../lib/store-testing.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { aMail, anEvent, anOrder, aReading } from '../desk/desk-testing.ts';
import type { NewReading, StaffApi } from '../desk/staff-api.ts';

/* The dialog of one order: its facts, who has it, what is written for it, and its history. */

const button = (name: string) => orderDialog.getByRole('button', { name, exact: true });
const facts = orderDialog.getByRole('region', { name: 'Facts' });
const toDo = orderDialog.getByRole('region', { name: 'What needs doing' });
const question = orderDialog.getByRole('heading', { name: 'Question' });
const content = orderDialog.getByLabelText('Reading content');
const notes = orderDialog.getByLabelText(/^Internal notes/);
const assignee = facts.getByRole('combobox', { name: 'Assigned reader' });
const unsaved = orderDialog.getByRole('region', { name: 'Your unsaved text' });
const hasFocusIn = () => orderDialog.element().contains(document.activeElement);

test('shows all facts of an order', async () => {
  const customQuestion = 'Should I open a bakery?';
  const backgroundContext = 'Nine years of accounting.\nI bake at night.';
  await openOrder(
    {},
    anOrder({ readingType: 'other', customQuestion, backgroundContext, refundedAmount: 20 }),
  );
  for (const fact of [
    'StatusPending',
    'Payment statusPaid',
    'Amount$60.00, $20.00 refunded',
    'Customer nameAna Lima',
    'Customer emailana@example.com',
    'Name in the readingAna',
    'Reading typeOwn question',
    'Order dateNov 16, 2026',
    'Due dateThu, Nov 19, 2026, 4:00 AM Late by',
  ]) {
    await expect.element(facts).toMatchTextContent(fact);
  }
  await expect.element(assignee).toHaveDisplayValue('reader1');
  await expect.element(orderDialog.getByText(customQuestion)).toBeVisible();
  await expect.element(orderDialog.getByText('I bake at night.')).toBeVisible();
  await expectNoFlaws();
});

test('shows an offer’s name, add-ons, and only the answers given', async () => {
  await openOrder({}, anOrder({ ...threeCards, readingType: 'other' }));
  await expect.element(facts).toMatchTextContent('OfferThree cardsAdd-onsRush ($20.00)');
  await expect.element(facts).not.toMatchTextContent('Reading type');
  for (const [label, text] of [
    ['Which area?', 'Work'],
    ['What happened so far?', 'Then I left.'],
    ['Your birth date', 'May 4, 1993'],
    ['Do you read the cards yourself?', 'No'],
  ] as const) {
    await expect.element(orderDialog).toMatchTextContent(label);
    await expect.element(orderDialog.getByText(text, { exact: true })).toBeVisible();
  }
  for (const label of ['Who else is part of it?', 'Years in this job']) {
    await expect.element(orderDialog).not.toMatchTextContent(label);
  }
  await expectNoFlaws();
});

test.each<[string, Partial<Order>, RegExp]>([
  ['a standard one', {}, /^I don.t know what to do with my life/],
  ['empty', { readingType: 'other' }, /^No question specified$/],
])('shows the question when it is %s, and no empty background', async (_, order, says) => {
  await openOrder({}, anOrder(order));
  await expect.element(orderDialog.getByText(says)).toBeVisible();
  await expect.element(orderDialog.getByText('Background information')).not.toBeInTheDocument();
});

test('returns to the order’s row on Escape, Close, and Back', async () => {
  const { addressBar } = await openOrder({}, anOrder(), '');
  const row = page.getByRole('button', { name: 'CT-7K3M9Q', exact: true });
  for (const leave of [
    () => userEvent.keyboard('{Escape}'),
    () => button('Close').click(),
    async () => addressBar.back(),
  ]) {
    await row.click();
    await expect.element(facts).toBeVisible();
    expect(addressBar.read()).toBe('?order=o1');
    await leave();
    await expect.element(orderDialog).not.toBeInTheDocument();
    await expect.element(row).toHaveFocus();
    expect(addressBar.read()).toBe('');
  }
});

test('reports a missing order and leads back to the list', async () => {
  await openAdmin(
    { order: () => Promise.reject(anApiError(404, 'order_not_found', 'There is no such order.')) },
    { search: '?order=nobodys' },
  );
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('There is no such order.');
  await expect.element(dialog.getByRole('region', { name: 'Facts' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('prints the order', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  await openOrder();
  await button('Print order').click();
  expect(print).toHaveBeenCalledOnce();
  print.mockRestore();
});

test('submits the reading of a pending order and keeps it on failure', async () => {
  const sent: NewReading[] = [];
  let internalNotes: string | null = null;
  let order = anOrder();
  await openOrder(
    {
      orderReading: async () => aReading({ content: sent[0]?.content ?? '', internalNotes }),
      internalNotes: async () => ({ internalNotes }),
      async saveNotes(_id, given) {
        internalNotes = given.internalNotes;
        return { internalNotes };
      },
      submitReading: failOnce(async (reading) => {
        sent.push(reading);
        order = anOrder({ status: 'reading_uploaded' });
        return aReading();
      }),
    },
    () => order,
  );
  const upload = button('Upload Reading');
  await expect.element(upload).toBeDisabled();
  await expect.element(orderDialog.getByText('0 characters · 0 words')).toBeVisible();
  await content.fill(' \n ');
  await expect.element(upload).toBeDisabled();
  await content.fill('The Star speaks.');
  await expect.element(orderDialog.getByText('16 characters · 3 words · very short')).toBeVisible();
  await notes.fill('A careful one.');
  // It moves the button once more.
  await expect.element(orderDialog.getByText(/^Saved at/)).toBeVisible();
  await upload.click();
  await expectRefused('Upload Failed', 'Failed to upload reading');
  await expect.element(content).toHaveValue('The Star speaks.');
  await expect.element(notes).toHaveValue('A careful one.');

  await upload.click();
  await expectDone('Reading Uploaded', 'The reading for CT-7K3M9Q is waiting for approval.');
  await expect.element(facts).toMatchTextContent('StatusUnder Review');
  await expect.element(orderDialog.getByText('Pending Review')).toBeVisible();
  await expect.element(orderDialog.getByText('The Star speaks.')).toBeVisible();
  await expect.element(orderDialog.getByText('A careful one.')).toBeVisible();
  await expect.poll(hasFocusIn).toBe(true);
  expect(sent).toEqual([{ orderId: 'o1', content: 'The Star speaks.', internalNotes: 'A careful one.' }]);
});

test('gives an admin the reader’s tools and keeps a closed draft', async () => {
  const server = fakeReaderServer();
  await openOrder(server);
  await content.fill('The Star speaks.');
  await expect.element(orderDialog.getByText(/^Saved /)).toBeVisible();
  await button('Close').click();
  await expect.element(orderDialog).not.toBeInTheDocument();
  await expect.poll(() => server.draft('o1')).toMatchObject({ content: 'The Star speaks.' });
  await page.getByRole('button', { name: 'CT-7K3M9Q', exact: true }).click();
  await expect.element(content).toHaveValue('The Star speaks.');
  await button('Preview').click();
  const preview = page.getByRole('dialog', { name: 'Preview for CT-7K3M9Q' });
  await expect.element(preview.getByTitle('Preview of the email')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(preview).not.toBeInTheDocument();
  await expect.element(button('Choose cards')).toBeVisible();
  await expect.element(orderDialog.getByRole('button', { name: /^Snippets/ })).toBeVisible();
  await expectNoFlaws();
  await content.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expectDone('Reading Uploaded', 'The reading for CT-7K3M9Q is waiting for approval.');
});

/** A reading is uploaded, and meanwhile the order has changed. */
async function uploadTooLate(become: Order, words: string) {
  let order = anOrder();
  await openOrder(
    {
      ...fakeReaderServer(),
      orderReading: async () => aReading({ content: 'The Sun.' }),
      async submitReading() {
        order = become;
        throw anApiError(409, 'order_conflict', words);
      },
    },
    () => order,
  );
  await content.fill('An hour of writing.');
  // The line of the saved draft moves the button down.
  await expect.element(orderDialog.getByText(/^Saved at/)).toBeVisible();
  await button('Upload Reading').click();
  await expectRefused('Upload Failed', words);
  await expect.element(unsaved.getByRole('textbox')).toHaveValue('An hour of writing.');
}

test('keeps the text when another session submitted a reading first', async () => {
  await uploadTooLate(anOrder({ status: 'reading_uploaded' }), 'A reading was submitted in the meantime.');
  await expect.element(unsaved).toMatchTextContent('Another session submitted a reading for this order');
  await expect.element(orderDialog.getByText('The Sun.')).toBeVisible();
  await expectNoFlaws();
  await button('Edit the reading with it').click();
  await expect.element(content).toHaveValue('An hour of writing.');
  await expect.element(unsaved).not.toBeInTheDocument();
});

test('keeps the text of a refunded order until it is discarded', async () => {
  await uploadTooLate(anOrder({ paymentStatus: 'refunded' }), 'This order cannot be worked on.');
  await expect.element(unsaved).toMatchTextContent('No reading is needed.');
  await expect.element(facts).toMatchTextContent('Assigned readerreader1');
  await button('Discard it').click();
  await expect.element(unsaved).not.toBeInTheDocument();
  await expect.element(orderDialog).not.toMatchTextContent('No reading is needed.');
  await expect.element(button('Upload Reading')).not.toBeInTheDocument();
});

test('assigns an order to another reader, or to none', async () => {
  let order = anOrder();
  let answer: StaffApi['assignOrder'] = broken;
  await openOrder({ assignOrder: (...given) => answer(...given) }, () => order);
  await expect.element(button('Reassign')).toBeDisabled();
  await assignee.selectOptions('reader2');
  await button('Reassign').click();
  await expectRefused('Update Failed', 'Failed to reassign order');
  await expect.element(assignee).toHaveDisplayValue('reader2');

  answer = async (_, id) => {
    order = anOrder({ assignedReader: id === null ? null : { id, username: 'reader2' } });
    return order;
  };
  await button('Reassign').click();
  await expectDone('Order Reassigned', 'CT-7K3M9Q is now with reader2.');
  await expect.element(button('Reassign')).toBeDisabled();
  await assignee.selectOptions('Unassigned');
  await button('Reassign').click();
  await expectDone('Order Reassigned', 'CT-7K3M9Q is unassigned now.');
  await expect.element(button('Assign')).toBeDisabled();
});

test('folds the history, which lists who did what and when', async () => {
  await openOrder({
    orderEvents: async () => [
      anEvent('order_placed', 'customer', {}, 1),
      anEvent('reading_submitted', 'reader1', { revision: 1 }, 2),
    ],
  });
  await orderDialog.getByText('History (2)').click();
  const lines = orderDialog.getByRole('group').filter({ hasText: 'History' }).getByRole('listitem');
  await expect.element(lines.first()).toMatchTextContent('Order placed · customer');
  await expect.element(lines.last()).toMatchTextContent('Reading submitted · reader1 (version 1)');
  await expect.element(lines.last()).toMatchTextContent('Nov 17, 2026');
});

const boxOf = (part: typeof facts) => part.element().getBoundingClientRect();

const failed = aMail({ state: 'failed', movesAlong: true, sentAt: null, lastError: '550 No such user here' });
const at = '2026-11-17T09:00:00.000Z';
const withdrawn = {
  words: 'I withdraw.',
  statedAt: at,
  settledAt: null,
  settledBy: null,
  liftedAt: null,
  liftedBy: null,
};
const nothingSaid = { feedback: null, withdrawals: [], consent: null };
const decided = anEvent('payment_review', 'stripe', {
  problem: 'amount',
  amountMinor: 5_000,
  currency: 'usd',
});
const warning = { id: 'w1', kind: 'review', reason: 'rule', isOpen: true, createdAt: at } as const;

test.each<[string, Partial<Order>, Partial<StaffApi>, said: object, words: string, press: string]>([
  [
    'a mail that failed',
    {},
    { orderMails: async () => [failed] },
    {},
    'Order confirmation could not be delivered to ana@example.com',
    'Save & resend: Order confirmation',
  ],
  [
    'a dispute with its day',
    { dispute: 'open', paymentStatus: 'disputed' },
    { orderPayment: async () => aPayment({ disputes: [aDispute()] }) },
    {},
    'Answer by Wednesday, Nov 25',
    'Evidence for the bank',
  ],
  [
    'a payment to review',
    { paymentStatus: 'review' },
    { orderEvents: async () => [decided] },
    {},
    'which costs $60.00.',
    'Accept payment',
  ],
  [
    'a hold',
    { hold: 'review' },
    { orderPayment: async () => aPayment({ warnings: [warning] }) },
    {},
    'resume the order here.',
    'Resume order',
  ],
  [
    'a withdrawal',
    { hold: 'withdrawal' },
    { orderPayment: async () => aPayment() },
    { withdrawals: [withdrawn] },
    'Refund it within 14 days.',
    'Refund the customer…',
  ],
])('%s appears above the reading and the facts, with its buttons', async (...row) => {
  const [, changes, calls, said, words, press] = row;
  await openOrder({ aftercare: async () => ({ ...nothingSaid, ...said }), ...calls }, anOrder(changes));
  await expect.element(toDo).toMatchTextContent(words);
  const pressed = [...toDo.element().querySelectorAll('button, a')].map(({ textContent }) => textContent);
  expect(pressed).toContain(press);
  for (const width of [360, 1440]) {
    await page.viewport(width, 900);
    for (const part of [question, facts])
      await expect.poll(() => boxOf(part).top).toBeGreaterThanOrEqual(boxOf(toDo).bottom);
  }
  await expectNoFlaws();
});

const paid = (known: Parameters<typeof aPayment>[0]) => ({ orderPayment: async () => aPayment(known) });
const fraud = { ...warning, kind: 'early_fraud_warning', reason: 'made_with_stolen_card' } as const;
const asked = {
  id: 'q1',
  from: 'shop',
  author: 'admin',
  kind: 'question',
  text: 'Which city?',
  createdAt: at,
};
const unanswered = { ...asked, open: { canBeClosed: true, remindedAt: null, answerBy: null } };
const latest = {
  dueDay: '2026-11-19',
  offeredDay: '2026-11-23',
  firstDay: '2026-11-20',
  lastDay: '2027-11-19',
};

test.each<[string, Partial<Order>, Partial<StaffApi>, facts: RegExp[]]>([
  [
    'a withdrawal',
    { hold: 'withdrawal' },
    { aftercare: async () => ({ ...nothingSaid, withdrawals: [withdrawn] }) },
    [/withdrew|withdrawn/gi, /refund the customer/gi],
  ],
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
  [
    'a payment to check',
    { paymentStatus: 'review' },
    { orderEvents: async () => [decided] },
    [/Check the payment first/g],
  ],
  [
    'a late reading',
    {},
    { newDay: async () => ({ ...latest, closedDays: [], isLate: true }) },
    [/Nov(ember)? 19/g, /is late/g],
  ],
  ['a failed mail', {}, { orderMails: async () => [failed] }, [/No such user/g]],
  [
    'an open question',
    { dueAt: null, waitsSince: at },
    {},
    [/waiting for the customer/gi, /waits for the answer/g],
  ],
])('mentions %s once besides its badge', async (...row) => {
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

test('names a withdrawal once, with one button to refund it', async () => {
  const aftercare = async () => ({ ...nothingSaid, withdrawals: [withdrawn] });
  await openOrder({ aftercare }, anOrder({ hold: 'withdrawal' }));
  await expect.element(button('Refund the customer…')).toBeVisible();
  expect(orderDialog.element().textContent?.match(/withdrew|withdrawn/gi)).toEqual(['withdrew']);
  expect(orderDialog.getByRole('button', { name: /^Refund/ }).elements()).toHaveLength(1);
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
  let isDown = false;
  answerCalls({
    'GET /api/orders/o1/messages': () => {
      if (isDown) throw anApiError(503, 'unavailable', 'Not now.');
      return [asked];
    },
  });
  const { desk } = await openAdmin(
    fakeOrderServer(() => anOrder()),
    { search: '?order=o1' },
  );
  const messages = orderDialog.getByRole('region', { name: 'Messages' });
  await expect.element(messages).toMatchTextContent('Which city?');
  isDown = true;
  await desk.fetching.changed('orders/o1/messages');
  await expect.element(messages.getByRole('alert')).toMatchTextContent('Not now.');
  await expect.element(messages).toMatchTextContent('Which city?');
});

test('focuses the address field above when a mail has failed', async () => {
  await openOrder({ orderMails: async () => [failed] });
  const field = toDo.getByRole('textbox', { name: 'New email address' });
  await expect.element(field).toHaveValue('ana@example.com');
  await button('Correct address').click();
  await expect.element(field).toHaveFocus();
  await field.fill('ana@home.example');
  await toDo.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(field).toHaveValue('ana@example.com');
  await expect.element(field).toHaveFocus();
});

const anyDialog = page.getByRole('dialog');

/** Opens an unassigned order that the system may assign, until an admin keeps it. */
async function openUnassigned() {
  const given: unknown[] = [];
  const events = [
    { id: 1, type: 'assigned', actor: 'system', data: {}, createdAt: '2026-11-16T09:00:00.000Z' },
  ];
  const shop = fakeShop([anOrder({ assignedReader: null })]);
  await page.viewport(1440, 900);
  await openAdmin(
    {
      ...shop,
      orderEvents: async () => [...events],
      async assignOrder(id, readerId) {
        given.push(readerId);
        events.push({ ...events[0], id: 2, actor: 'admin' } as (typeof events)[0]);
        return shop.assignOrder(id, readerId);
      },
    },
    { search: '?order=o1' },
  );
  await expect.element(anyDialog).toMatchTextContent('It goes to the first reader who is free.');
  return given;
}

test('keeps an unassigned order for the admins', async () => {
  await openUnassigned();
  await anyDialog.getByRole('button', { name: 'Keep it', exact: true }).click();
  await expectDone('Order Kept', 'CT-7K3M9Q is unassigned until you assign it.');
  await expect.element(anyDialog).toMatchTextContent('It stays unassigned until an admin assigns it.');
});
