import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { writeNow } from '../../../../db/client.ts';
import { orderLinks } from '../../../../db/schema.ts';
import {
  addPerson,
  buyThreeCards,
  linkTo,
  orderIn,
  placeOrder,
  sellThreeCards,
  sendPaymentEvent,
} from '../../../../tests/kit/builders.ts';
import { createTestApp, type TestApp } from '../../../../tests/kit/test-app.ts';
import { deleteOrder, restoreOrder } from '../../admin/delete-order.ts';
import { MailRejected } from '../../base/mailer.ts';
import { deleteExpiredLinks } from '../../orders/links-repository.ts';
import { approveReading, undoApproval } from '../../readings/review-reading.ts';
import { editReading, submitReading } from '../../readings/write-reading.ts';
import { readCustomerOrder } from './customer-order.ts';

const second = 1000;
const day = 86_400_000;
const linkPattern = /http:\/\/127\.0\.0\.1:4321\/order\/([\w-]{22})(?![\w-])/g;

function createShop() {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '60', BUSINESS_TIMEZONE: 'Europe/Berlin' } });
  const admin = addPerson(app, 'admin', 'admin');
  const open = (token: string) => readCustomerOrder(app.context, token);
  return { app, admin, open };
}

/** @returns the tokens in all mails that were sent, in their text parts */
function tokensIn(app: TestApp): string[] {
  return app.mailer.sent.flatMap(({ text }) =>
    [...text.matchAll(linkPattern)].map(([, token = '']) => token),
  );
}

test('links both mails to their order, each with its own link', async () => {
  const { app, admin, open } = createShop();
  const { orderNumber } = await orderIn(app, 'approved', admin);
  app.clock.advance(60 * second);
  await app.sendMail();
  const tokens = tokensIn(app);
  expect(new Set(tokens).size).toBe(2);
  for (const { html, text } of app.mailer.sent) {
    const inHtml = [...html.matchAll(linkPattern)].map(([, token]) => token);
    expect(new Set(inHtml)).toEqual(new Set([...text.matchAll(linkPattern)].map(([, token]) => token)));
  }
  for (const token of tokens) expect(open(token)?.orderNumber).toBe(orderNumber);
});

test('creates a 128-bit link and stores only its SHA-256', async () => {
  const { app, admin } = createShop();
  await orderIn(app, 'pending', admin);
  await app.sendMail();
  const [token = ''] = tokensIn(app);
  expect(Buffer.from(token, 'base64url')).toHaveLength(16);
  expect(app.db.select().from(orderLinks).all()).toMatchObject([
    { id: createHash('sha256').update(token).digest('hex') },
  ]);
  expect(app.db.$client.serialize().includes(token)).toBe(false);
});

test('opens nothing for a wrong link', async () => {
  const { app, admin, open } = createShop();
  const { orderId, orderNumber } = await orderIn(app, 'pending', admin);
  const token = linkTo(app, orderId);
  const swapped = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
  const hash = createHash('sha256').update(token).digest('hex');
  const wrong = ['', 'x', swapped, `${token}x`, token.slice(1), hash, orderId, orderNumber, '\u0000'];
  for (const attempt of [...wrong, '%', "' OR 1=1 --", 'x'.repeat(10_000)]) expect(open(attempt)).toBeNull();
  const unpaid = await placeOrder(app);
  expect(open(linkTo(app, unpaid.orderId))).toBeNull();
});

test('shows a deleted order as removed, and reopens a restored one', async () => {
  const { app, admin, open } = createShop();
  const { orderId } = await orderIn(app, 'pending', admin);
  const token = linkTo(app, orderId);
  await deleteOrder(app.context, admin, orderId);
  expect(open(token)).toMatchObject({ state: 'removed', due: null, reading: null, hasReceipt: true });
  await restoreOrder(app.context, admin, orderId);
  expect(open(token)).toMatchObject({ state: 'in_preparation' });
});

test('opens a link for half a year', async () => {
  const { app, admin, open } = createShop();
  const token = linkTo(app, (await orderIn(app, 'pending', admin)).orderId);
  app.clock.advance(183 * day - 1);
  expect(open(token)).not.toBeNull();
  app.clock.advance(1);
  expect(open(token)).toBeNull();
});

