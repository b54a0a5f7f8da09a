import { expect, test } from 'vitest';
import { addSignedIn } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';

const path = '/api/settings/payment';

test('wallets are off until the admin offers them', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  expect((await admin.get(path)).body).toEqual({ wallets: false });
  expect(await admin.put(path, { wallets: true })).toMatchObject({ status: 200, body: { wallets: true } });
  expect((await admin.get(path)).body).toEqual({ wallets: true });
  await admin.put(path, { wallets: false });
  expect((await admin.get(path)).body).toEqual({ wallets: false });
});

test.each([{}, { wallets: 'yes' }, { wallets: true, link: true }])('%j is refused', async (settings) => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  expect((await admin.put(path, settings)).status).toBe(400);
  expect((await admin.get(path)).body).toEqual({ wallets: false });
});
