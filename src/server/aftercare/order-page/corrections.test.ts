import { expect, test } from 'vitest';
import {
  addSignedIn,
  linesOf,
  linkTo,
  storedMail,
  storedOrder,
  timelineOf,
} from '../../../../tests/kit/builders.ts';
import { failCommitsOf } from '../../../../tests/kit/failing-commits.ts';
import { createTestApp, type TestApp } from '../../../../tests/kit/test-app.ts';
import { deleteOrder } from '../../admin/delete-order.ts';
import { findLink } from '../../orders/order-links.ts';
import { readCustomerOrder } from './customer-order.ts';
import { readThanks } from './read-thanks.ts';

const wrong = 'maya@customers.example';
const right = 'maya.lindqvist@customers.example';
const background = 'I have been an accountant for nine years.';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

type What = 'address' | 'background';
type Bought = Awaited<ReturnType<TestApp['buy']>>;

/** What the browser has that bought an order: its cookie, and by that a link of its own. */
function buyerOf(app: TestApp, { customer, orderNumber }: Pick<Bought, 'customer' | 'orderNumber'>) {
  const cookie = customer.cookies.get('checkout') ?? null;
  const token = readThanks(app.context, cookie, orderNumber)?.orderPath.split('/').at(-1) ?? '';
  return { cookie, token };
}

async function createShop(env: Record<string, string> = {}) {
  const app = createTestApp({ env });
  const rita = await addSignedIn(app, 'rita', 'reader');
  const admin = await addSignedIn(app, 'boss', 'admin');
  const bought = await app.buy({ backgroundContext: background });
  await app.sendMail();
  const { cookie, token } = buyerOf(app, bought);
  const mailed = linkTo(app, bought.orderId);
  /** Sends a form of the page, as a browser without scripts does. */
  const send = (what: What, text: string, link = token, headers: Record<string, string> = {}) =>
    app
      .visitor({ ...form, ...headers })
      .post(`/api/order-links/${link}/${what}`, new URLSearchParams({ text }).toString());
  return {
    ...bought,
    ...{ app, rita, admin, cookie, token, mailed, send },
    page: (link = token, from: string | null = null) =>
      readCustomerOrder(app.context, link, { cookie: from }),
    order: () => storedOrder(app, bought.orderId),
    sentTo: () => app.mailer.sent.map(({ to }) => to.address),
    beginToWrite: () => rita.put(`/api/orders/${bought.orderId}/draft`, { content: 'The', version: 0 }),
  };
}

const here = { can: 'here' };
const elsewhere = { can: 'elsewhere' };

test('resends the confirmation when the buyer corrects the address', async () => {
  const { app, orderId, token, mailed, send, page, order, sentTo } = await createShop();
  expect(page()?.corrections).toMatchObject({ ...here, token, email: wrong, background });
  const sent = await send('address', ` ${right} `);
  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    `/order/${token}?corrected=address#corrections`,
  ]);
  await app.sendMail();
  expect(order().customerEmail).toBe(right);
  expect(sentTo()).toEqual([wrong, right]);
  const confirmation = { kind: 'order_confirmation' };
  expect(storedMail(app, orderId)).toMatchObject([confirmation, confirmation]);
  const corrections = { ...here, email: right, kept: { address: null } };
  expect(page()).toMatchObject({ sentTo: 'm…@customers.example', corrections });
  expect(findLink(app.context, mailed)).toBeNull();
});

test('locks a mistaken recipient out once the address is corrected', async () => {
  const { app, orderId, orderNumber, send, page } = await createShop();
  const lastLink = () => /\/order\/([\w-]{22})/.exec(app.mailer.sent.at(-1)?.text ?? '')?.[1];
  const stray = lastLink();
  expect(page(stray)?.corrections).toEqual(elsewhere);
  await send('address', 'stranger@elsewhere.example', stray);
  await send('background', 'Something else', stray);
  expect(storedOrder(app, orderId)).toMatchObject({ customerEmail: wrong, backgroundContext: background });
  await send('address', right);
  await app.sendMail();
  expect(page(stray)).toBeNull();
  await send('address', 'stranger@elsewhere.example', stray);
  expect(storedOrder(app, orderId).customerEmail).toBe(right);
  // The new link shows the page, and corrects no more than the old one did.
  expect(page(lastLink())).toMatchObject({ orderNumber, corrections: elsewhere });
});

