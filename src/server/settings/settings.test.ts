import { expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/errors.ts';
import { addSignedIn } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test('a fresh database sells a reading for $60', async () => {
  const { status, body } = await createTestApp().visitor().get('/api/settings');
  expect(status).toBe(200);
  expect(body).toEqual({
    price: 60,
    publishableKey: 'pk_test_fake',
    sandbox: true,
    promisedDay: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    closed: null,
  });
});

test('with keys of its own the service says that it is no sandbox', async () => {
  const { body } = await createTestApp({ env: keys }).visitor().get('/api/settings');
  expect(body).toMatchObject({ sandbox: false });
});

test.each([0, 0.5, 49.5, 60, 8.41, 999_999.99])(
  'the admin sets the price to %d, and visitors see it',
  async (price) => {
    const app = createTestApp();
    const admin = await addSignedIn(app, 'admin', 'admin');
    const { status, body } = await admin.put('/api/settings/price', { price });
    expect([status, body]).toEqual([200, { price }]);
    expect((await app.visitor().get('/api/settings')).body).toMatchObject({ price });
  },
);

test.each([0.01, 0.49, -1, 49.999, 1_000_000, '60', null])(
  'the price %j is refused and the old one stays',
  async (price) => {
    const app = createTestApp();
    const admin = await addSignedIn(app, 'admin', 'admin');
    const { status, body } = await admin.put<ErrorBody>('/api/settings/price', { price });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/price/);
    expect((await app.visitor().get('/api/settings')).body).toMatchObject({ price: 60 });
  },
);
