import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { fakeOrderServer, orderDialog } from '../../../tests/kit/components/open-order.ts';
import { anApiError } from '../../lib/store-testing.ts';
import type { Message, NewMessage } from '../../shared/orders/messages.ts';
import { anOrder } from '../desk/desk-testing.ts';

const at = '2026-11-17T09:00:00.000Z';
const thread = orderDialog.getByRole('log', { name: 'Conversation with the customer' });
const box = orderDialog.getByLabelText('Your message');
const button = (name: string | RegExp) => orderDialog.getByRole('button', { name });

const problem: Message = {
  ...{ id: 'm1', from: 'customer', author: 'Ana Lima', kind: 'problem', createdAt: at },
  text: 'The <b>name</b> is wrong.',
  open: { canBeClosed: true, remindedAt: null, answerBy: at },
};

/** Opens an order with these messages. @returns what was sent */
async function open(messages: Message[], refuse = () => false) {
  const sent: NewMessage[] = [];
  answerCalls({
    'GET /api/orders/o1/messages': () => messages,
    'POST /api/orders/o1/messages'(body) {
      if (refuse()) throw anApiError(503, 'unavailable', 'Not now.');
      const { text, kind = 'message', from = 'shop' } = body as NewMessage;
      sent.push(body as NewMessage);
      const settled = messages.map(({ open: _, ...message }) => message);
      messages = [...settled, { id: String(sent.length), from, author: 'admin', kind, text, createdAt: at }];
      return messages;
    },
    'PUT /api/messages/m1/close'() {
      messages = messages.map(({ open: _, ...message }) => ({ ...message, closedAt: at }));
      return messages;
    },
    'GET /api/snippets': () => [
      { id: 's1', title: 'Sorry', text: 'Sorry, {name}!', isShared: true, mayChange: false },
    ],
  });
  await openAdmin(
    fakeOrderServer(() => anOrder()),
    { search: '?order=o1' },
  );
  return { sent };
}

test.each([360, 1440])('closes the customer’s message with a reply at %i pixels', async (width) => {
  await page.viewport(width, 900);
  const { sent } = await open([problem]);
  await expect.element(thread).toMatchTextContent('Ana Lima reported a problem');
  await expect.element(thread).toMatchTextContent('The <b>name</b> is wrong.');
  await expect.element(thread).toMatchTextContent('The customer was promised an answer by');
  await button('Reply').click();
  await expect.element(box).toHaveFocus();
  await expectNoFlaws();
  await box.fill('We have corrected it.');
  await button(/^Send/).click();
  await expect.element(thread).toMatchTextContent('admin wrote');
  await expect.element(box).toHaveValue('');
  await expect.element(button('Reply')).not.toBeInTheDocument();
  expect(sent).toEqual([{ text: 'We have corrected it.', seen: 'm1' }]);
});

test('marks a message as done without a reply', async () => {
  await open([problem]);
  await button('Mark as done').click();
  await expect.element(thread).toMatchTextContent('Marked as done Nov 17, 2026');
  await expect.element(button('Mark as done')).not.toBeInTheDocument();
});

test('asks the customer a question, and adds their answer from an email', async () => {
  const { sent } = await open([]);
  await orderDialog.getByText('Write to the customer').click();
  await box.fill('Which city?');
  await orderDialog.getByLabelText('This is a question: put the due date on hold until they answer').click();
  await button(/^Ask the customer/).click();
  await expect.element(thread).toMatchTextContent('admin asked');
  await orderDialog.getByLabelText(/^Add their email instead/).click();
  await orderDialog.getByLabelText('What the customer wrote').fill('Lisbon.');
  await button(/^Add their email/).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent).toEqual([
    { text: 'Which city?', kind: 'question' },
    { text: 'Lisbon.', from: 'customer', seen: '1' },
  ]);
});

test('keeps a message that could not be sent', async () => {
  await open([problem], () => true);
  await button(/^Send/).click();
  await expect.element(orderDialog.getByRole('alert')).toMatchTextContent('The message is empty.');
  await box.fill('We have corrected it.');
  await button(/^Send/).click();
  await expect.element(page.getByText('Not now.')).toBeVisible();
  await expect.element(box).toHaveValue('We have corrected it.');
});

test('inserts a snippet with the customer’s name into the message', async () => {
  await open([problem]);
  await box.fill('Dear Ana. ');
  await button('Snippets').click();
  await expect.element(page.getByRole('combobox', { name: 'Find a snippet' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(box).toHaveValue('Dear Ana. Sorry, Ana!');
});

test('labels a refused email, a closed question, and a copied email', async () => {
  const asked: Message = { ...problem, id: 'q1', from: 'shop', author: 'rita', kind: 'question' };
  const { open: _, ...settled } = asked;
  await open([
    { ...settled, isUndelivered: true },
    { ...settled, id: 'q2', closedAt: at },
    { ...settled, id: 'a1', from: 'customer', kind: 'answer', author: 'Ana Lima', addedBy: 'boss' },
    { ...asked, id: 'q3', open: { canBeClosed: false, remindedAt: at, answerBy: null } },
  ]);
  for (const words of [
    'This message didn’t reach the customer: the mail server refused the email.',
    'Closed without an answer Nov 17, 2026',
    'Ana Lima answered',
    'Added from an email by boss',
    'The due date is on hold until they answer. Reminded Nov 17, 2026',
  ])
    await expect.element(thread).toMatchTextContent(words);
  await expect.element(button('Continue without an answer')).not.toBeInTheDocument();
  await expect.element(orderDialog.getByLabelText(/^A question/)).not.toBeInTheDocument();
});
