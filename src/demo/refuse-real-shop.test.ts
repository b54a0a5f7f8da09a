import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { folderOfTest } from '../../tests/kit/temporary-folder.ts';
import { createTestApp } from '../../tests/kit/test-app.ts';
import { createUser } from '../server/people/create-user.ts';
import { seedDemoAccounts } from '../server/people/demo-accounts.ts';
import { refuseRealShop } from './refuse-real-shop.ts';

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

const byNpm = { prefix: 'npm run ', separator: ' -- ' };
const sandbox = { mode: 'sandbox', port: 0 } as const;
const live = {
  mode: 'live',
  keys: { secretKey: 'sk_live_x', publishableKey: 'pk_live_x', webhookSecret: 'whsec_x' },
  apiBase: null,
} as const;

function open() {
  const databasePath = join(folder, 'shop.db');
  const db = openDatabase(databasePath);
  return { databasePath, db, context: { ...createTestApp().context, db } };
}

test('refuses demo accounts in a shop that has its own accounts', async () => {
  const { databasePath, db, context } = open();
  await createUser(context, { username: 'wanda', password: 'a long word of her own', role: 'admin' });
  db.$client.close();
  expect(() => refuseRealShop({ databasePath, stripe: sandbox }, byNpm)).toThrow(
    `${databasePath} has other accounts`,
  );
});

test('allows the demo’s own database and a new one', async () => {
  const { databasePath, db, context } = open();
  const start = (path = databasePath) => refuseRealShop({ databasePath: path, stripe: sandbox }, byNpm);
  expect(start).not.toThrow();
  await seedDemoAccounts(context);
  db.$client.close();
  expect(start).not.toThrow();
  expect(() => start(join(folder, 'none.db'))).not.toThrow();
});

test('refuses live keys and an installed shop’s command', () => {
  const databasePath = join(folder, 'none.db');
  expect(() => refuseRealShop({ databasePath, stripe: live }, byNpm)).toThrow('these are live keys');
  expect(() =>
    refuseRealShop({ databasePath, stripe: sandbox }, { prefix: 'career-tarot ', separator: ' ' }),
  ).toThrow('career-tarot has the settings of your shop');
});
