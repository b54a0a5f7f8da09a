import { expect, test } from 'vitest';
import { orderLinks } from '../../../../db/schema.ts';
import { addSignedIn, openCheckoutPage, placeOrder } from '../../../../tests/kit/builders.ts';
import { failCommitsOf } from '../../../../tests/kit/failing-commits.ts';
import { createTestApp, type TestApp } from '../../../../tests/kit/test-app.ts';
import { MailRejected } from '../../base/mailer.ts';
import { cancelAbandonedCheckouts } from '../../checkout/abandon-checkouts.ts';
import { readCustomerOrder } from './customer-order.ts';
import { readThanks } from './read-thanks.ts';

type Browser = ReturnType<TestApp['visitor']>;
const cookieOf = ({ cookies }: Browser) => cookies.get('checkout') ?? null;

async function createShop() {
  const app = createTestApp({ now: '2027-03-15T10:00:00Z' });
  const bought = await app.buy();
  const thanks = (browser: Browser = bought.customer, number = bought.orderNumber) =>
    readThanks(app.context, cookieOf(browser), number);
  return { app, ...bought, thanks };
}

test('shows the buyer where mail goes, the due day and a link', async () => {
  const { app, orderNumber, thanks } = await createShop();
  const told = thanks();
  expect(told).toEqual({
    ...{ offer: 'Personal written reading', amount: '$60.00', sentTo: 'm…@customers.example' },
    ...{ dueDay: 'Thursday, March 18', turnaround: '1-3 business days' },
    ...{ isUndelivered: false, isCorrectable: true, meant: null },
    orderPath: expect.stringMatching(/^\/order\/[\w-]{22}$/),
  });
  // Looking again is the same link.
  expect(thanks()).toEqual(told);
  expect(app.db.select().from(orderLinks).all()).toHaveLength(1);
  const token = told?.orderPath.split('/').at(-1) ?? '';
  expect(readCustomerOrder(app.context, token)?.orderNumber).toBe(orderNumber);
});

test('keeps showing the order after the checkout form is opened again', async () => {
  const { customer, thanks } = await createShop();
  const told = thanks();
  for (let look = 0; look < 3; look += 1) {
    const { body } = await openCheckoutPage(customer);
    expect(body.clientSecret).toMatch(/./);
    expect([body.completedOrderNumber, thanks()]).toEqual([undefined, told]);
  }
});

test('shows a confirmation as undelivered until it is sent again', async () => {
  const { app, customer, thanks } = await createShop();
  const path = thanks()?.orderPath ?? '';
  const page = () => readCustomerOrder(app.context, path.slice('/order/'.length));
  const shown = () => [thanks()?.isUndelivered, page()?.isUndelivered];
  app.mailer.failWith(new MailRejected('451 Later', { isPermanent: false, responseCode: 451 }));
  await app.sendMail();
  expect(shown()).toEqual([false, false]);
  app.clock.advance(60_000);
  app.mailer.failWith(new MailRejected('550 No such user', { isPermanent: true, responseCode: 550 }));
  await app.sendMail();
  expect(shown()).toEqual([true, true]);
  expect(page()).toMatchObject({ sentTo: 'm…@customers.example', corrections: { can: 'here' } });

  app.mailer.failWith(null);
  const form = new URLSearchParams({ text: 'maya.l@customers.example' });
  const correction = { 'content-type': 'application/x-www-form-urlencoded' };
  const browser = app.visitor(correction, customer.cookies);
  await browser.call('POST', `/api/order-links${path.slice('/order'.length)}/address`, `${form}`);
  expect(shown()).toEqual([false, false]);
  await app.sendMail();
  expect(app.mailer.sent.at(-1)?.to.address).toBe('maya.l@customers.example');
  expect(shown()).toEqual([false, false]);
});

test('shows details only to the browser that ordered and paid', async () => {
  const { app, customer, orderNumber, thanks } = await createShop();
  const stranger = app.visitor();
  expect(thanks(stranger)).toBeNull();
  await openCheckoutPage(stranger);
  expect(thanks(stranger)).toBeNull();
  const other = await app.buy({ customerEmail: 'thandi@customers.example' });
  expect(thanks(other.customer)).toBeNull();
  expect(thanks(customer, other.orderNumber)).toBeNull();
  for (const forged of ['', '.', 'x', `${cookieOf(customer)}`.slice(1), `.${other.orderId}`]) {
    expect(readThanks(app.context, forged, orderNumber)).toBeNull();
  }
  const unpaid = await placeOrder(app, { customerEmail: 'omar@customers.example' });
  expect(thanks(unpaid.customer, unpaid.orderNumber)).toBeNull();
  expect(app.db.select().from(orderLinks).all()).toEqual([]);
  const mend = failCommitsOf(app, 'order_links', 'INSERT');
  expect(thanks()).toBeNull();
  mend();
  expect(thanks()).not.toBeNull();
});

test('flags a mistyped address, and ends corrections once writing begins', async () => {
  const { app, orderId, thanks } = await createShop();
  const mistyped = await app.buy({ customerEmail: 'maya@gmial.com' });
  const meant = { sentTo: 'm…@gmial.com', meant: 'm…@gmail.com' };
  expect(thanks(mistyped.customer, mistyped.orderNumber)).toMatchObject(meant);
  const admin = await addSignedIn(app, 'boss', 'admin');
  await admin.post('/api/readings', { orderId, content: 'The Star.' });
  expect(thanks()).toMatchObject({ dueDay: 'Thursday, March 18', isCorrectable: false });
});

test('forgets the browser after a day but keeps its link working', async () => {
  const { app, thanks } = await createShop();
  const link = thanks()?.orderPath.slice('/order/'.length) ?? '';
  app.clock.advance(25 * 3_600_000);
  await cancelAbandonedCheckouts(app.context);
  expect(thanks()).toBeNull();
  expect(readCustomerOrder(app.context, link)?.corrections).toMatchObject({ can: 'here' });
});
