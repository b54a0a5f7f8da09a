import { expect, test } from 'vitest';
import { createDatedShop } from '../../../tests/kit/dated-shop.ts';
import { statementsOf } from '../../../tests/kit/query-plans.ts';

const address = 'maya@customers.example';

async function linksShop(env: Record<string, string> = {}) {
  const shop = await createDatedShop('pending', { env });
  return { ...shop, ask: (email: string) => shop.post('/api/my-orders', { email }) };
}

test('mails fresh links to all paid orders of an address', async () => {
  const { app, ask, mailToCustomer, orderNumber } = await linksShop();
  const second = await app.buy({ customerEmail: 'Maya@Customers.example' });
  await app.sendMail();
  expect((await ask(' MAYA@customers.example ')).headers.get('location')).toBe('/my-orders#sent');
  await app.sendMail();
  const mail = app.mailer.sent.at(-1);
  expect(mail?.to.address).toBe('Maya@Customers.example');
  for (const word of [orderNumber, second.orderNumber]) expect(mail?.text).toContain(word);
  expect(mail?.text.match(/\/order\/[\w-]{22}/g)).toHaveLength(2);
  expect(mail?.text).not.toMatch(/careerPath|Lindqvist|Maya/);
  expect(await mailToCustomer()).toEqual([]);
});

test('gives known and unknown addresses the same answer and database work', async () => {
  const [known, unknown] = [await linksShop(), await linksShop()];
  const answers: unknown[] = [];
  const taken: string[][] = [];
  for (const [shop, email] of [
    [known, address],
    [unknown, 'unknown@customers.example'],
  ] as const) {
    const run = await statementsOf(async () => {
      const { status, body, headers } = await shop.ask(email);
      // Every answer has a number of its own.
      headers.delete('x-request-id');
      answers.push({ status, body, headers: [...headers] });
    });
    taken.push([...run]);
  }
  const [toKnown = [], toUnknown = []] = taken;
  expect(answers[0]).toEqual(answers[1]);
  // Where there is no order the same mail is taken back, within the same commit.
  expect(toUnknown.filter((one) => !toKnown.includes(one))).toEqual([
    expect.stringMatching(/^delete from "outbox"/),
  ]);
  expect(toKnown.filter((one) => !toUnknown.includes(one))).toEqual([]);
  expect(await unknown.mailToCustomer()).toEqual([]);
  expect(unknown.app.mailer.sent).toEqual([]);
});

test('sends no link to an unpaid or deleted order', async () => {
  const { app, orderId, ask, admin, mailToCustomer } = await linksShop();
  await admin.delete(`/api/orders/${orderId}`);
  await ask(address);
  expect(await mailToCustomer()).toEqual([]);
  app.db.$client.prepare("UPDATE orders SET deleted_at = NULL, payment_status = 'unpaid'").run();
  await ask(address);
  expect(await mailToCustomer()).toEqual([]);
});

test('mails an address at most three times an hour, without saying so', async () => {
  const { ask, mailToCustomer } = await linksShop({ RATE_LIMITS: 'on' });
  for (const email of [address, address.toUpperCase(), address, address])
    expect((await ask(email)).headers.get('location')).toBe('/my-orders#sent');
  expect(await mailToCustomer()).toHaveLength(3);
});

test('limits a visitor to ten requests an hour across addresses', async () => {
  const { ask, returnedAt } = await linksShop({ RATE_LIMITS: 'on' });
  for (let i = 0; i < 10; i++) await ask(`unknown${i}@customers.example`);
  expect(returnedAt('/my-orders', (await ask(address)).headers.get('location'))).toEqual({
    typed: { email: address },
    problems: [{ about: [], text: expect.stringContaining('try again in an hour') }],
  });
});

test('shows an invalid address again with the reason and sends nothing', async () => {
  const { ask, mailToCustomer, returnedAt } = await linksShop();
  for (const email of ['', `${address},evil@elsewhere.example`, 'x'.repeat(60_000)]) {
    const location = (await ask(email)).headers.get('location');
    // What was typed stands on the page that is led to, and not in its address.
    expect(location).toMatch(/^\/my-orders\/again\/[\w-]{22}$/);
    expect(returnedAt('/my-orders', location)).toEqual({
      typed: { email: email.slice(0, 1_000) },
      problems: [{ about: ['email'], text: expect.stringMatching(/email address/) }],
    });
  }
  expect(await mailToCustomer()).toEqual([]);
});

test('shows a refused form for an hour, only at its own address', async () => {
  const { app, ask, returnedAt } = await linksShop();
  const location = (await ask('maya')).headers.get('location');
  expect(returnedAt('/withdraw', location)).toBeNull();
  expect(returnedAt('/my-orders', '/my-orders/again/AAAAAAAAAAAAAAAAAAAAAA')).toBeNull();
  app.clock.advance(3_599_999);
  expect(returnedAt('/my-orders', location)).not.toBeNull();
  app.clock.advance(1);
  expect(returnedAt('/my-orders', location)).toBeNull();
});

test('keeps the last five refused forms of each client', async () => {
  const { ask, post, returnedAt } = await linksShop({ TRUSTED_PROXY_HOPS: '1' });
  const other = await post('/api/my-orders', { email: 'maya' }, { 'x-forwarded-for': '198.51.100.7' });
  const locations: (string | null)[] = [];
  for (let i = 0; i < 7; i++) locations.push((await ask(`maya ${i}`)).headers.get('location'));
  const kept = locations.map((location) => returnedAt('/my-orders', location)?.typed.email);
  expect(kept).toEqual([undefined, undefined, 'maya 2', 'maya 3', 'maya 4', 'maya 5', 'maya 6']);
  expect(returnedAt('/my-orders', other.headers.get('location'))?.typed).toEqual({ email: 'maya' });
});