test('opens a link with characters added by a mail program', async () => {
  const { app, admin, open } = createShop();
  const { orderId, orderNumber } = await orderIn(app, 'pending', admin);
  const token = linkTo(app, orderId);
  const marks = ['.', ',', ')', '>', '"', '*', '…', ' ', '\n', '\r\n', '\u00a0', '\u200b'];
  for (const added of [...marks, '&utm_source=mail', '.\n\nBest,']) {
    expect([added, open(`${token}${added}`)?.orderNumber]).toEqual([added, orderNumber]);
    expect([added, open(`<${token}${added}`)?.orderNumber]).toEqual([added, orderNumber]);
    expect([added, open(`${token}A${added}`)]).toEqual([added, null]);
  }
});

test('deletes expired links and keeps the others', async () => {
  const { app, admin, open } = createShop();
  const { orderId } = await orderIn(app, 'pending', admin);
  linkTo(app, orderId);
  app.clock.advance(day);
  const young = linkTo(app, orderId);
  app.clock.advance(182 * day + 1);
  writeNow(app.db, (tx) => deleteExpiredLinks(tx, app.clock.now()));
  expect(app.db.select().from(orderLinks).all()).toHaveLength(1);
  expect(open(young)).not.toBeNull();
});

test('shows an order’s state, question, price and due day, but no background', async () => {
  const { app, open } = createShop();
  app.clock.advance(Date.parse('2026-11-21T10:00:00Z') - app.clock.now());
  const asked = { customQuestion: 'Should I leave the law firm?', backgroundContext: 'Eleven years.' };
  const { orderId, orderNumber } = await app.buy({ readingType: 'other', ...asked });
  expect(open(linkTo(app, orderId))).toEqual({
    ...{
      orderNumber,
      state: 'in_preparation',
      step: 'received',
      isReviewed: true,
      addresseeName: 'Maya',
      amount: '$60.00 USD',
    },
    ...{ question: 'Should I leave the law firm?', offerName: null, addOns: [], answers: [], followUps: [] },
    ...{ sentTo: 'm…@customers.example', isUndelivered: false, isMailed: false, hasReceipt: true },
    ...{ due: { day: expect.stringContaining('November 25'), isOver: false } },
    ...{ movedFrom: null, waitsSince: null },
    ...{ reading: null, signature: null, cards: [], written: null, unsent: null, hasSeveralForms: false },
    ...{ canWithdraw: false, withdrawnMoney: null, corrections: { can: 'elsewhere' } },
    thread: { messages: [], isAsked: false, answerBy: null, kept: null },
    feedback: { isAsked: false, given: null, names: { first_name: null, initials: null }, kept: null },
  });
});

test('calls a reading late from the day after its due day', async () => {
  const { app, open } = createShop();
  app.clock.advance(Date.parse('2026-11-21T10:00:00Z') - app.clock.now());
  const { orderId } = await app.buy();
  const isLate = () => open(linkTo(app, orderId))?.due?.isOver;
  app.clock.advance(Date.parse('2026-11-25T22:59:00Z') - app.clock.now());
  expect(isLate()).toBe(false);
  app.clock.advance(60 * second);
  expect(isLate()).toBe(true);
});

test('page and mail name the offer, its add-ons and the answers', async () => {
  const { app, open } = createShop();
  sellThreeCards(app);
  const { orderId } = await buyThreeCards(app);
  expect(open(linkTo(app, orderId))).toMatchObject({
    ...{ question: 'Three cards', offerName: 'Three cards', addOns: ['Rush'] },
    answers: [{ label: 'What is it about?', text: 'My job.\nAnd my city.' }],
  });
  await app.sendMail();
  const [mail] = app.mailer.sent;
  expect(mail?.text).toMatch(/Reading: Three cards\nAdd-ons: Rush\n.*Delivery in 1 business day\./s);
  expect(mail?.text).toContain('What is it about?\nMy job.\nAnd my city.\n\nName for the reading\nMaya\n');
});

