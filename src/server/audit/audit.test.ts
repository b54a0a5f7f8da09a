import { expect, test } from 'vitest';
import { writeTransaction } from '../../../db/client.ts';
import { audit } from '../../../db/schema.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { aboutSettings, commandLine, recordAudit, whatChanged } from './record-audit.ts';

const entry = {
  actor: commandLine,
  action: 'settings_changed',
  subject: aboutSettings('mails', 'Mails'),
} as const;

test('a new price is written down, with the old one and who has set it', async () => {
  const app = createTestApp();
  const admin = await app.signIn('admin', 'boss');
  await admin.put('/api/settings/price', { price: 75 });
  expect(app.db.select().from(audit).all()).toMatchObject([
    {
      at: app.clock.now(),
      actorName: 'boss',
      kind: 'money',
      action: 'price_changed',
      subjectLabel: 'Price',
      details: { price: '$60.00 → $75.00' },
    },
  ]);
});

test('what was written down cannot be changed or deleted', () => {
  const { db, context } = createTestApp();
  recordAudit(db, { ...entry, at: context.clock.now() });
  for (const sql of ["UPDATE audit SET actor_name = 'nobody'", 'DELETE FROM audit']) {
    expect(() => db.$client.prepare(sql).run()).toThrow('audit is append-only');
  }
});

test('nothing is written down of what was not done after all', () => {
  const { db, context } = createTestApp();
  const fail = () =>
    writeTransaction(db, (tx) => {
      recordAudit(tx, { ...entry, at: context.clock.now() });
      throw new Error('It did not work.');
    });
  expect(fail).toThrow('It did not work.');
  expect(db.select().from(audit).all()).toEqual([]);
});

test('of settings what differs is told, old and new', () => {
  const before = { wallets: false, days: null as number | null, same: 1, list: [1] };
  expect(whatChanged(before, { wallets: true, days: 7, same: 1, list: [1] })).toEqual({
    wallets: 'off → on',
    days: 'none → 7',
  });
});
