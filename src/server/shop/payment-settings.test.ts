import { expect, test } from 'vitest';
import { addSignedIn } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';

const path = '/api/settings/payment';

test('keeps wallets off until the admin enables them', async () => {
  const admin = await addSignedIn(createTestApp(), 'admin', 'admin');
  const set = (settings: object) => admin.put(path, settings);
  expect((await admin.get(path)).body).toEqual({ wallets: false });
  expect(await set({ wallets: true })).toMatchObject({ status: 200, body: { wallets: true } });
  for (const refused of [{ wallets: 'yes' }, { wallets: false, link: true }]) {
    expect((await set(refused)).status).toBe(400);
  }
  expect((await admin.get(path)).body).toEqual({ wallets: true });
  await set({ wallets: false });
  expect((await admin.get(path)).body).toEqual({ wallets: false });
});