test('allows corrections by mailed link only in the buyer’s browser', async () => {
  const { app, cookie, token, mailed, page } = await createShop();
  const shown = JSON.stringify(page(mailed));
  for (const secret of [wrong, background]) expect(shown).not.toContain(secret);
  const other = await app.buy({ customerEmail: 'thandi@customers.example' });
  expect(page(mailed)?.written).toBeNull();
  expect(page(mailed, cookie)).toMatchObject({
    corrections: { ...here, token },
    written: { addresseeName: 'Maya', background },
  });
  for (const from of [null, '', 'x', `${cookie}x`, buyerOf(app, other).cookie, `x.${other.orderId}`]) {
    expect([from, page(mailed, from)?.corrections]).toEqual([from, elsewhere]);
  }
});

test('stores the buyer’s link only as a hash, and for one order', async () => {
  const { app, token, orderNumber } = await createShop();
  expect(app.db.$client.serialize().includes(token)).toBe(false);
  const theirs = buyerOf(app, await app.buy({ customerEmail: 'thandi@customers.example' }));
  expect(theirs.token).not.toBe(token);
  expect(readThanks(app.context, theirs.cookie, orderNumber)).toBeNull();
});

test('corrects the background for the reader and records it', async () => {
  const { app, rita, orderId, send, page, order } = await createShop();
  await send('background', 'Ten years.\r\nNot nine.');
  expect(order().backgroundContext).toBe('Ten years.\nNot nine.');
  expect(page()?.corrections).toMatchObject({ background: 'Ten years.\nNot nine.' });
  const read = [{ backgroundContext: 'Ten years.\nNot nine.' }];
  expect((await rita.get('/api/reader/orders')).body).toMatchObject(read);
  // As after a double click.
  await send('background', 'Ten years.\r\nNot nine.');
  const lines = linesOf(app, orderId, 'background_corrected');
  expect(lines).toMatchObject([{ actor: 'customer' }]);
  expect(JSON.stringify(lines)).not.toContain('Ten years');
  await send('background', ' ');
  expect(order().backgroundContext).toBeNull();
});

