import { expect, test } from 'vitest';
import { addSignedIn, saidBy } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';

test('sells a reading for $60 at first and shows the sandbox', async () => {
  const { status, body } = await createTestApp().visitor().get('/api/settings');
  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ price: 60, currency: 'usd', closed: null, sandbox: true, publishableKey: 'pk_test_fake' },
    promisedDay: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  });
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
  const { visitor } = createTestApp({ env: { ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_1' } });
  expect((await visitor().get('/api/settings')).body).toMatchObject({ sandbox: false });
});

test('stores a valid price that visitors see, and refuses 49 cents', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const shown = async () => (await app.visitor().get('/api/settings')).body;
  for (const price of [0, 0.5, 8.41, 999_999.99]) {
    const { status, body } = await admin.put('/api/settings/price', { price });
    expect([status, body]).toEqual([200, { price }]);
    expect(await shown()).toMatchObject({ price });
  }
  expect(saidBy(await admin.put('/api/settings/price', { price: 0.49 }))).toMatch(/^400 .*price/);
  expect(await shown()).toMatchObject({ price: 999_999.99 });
});

test.each([
  ['settings/aftercare', { feedbackMailDays: 3 }, { hasWithdrawal: true }],
  ['settings/mails', { refunds: false }, { disputes: false }],
  ['privacy/retention', { draftDays: 90 }, { endedOrderYears: 10 }],
])('merges the changes that two admins make to %s', async (name, first, second) => {
  const app = createTestApp();
  const path = `/api/${name}`;
  const [ada, ben] = [await addSignedIn(app, 'ada', 'admin'), await addSignedIn(app, 'ben', 'admin')];
  const before = (await ada.put<object>(path, {})).body;
  await ada.put(path, first);
  const { status, body } = await ben.put(path, second);
  expect([status, body]).toEqual([200, { ...before, ...first, ...second }]);
});

test('keeps wallets off until the admin enables them', async () => {
  const path = '/api/settings/payment';
  const admin = await addSignedIn(createTestApp(), 'admin', 'admin');
  const set = (settings: object) => admin.put(path, settings);
  expect((await admin.get(path)).body).toEqual({ wallets: false });
  expect(await set({ wallets: true })).toMatchObject({ status: 200, body: { wallets: true } });
  for (const refused of [{ wallets: 'yes' }, { wallets: false, link: true }]) {
    expect((await set(refused)).status).toBe(400);
  }
  expect((await admin.get(path)).body).toEqual({ wallets: true });
});