test('shows no review of a reading that one person writes and sends', async () => {
  const { app, admin, open } = createShop();
  const reviewed = await orderIn(app, 'approved', admin);
  app.db.$client.exec('UPDATE users SET writes = 1');
  const { orderId } = await orderIn(app, 'pending', admin);
  const page = () => open(linkTo(app, orderId));
  expect(page()).toMatchObject({ step: 'received', isReviewed: false });
  await submitReading(app.context, admin, { orderId, content: 'Stars.', internalNotes: null, send: true });
  expect(page()).toMatchObject({ step: 'writing', isReviewed: false });
  app.clock.advance(61 * second);
  addPerson(app, 'rita', 'reader');
  expect(page()).toMatchObject({ step: 'sent', isReviewed: false });
  expect(open(linkTo(app, reviewed.orderId))).toMatchObject({ step: 'sent', isReviewed: true });
  const next = await orderIn(app, 'pending', admin);
  expect(open(linkTo(app, next.orderId))).toMatchObject({ isReviewed: true });
});

test('shows a reading’s progress, but none of its text', async () => {
  const { app, admin, open } = createShop();
  for (const [status, step] of [
    ['pending', 'received'],
    ['reading_uploaded', 'review'],
    ['rejected', 'writing'],
  ] as const) {
    const { orderId } = await orderIn(app, status, admin);
    expect(open(linkTo(app, orderId))).toMatchObject({ state: 'in_preparation', step, reading: null });
    expect(JSON.stringify(open(linkTo(app, orderId)))).not.toContain('The Star');
  }
});

test('shows the reading and cards only after the undo time has passed', async () => {
  const { app, admin, open } = createShop();
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', admin);
  const cards = [{ card: 'the-star', isReversed: true, position: 'Past' }];
  await editReading(app.context, admin, readingId, { cards });
  await approveReading(app.context, admin, readingId);
  const token = linkTo(app, orderId);
  const hidden = { state: 'in_preparation', reading: null, cards: [] };
  await undoApproval(app.context, admin, readingId);
  app.clock.advance(3600 * second);
  expect(open(token)).toMatchObject(hidden);
  await approveReading(app.context, admin, readingId);
  app.clock.advance(60 * second - 1);
  expect(open(token)).toMatchObject(hidden);
  app.clock.advance(1);
  const shown = { state: 'delivered', reading: 'The Star speaks of patience.', cards, due: null };
  expect(open(token)).toMatchObject(shown);
  await app.sendMail();
  expect(open(token)).toMatchObject(shown);
});

test.each([true, false])(
  'shows the reading after a refused mail, and says if for good: %s',
  async (isPermanent) => {
    const { app, admin, open } = createShop();
    const { orderId } = await orderIn(app, 'approved', admin);
    app.clock.advance(60 * second);
    app.mailer.failWith(new MailRejected('refused', { isPermanent }));
    await app.sendMail();
    const shown = { state: 'delivered', isUndelivered: isPermanent, isMailed: false };
    expect(open(linkTo(app, orderId))).toMatchObject(shown);
  },
);

test('shows a delivered reading after a refund', async () => {
  const { app, admin, open } = createShop();
  const { orderId, paymentIntentId } = await orderIn(app, 'approved', admin);
  app.clock.advance(60 * second);
  await app.sendMail();
  app.payments.change(paymentIntentId, { refundedMinor: 6000 });
  await sendPaymentEvent(app, paymentIntentId);
  expect(open(linkTo(app, orderId))).toMatchObject({ state: 'delivered' });
});

test('shows how much of the amount was refunded', async () => {
  const { app, admin, open } = createShop();
  const { orderId } = await orderIn(app, 'approved', admin);
  app.db.$client.prepare('UPDATE orders SET refunded_minor = 2000 WHERE id = ?').run(orderId);
  expect(open(linkTo(app, orderId))?.amount).toBe('$60.00 USD, $20.00 refunded');
});

test('shows held and refunded orders as such, without a due day', async () => {
  const { app, admin, open } = createShop();
  const { orderId } = await orderIn(app, 'reading_uploaded', admin);
  for (const [status, state] of [
    ['review', 'on_hold'],
    ['disputed', 'on_hold'],
    ['refunded', 'refunded'],
    ['partially_refunded', 'in_preparation'],
  ] as const) {
    app.db.$client.prepare('UPDATE orders SET payment_status = ? WHERE id = ?').run(status, orderId);
    const page = open(linkTo(app, orderId));
    expect([status, page?.state, page?.reading]).toEqual([status, state, null]);
    expect(page?.due === null).toBe(state !== 'in_preparation');
  }
});
