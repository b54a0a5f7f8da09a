import { expect, test } from 'vitest';
import { createAftercareShop } from '../../testing/aftercare-shop.ts';
import { statementsOf } from '../../testing/query-plans.ts';

const address = 'maya@customers.example';

async function linksShop(env: Record<string, string> = {}) {
  const shop = await createAftercareShop('pending', { env });
  const ask = (email: string) => shop.post('/api/my-orders', { email });
  return {
    ...shop,
    ask,
    linksIn: (text = '') => [...text.matchAll(/\/order\/([\w-]{22})/g)].map(([, t]) => t),
  };
}

test('an address with orders gets fresh links to all that were paid for, and they open them', async () => {
  const { app, ask, mailToCustomer, linksIn, orderNumber } = await linksShop();
  const second = await app.buy({ customerEmail: 'Maya@Customers.example' });
  await app.sendMail();
  expect((await ask(' MAYA@customers.example ')).headers.get('location')).toBe('/my-orders#sent');
  await app.sendMail();
  const mail = app.mailer.sent.at(-1);
  expect(mail?.to.address).toBe('Maya@Customers.example');
  expect(mail?.text).toContain(orderNumber);
  expect(mail?.text).toContain(second.orderNumber);
  expect(linksIn(mail?.text)).toHaveLength(2);
  for (const word of ['careerPath', 'Lindqvist', 'Maya']) expect(mail?.text).not.toContain(word);
  expect(await mailToCustomer()).toEqual([]);
});

test('the answer is the same for every address, and so is what it takes', async () => {
  const known = await linksShop();
  const unknown = await linksShop();
  const answer = async ({ ask }: typeof known, email: string) => {
    const { status, body, headers } = await ask(email);
    // Every answer has a number of its own.
    expect(headers.get('x-request-id')).toMatch(/^[\w-]+$/);
    headers.delete('x-request-id');
    return { status, body, headers: [...headers] };
  };
  const answers: unknown[] = [];
  const taken: string[][] = [];
  for (const [shop, email] of [
    [known, address],
    [unknown, 'nobody@customers.example'],
  ] as const) {
    taken.push([...(await statementsOf(async () => answers.push(await answer(shop, email))))]);
  }
  expect(answers[0]).toEqual(answers[1]);
  // For nobody the same mail is taken back, within the same commit.
  expect(taken[1]?.filter((one) => !taken[0]?.includes(one))).toEqual([
    expect.stringMatching(/^delete from "outbox"/),
  ]);
  expect(taken[0]?.filter((one) => !taken[1]?.includes(one))).toEqual([]);
  expect(await unknown.mailToCustomer()).toEqual([]);
  expect(unknown.app.mailer.sent).toEqual([]);
});

test('an order that was never paid, or was deleted, has no link', async () => {
  const { app, orderId, ask, browser, mailToCustomer } = await linksShop();
  await (await browser()).delete(`/api/orders/${orderId}`);
  await ask(address);
  expect(await mailToCustomer()).toEqual([]);
  app.db.$client.prepare("UPDATE orders SET deleted_at = NULL, payment_status = 'unpaid'").run();
  await ask(address);
  expect(await mailToCustomer()).toEqual([]);
});

test('an address is written to three times an hour at most, and nobody is told that it was', async () => {
  const { ask, mailToCustomer } = await linksShop({ RATE_LIMITS: 'on' });
  const answers = new Set<string | null>();
  for (const email of [address, address.toUpperCase(), address, address, address]) {
    answers.add((await ask(email)).headers.get('location'));
  }
  expect([...answers]).toEqual(['/my-orders#sent']);
  expect(await mailToCustomer()).toHaveLength(3);
});

test('a visitor asks ten times an hour at most, for whichever addresses', async () => {
  const { ask, returnedAt } = await linksShop({ RATE_LIMITS: 'on' });
  for (let i = 0; i < 10; i++) await ask(`somebody${i}@customers.example`);
  expect(returnedAt('/my-orders', (await ask(address)).headers.get('location'))).toEqual({
    typed: { email: address },
    problems: [{ about: [], text: expect.stringContaining('try again in an hour') }],
  });
});

test.each([
  '',
  'maya',
  `${address},evil@elsewhere.example`,
  'a b@customers.example',
  `${'x'.repeat(250)}@y.example`,
])('%j is no address, and nothing is sent', async (email) => {
  const { ask, mailToCustomer, returnedAt } = await linksShop();
  const location = (await ask(email)).headers.get('location');
  // What was typed stands on the page that is led to, and not in its address.
  expect(location).toMatch(/^\/my-orders\/again\/[\w-]{22}$/);
  expect(returnedAt('/my-orders', location)).toEqual({
    typed: { email },
    problems: [{ about: ['email'], text: expect.stringMatching(/^The email address /) }],
  });
  expect(await mailToCustomer()).toEqual([]);
});

test('what was typed is forgotten after an hour, and known to nobody without its address', async () => {
  const { app, ask, returnedAt } = await linksShop();
  const location = (await ask('maya')).headers.get('location');
  expect(returnedAt('/withdraw', location)).toBeNull();
  expect(returnedAt('/my-orders', '/my-orders/again/AAAAAAAAAAAAAAAAAAAAAA')).toBeNull();
  app.clock.advance(3_599_999);
  expect(returnedAt('/my-orders', location)).not.toBeNull();
  app.clock.advance(1);
  expect(returnedAt('/my-orders', location)).toBeNull();
});

test('a text as long as a call is not kept whole', async () => {
  const { ask, returnedAt } = await linksShop();
  const location = (await ask('x'.repeat(60_000))).headers.get('location');
  expect(returnedAt('/my-orders', location)?.typed).toEqual({ email: 'x'.repeat(1_000) });
});

test('who sends many forms has their own last five, and takes nobody else’s place', async () => {
  const { ask, post, returnedAt } = await linksShop({ TRUSTED_PROXY_HOPS: '1' });
  const other = await post('/api/my-orders', { email: 'maya' }, { 'x-forwarded-for': '198.51.100.7' });
  const locations: (string | null)[] = [];
  for (let i = 0; i < 7; i++) locations.push((await ask(`maya ${i}`)).headers.get('location'));
  expect(locations.map((location) => returnedAt('/my-orders', location)?.typed.email)).toEqual([
    ...[undefined, undefined],
    ...['maya 2', 'maya 3', 'maya 4', 'maya 5', 'maya 6'],
  ]);
  expect(returnedAt('/my-orders', other.headers.get('location'))?.typed).toEqual({ email: 'maya' });
});

test('only our own page can ask', async () => {
  const { post, mailToCustomer } = await linksShop();
  for (const origin of ['null', 'https://elsewhere.example']) {
    expect((await post('/api/my-orders', { email: address }, { origin })).status).toBe(403);
  }
  expect(await mailToCustomer()).toEqual([]);
});
