import { expect, test } from 'vitest';
import { writeNow } from '../../../db/client.ts';
import { addPerson, payFor, storedOrder, submitForm } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { minutes } from '../../shared/durations.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import { type CodeInput, createCodeSchema } from '../../shared/offers/code-schema.ts';
import { changeCustomerEmail } from '../aftercare/resend-mail.ts';
import { createCode, readCodes } from '../shop/manage-codes.ts';

async function createShop(code: Partial<CodeInput>) {
  const app = createTestApp({ env: { TRUSTED_PROXY_HOPS: '1' } });
  const admin = addPerson(app, 'boss', 'admin');
  await createCode(app.context, admin, createCodeSchema.parse({ code: 'ONCE', percentOff: 20, ...code }));
  /** Sends a form with the code from a browser of its own. */
  const send = (name: string, address = 1, visitor = browser(address)) =>
    submitForm(visitor, {
      code: 'once',
      customerEmail: name.includes('@') ? name : `${name}@customers.example`,
    });
  const browser = (address: number) => app.visitor({ 'x-forwarded-for': `198.51.100.${address}` });
  async function pay({ body }: Awaited<ReturnType<typeof send>>): Promise<string> {
    return payFor(app, body);
  }
  return { app, send, browser, pay, countUsed: () => readCodes(app.context)[0]?.used };
}

const problemOf = ({ status, body }: { status: number; body: ErrorBody }) =>
  status === 400 ? body.error.fields?.code : `status ${status}`;

test.each([
  ['another browser', 'maya@customers.example'],
  ['capitals', 'MAYA@Customers.Example'],
  ['a tag', 'maya+tarot@customers.example'],
])('lets an address given with %s reuse a code that it did not pay with', async (_what, email) => {
  const { app, send, pay, countUsed } = await createShop({ limit: 1, perAddress: 1 });
  const declined = await send('maya');
  const again = await send(email, 2);
  expect([again.status, countUsed()]).toEqual([200, 0]);
  expect(storedOrder(app, declined.body.orderId).abandonedAt).not.toBeNull();
  expect(await pay(again)).toBe('paid');
  expect(countUsed()).toBe(1);
  expect(problemOf(await send('maya', 3))).toContain('already used this code');
});

test('reserves a code’s use for an unpaid order for ten minutes', async () => {
  const { app, send, browser, pay } = await createShop({ limit: 1 });
  const slow = browser(1);
  const first = await send('noor', 1, slow);
  app.clock.advance(minutes(10) - 1);
  expect(problemOf(await send('maya', 2))).toContain('right now');
  app.clock.advance(1);
  // Unasked for, it stays: the same form is answered with the same order.
  expect((await send('noor', 1, slow)).body.orderId).toBe(first.body.orderId);
  const second = await send('maya', 2);
  expect(second.status).toBe(200);
  expect(app.payments.find(first.body.paymentIntentId)).toMatchObject({ status: 'canceled' });
  expect(problemOf(await send('noor', 1, slow))).toContain('right now');
  expect(await pay(second)).toBe('paid');
  expect(problemOf(await send('noor', 1, slow))).toContain('used up');
});

test('keeps a code’s use for an order that was paid in time', async () => {
  const { app, send } = await createShop({ limit: 1 });
  const first = await send('noor', 1);
  app.clock.advance(minutes(10));
  app.payments.pay(first.body.paymentIntentId);
  expect(problemOf(await send('maya', 2))).toContain('used up');
  expect(storedOrder(app, first.body.orderId)).toMatchObject({ paymentStatus: 'paid', receivedMinor: 4_800 });
});

test('limits how many code uses one network address can reserve', async () => {
  const { app, send, pay } = await createShop({ limit: 50 });
  const names = ['a', 'b', 'c', 'd', 'e'];
  const sent = await Promise.all(names.map((name) => send(name)));
  expect(sent.map(({ status }) => status)).toEqual(names.map(() => 200));
  expect(problemOf(await send('f'))).toContain('Several unpaid orders from your connection');
  expect((await send('g', 2)).status).toBe(200);
  for (const order of sent.slice(0, 1)) await pay(order);
  expect((await send('h')).status).toBe(200);
  app.clock.advance(minutes(10));
  expect((await send('i')).status).toBe(200);
});

test('accepts an unlimited code every time', async () => {
  const { send } = await createShop({});
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'f']) expect((await send(name)).status).toBe(200);
});

test('moves a code’s use to the corrected email address', async () => {
  const { app, send, pay } = await createShop({ perAddress: 1 });
  const sent = await send('mya');
  expect(await pay(sent)).toBe('paid');
  const order = storedOrder(app, sent.body.orderId);
  writeNow(app.db, (tx) => changeCustomerEmail(app.context, tx, order, 'Maya.L+1@gmail.com', 'customer'));
  for (const email of ['mayal@gmail.com', 'm.aya.l@googlemail.com', 'MAYAL+tarot@gmail.com'])
    expect(problemOf(await send(email))).toContain('already used this code');
  expect((await send('mya')).status).toBe(200);
});
