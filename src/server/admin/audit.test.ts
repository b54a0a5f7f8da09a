import { expect, test } from 'vitest';
import { writeNow } from '../../../db/client.ts';
import { audit } from '../../../db/schema.ts';
import { addSignedIn, browserOf } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { days } from '../../shared/durations.ts';
import type { Page } from '../../shared/list-page.ts';
import type { AuditAction, AuditEntry } from '../../shared/ops/audit-log.ts';
import { encodePosition } from '../base/paging.ts';
import {
  aboutOrder,
  aboutSettings,
  commandLineActor,
  recordAudit,
  whatChanged,
} from '../base/record-audit.ts';

const entry = {
  actor: commandLineActor,
  action: 'settings_changed',
  subject: aboutSettings('mails', 'Emails'),
} as const;

test('records a price change with the old price and the admin', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  await admin.put('/api/settings/price', { price: 75 });
  const change = { action: 'price_changed', kind: 'money', details: { price: '$60.00 → $75.00' } };
  const about = { at: app.clock.now(), actorName: 'boss', subjectLabel: 'Price' };
  expect(app.db.select().from(audit).all()).toMatchObject([{ ...about, ...change }]);
});

test('refuses to change or delete an audit entry', () => {
  const { db, context } = createTestApp();
  writeNow(db, (tx) => recordAudit(tx, { ...entry, at: context.clock.now() }));
  for (const sql of ["UPDATE audit SET actor_name = 'unknown'", 'DELETE FROM audit']) {
    expect(() => db.$client.prepare(sql).run()).toThrow('audit is append-only');
  }
});

test('describes only the settings that changed, old and new', () => {
  const before = { wallets: false, days: null as number | null, same: 1, list: [1] };
  expect(whatChanged(before, { wallets: true, days: 7, same: 1, list: [1] })).toEqual({
    wallets: 'off → on',
    days: 'none → 7',
  });
});

test('describes changed days as dates', () => {
  const closedDays = [
    { from: '2026-12-24', to: '2026-12-26' },
    { from: '2026-12-31', to: '2026-12-31' },
  ];
  const closed = '2026-12-24 to 2026-12-26; 2026-12-31';
  expect(whatChanged({ closedDays: [] }, { closedDays })).toEqual({ closedDays: `none → ${closed}` });
  expect(whatChanged({ closedDays }, { closedDays: [] })).toEqual({ closedDays: `${closed} → none` });
});

/** An admin's desk, and what several people have done there, each a day after the other. */
async function createHistory() {
  const app = createTestApp();
  const write = (username: string, action: AuditAction, label: string, details = {}) => {
    app.clock.advance(days(1));
    const subject = aboutOrder({ id: `id of ${label}`, orderNumber: label });
    const actor = { id: `id of ${username}`, username };
    writeNow(app.db, (tx) => recordAudit(tx, { actor, at: app.clock.now(), action, subject, details }));
  };
  write('Zoë', 'refund_asked', 'CT-AAAAAA', { amount: '$60.00' });
  write('ada', 'order_deleted', 'CT-BBBBBB');
  write('ada', 'refund_asked', 'CT-CCCCCC', { amount: '$12.50' });
  const admin = await addSignedIn(app, 'boss', 'admin');
  const labels = async (query: string) => {
    // Days may have passed since the last call.
    const browser = await browserOf(app, admin.person);
    const { status, body } = await browser.get<Page<AuditEntry>>(`/api/audit?${query}`);
    expect(status).toBe(200);
    return body.rows.map(({ subject }) => subject.label).filter((label) => label.startsWith('CT-'));
  };
  return { app, admin, labels, write };
}

test('filters the audit log by search, kind and period, newest first', async () => {
  const { admin, labels } = await createHistory();
  const [first, second, third] = ['CT-AAAAAA', 'CT-BBBBBB', 'CT-CCCCCC'];
  const error = { message: 'Each search word needs at least 3 characters.' };
  expect(await admin.get('/api/audit?search=ad')).toMatchObject({ status: 400, body: { error } });
  for (const [query, expected] of [
    ['search=ad+bbb', [second]],
    ['', [third, second, first]],
    ['kind=money', [third, first]],
    ['search=zoe', [first]],
    ['search=bbbb', [second]],
    ['search=refund+ada', [third]],
    ['search=$60.00', [first]],
    ['search=CT-&kind=orders', [second]],
    ['period=7-days&kind=money', [third, first]],
    ['period=2020-01-01..2020-01-02', []],
    ['period=2020-01-01..2020-01-02&search=ada', []],
    ['search=unknown', []],
  ] as const) {
    expect([query, await labels(query)]).toEqual([query, expected]);
  }
});

test('finds an order number however it is typed', async () => {
  const { app, labels, write } = await createHistory();
  const { orderNumber } = await app.buy();
  write('ada', 'order_deleted', orderNumber);
  const typed = orderNumber.toLowerCase().replace('-', '–').replaceAll('0', 'o').replaceAll('1', 'l');
  expect(await labels(`search=%23${typed}`)).toEqual([orderNumber]);
});

test.each(['', 'search=wide'])(
  'lists each entry once, even when many share a timestamp (%j)',
  async (query) => {
    const { app, admin } = await createHistory();
    const at = app.clock.now();
    const some = [...Array(120).keys()];
    for (const n of some) {
      writeNow(app.db, (tx) =>
        recordAudit(tx, { ...entry, at, subject: aboutSettings('wide', `Wide ${n}`) }),
      );
    }
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path = `/api/audit?${query}${cursor && `&cursor=${cursor}`}`;
      const page: { body: Page<AuditEntry> } = await admin.get(path);
      seen.push(...page.body.rows.map(({ subject }) => subject.label));
      cursor = page.body.next;
    }
    expect(seen.filter((label) => label.startsWith('Wide'))).toEqual(
      some.toReversed().map((n) => `Wide ${n}`),
    );
  },
);

test('exports the filtered entries as CSV and records the export', async () => {
  const { admin, labels } = await createHistory();
  const { body } = await admin.get<string>('/api/audit.csv?kind=money');
  const lines = body.trim().split('\r\n');
  expect(lines[0]).toBe('Time,Who,Kind,What,To what,Details');
  expect(lines[1]).toMatch(/^\d{4}-.*Z,ada,Money,Refund requested,CT-CCCCCC,amount: \$12\.50$/);
  expect(lines).toHaveLength(3);
  const { body: list } = await admin.get<Page<AuditEntry>>('/api/audit?kind=privacy');
  const exported = { actor: 'boss', action: 'list_exported', subject: { label: 'History' } };
  expect(list.rows).toMatchObject([exported]);
  expect(await labels('search=history')).toEqual([]);
});

test('exports an action from a newer version by its name', async () => {
  const { app, admin } = await createHistory();
  const later = 'moon_phase_changed';
  const columns = 'at, actor_name, kind, action, subject_kind, subject_id, subject_label, details, words';
  const values = `1, 'ada', 'money', '${later}', 'settings', 'x', 'X', '{}', ''`;
  app.db.$client.exec(`INSERT INTO audit (${columns}) VALUES (${values})`);
  const { body } = await admin.get<string>('/api/audit.csv?kind=money');
  expect(body.trim().split('\r\n').at(-1)).toContain(`,Money,${later},X`);
});

test('refuses a cursor from the unfiltered list in a search', async () => {
  const { admin } = await createHistory();
  const cursor = encodePosition('audit', [1, 1]);
  expect((await admin.get(`/api/audit?cursor=${cursor}`)).status).toBe(200);
  expect((await admin.get(`/api/audit?search=refund&cursor=${cursor}`)).status).toBe(400);
});