test('refuses corrections once writing begins and keeps what was typed', async () => {
  const { app, orderId, send, page, order, sentTo, beginToWrite } = await createShop();
  expect((await beginToWrite()).status).toBe(200);
  expect(page()?.corrections).toMatchObject({ can: 'too late', kept: { address: null, background: null } });
  const mistyped = 'maya@gmial.com';
  const sent = await send('address', mistyped);
  expect(sent.headers.get('location')).toMatch(/^\/order\/[\w-]{22}#address$/);
  await send('background', 'Ten years.');
  await app.sendMail();
  expect(order()).toMatchObject({ customerEmail: wrong, backgroundContext: background });
  expect(sentTo()).toEqual([wrong]);
  expect(timelineOf(app, orderId)).not.toContain('address_corrected');
  const problem = expect.stringContaining('started writing');
  expect(page()?.corrections).toMatchObject({
    can: 'too late',
    kept: { address: { text: mistyped, problem }, background: { text: 'Ten years.', problem } },
  });
});

test('refuses corrections after a reading is submitted', async () => {
  const { app, rita, admin, orderId, send, page, order } = await createShop();
  const submit = () => rita.post<{ id: string }>('/api/readings', { orderId, content: 'The Star.' });
  const { id } = (await submit()).body;
  const judge = (verb: string) => admin.put(`/api/readings/${id}/${verb}`);
  for (const step of [() => undefined, () => judge('reject'), submit, () => judge('approve')]) {
    await step();
    expect(page()?.corrections).toMatchObject({ can: 'too late' });
    await send('address', right);
    expect(order().customerEmail).toBe(wrong);
  }
  // What was typed is forgotten by then.
  app.clock.advance(86_400_000);
  await app.sendMail();
  expect(page()).toMatchObject({ state: 'delivered', corrections: null });
});

test('refuses corrections to a deleted order', async () => {
  const { app, admin, orderId, token, send, page, order } = await createShop();
  await deleteOrder(app.context, admin.person, orderId);
  expect(page()).toMatchObject({ state: 'removed', corrections: null });
  const sent = await send('address', right);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/order/${token}#address`]);
  expect(order().customerEmail).toBe(wrong);
});

test.each(['disputed', 'review', 'refunded'])(
  'refuses corrections while the payment is %s but keeps the text',
  async (status) => {
    const { app, orderId, send, page, order } = await createShop();
    app.db.$client.prepare('UPDATE orders SET payment_status = ? WHERE id = ?').run(status, orderId);
    expect(page()?.corrections).toBeNull();
    await send('background', 'Ten years.');
    expect(order().backgroundContext).toBe(background);
    const kept = { text: 'Ten years.', problem: expect.stringContaining('payment') };
    expect(page()?.corrections).toMatchObject({ kept: { background: kept } });
  },
);

test.each([
  ['', 'Enter your email address.'],
  ['maya@customers', 'Your email address doesn’t look right. It should look like name@example.com.'],
  [wrong, 'The order already has this address.'],
])('refuses the address %j and shows it again with the reason', async (text, problem) => {
  const { app, send, page, order, sentTo } = await createShop();
  expect((await send('address', text)).status).toBe(303);
  await app.sendMail();
  expect(order().customerEmail).toBe(wrong);
  expect(sentTo()).toEqual([wrong]);
  expect(page()?.corrections).toMatchObject({ ...here, kept: { address: { text, problem } } });
  await send('address', right);
  expect(page()?.corrections).toMatchObject({ ...here, email: right, kept: { address: null } });
});

test('asks once about an address that looks mistyped, then accepts it', async () => {
  const { app, send, page, order, sentTo } = await createShop();
  await send('address', 'maya@gmail.con');
  const typed = 'Maya.L@gmial.com';
  const sent = await send('address', ` ${typed}`);
  expect(sent.headers.get('location')).toMatch(/^\/order\/[\w-]{22}#address$/);
  await app.sendMail();
  expect([order().customerEmail, sentTo()]).toEqual([wrong, [wrong]]);
  const problem = 'This address looks mistyped, so we haven’t saved it yet.';
  const address = { text: ` ${typed}`, problem, meant: 'Maya.L@gmail.com' };
  expect(page()?.corrections).toMatchObject({ ...here, kept: { address } });
  await send('address', typed);
  expect(order().customerEmail).toBe(typed);
  expect(page()?.corrections).toMatchObject({ ...here, email: typed, kept: { address: null } });
});

test('accepts a suggested address at once, but asks about unusual letters', async () => {
  const { send, page, order } = await createShop();
  await send('address', 'maya@gmial.com');
  await send('address', 'maya@gmail.com');
  expect(order().customerEmail).toBe('maya@gmail.com');
  await send('address', 'josé@customers.example');
  const problem =
    'Most email systems can’t deliver to an address with é before the @. If it’s correct, save it again.';
  expect(page()?.corrections).toMatchObject({ kept: { address: { problem, meant: null } } });
  await send('address', 'josé@customers.example');
  expect(order().customerEmail).toBe('josé@customers.example');
});

test('refuses an overlong background, and counts a line break as one character', async () => {
  const { send, page, order } = await createShop();
  const text = 'x'.repeat(5_001);
  await send('background', text);
  expect(order().backgroundContext).toBe(background);
  const problem = 'The background can be up to 5000 characters long.';
  expect(page()?.corrections).toMatchObject({ kept: { background: { text, problem } } });
  await send('background', 'x\r\n'.repeat(2_500));
  expect(order().backgroundContext).toBe('x\n'.repeat(2_500).trim());
});

test('keeps the typed background when saving fails', async () => {
  const { app, send, page, order } = await createShop();
  const mend = failCommitsOf(app, 'orders', 'UPDATE');
  expect((await send('background', 'Ten years.')).status).toBe(303);
  mend();
  expect(order().backgroundContext).toBe(background);
  const kept = { text: 'Ten years.', problem: expect.stringContaining('again') };
  expect(page()?.corrections).toMatchObject({ kept: { background: kept } });
  await send('background', 'Ten years.');
  expect(order().backgroundContext).toBe('Ten years.');
});

test('limits how often a customer corrects the address or background', async () => {
  const { app, send, page, sentTo } = await createShop({ RATE_LIMITS: 'on' });
  for (let i = 0; i < 7; i++) await send('address', `stranger${i}@elsewhere.example`);
  await app.sendMail();
  const address = { problem: expect.stringContaining('several times today') };
  expect(page()?.corrections).toMatchObject({ email: 'stranger4@elsewhere.example', kept: { address } });
  expect(new Set(sentTo()).size).toBeLessThanOrEqual(6);
  for (let i = 0; i < 25; i++) await send('background', `Year ${i}`);
  const kept = { text: 'Year 24', problem: expect.stringContaining('Too many changes') };
  expect(page()?.corrections).toMatchObject({ kept: { background: kept } });
});

test('disables the buyer’s link after an admin’s correction until they return', async () => {
  const { app, admin, cookie, orderNumber, orderId, token, page } = await createShop();
  await admin.put(`/api/orders/${orderId}/email`, { email: right });
  expect(page()).toBeNull();
  expect(readThanks(app.context, cookie, orderNumber)?.orderPath).toBe(`/order/${token}`);
  expect(page()?.corrections).toMatchObject({ ...here, email: right });
});
