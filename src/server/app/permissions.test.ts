import { beforeAll, describe, expect, test } from 'vitest';
import { orders } from '../../../db/schema.ts';
import { addPerson, browserOf } from '../../../tests/kit/builders.ts';
import {
  callAs,
  createStaffedApp,
  createSubject,
  idFor,
  type Staffed,
} from '../../../tests/kit/permission-calls.ts';
import { callers, permissionTable } from '../../../tests/kit/permission-table.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';

function routesOf({ app }: ReturnType<typeof createTestApp>): string[] {
  const routes = app.routes.filter(({ method }) => method !== 'ALL');
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].sort();
}

const privateTexts = /The Star speaks of patience|Which Star is it\?|maya@customers\.example|Maya/;
const tables = ['orders', 'readings', 'reading_revisions', 'order_events', 'messages', 'outbox', 'settings'];

/** @returns all rows of the tables that a refused call must not change */
function readAll({ app }: Staffed): unknown[][] {
  return tables.map((name) => app.db.$client.prepare(`SELECT * FROM ${name}`).all());
}

test('lists exactly the app’s routes in the permission table', () => {
  expect(Object.keys(permissionTable).sort()).toEqual(routesOf(createTestApp()));
});

test.each(Object.entries(permissionTable))(
  '%s answers each caller by the table and changes nothing it refuses',
  async (route, row) => {
    const staffed = await createStaffedApp();
    const statuses: Record<string, number> = {};
    for (const caller of callers) {
      const subject = await createSubject(staffed, row.order);
      const path = route.replace(':id', idFor(route, subject));
      const before = readAll(staffed);
      const answer = await callAs(staffed, caller, path, row.body?.(subject));
      statuses[caller] = answer.status;
      const text = JSON.stringify(answer.body);
      if (caller.includes('reader')) expect(text).not.toContain('@customers.example');
      if (answer.status < 400) continue;
      expect(answer.body.error?.message).toMatch(/^[A-Z].*\.$/s);
      expect(text).not.toMatch(privateTexts);
      expect(readAll(staffed)).toEqual(before);
    }
    expect(statuses).toEqual(Object.fromEntries(callers.map((caller, i) => [caller, row.expected[i]])));
  },
);

describe('an id that does not exist', () => {
  let staffed: Staffed;
  beforeAll(async () => {
    staffed = await createStaffedApp();
  });
  const routesWithId = Object.entries(permissionTable).filter(([route]) => route.includes(':id'));
  test.each(routesWithId)('is a 404 to %s', async (route, row) => {
    const subject = await createSubject(staffed, undefined);
    const caller = row.expected[3] === 403 ? 'reader' : 'admin';
    for (const id of ['no-such-id', '%00', '..%2F..%2Fetc', '%F0%9F%83%8F', 'x'.repeat(2000)]) {
      const answer = await callAs(staffed, caller, route.replace(':id', id), row.body?.(subject));
      expect([id, answer.status]).toEqual([id, 404]);
      expect(answer.body.error?.code).toMatch(/_not_found$/);
    }
  });
});

const hiddenOrders: [string, string][] = [
  ['that is not paid', "UPDATE orders SET payment_status = 'unpaid' WHERE id = ?"],
  ['whose payment is in review', "UPDATE orders SET payment_status = 'review' WHERE id = ?"],
  ['that was deleted', 'UPDATE orders SET deleted_at = 1 WHERE id = ?'],
  ['that was given to another reader', "UPDATE orders SET assigned_reader_id = 'id-of-omar' WHERE id = ?"],
  ['that was unassigned', 'UPDATE orders SET assigned_reader_id = NULL WHERE id = ?'],
];
test.each(hiddenOrders)('hides an order %s from its reader', async (_what, change) => {
  const staffed = await createStaffedApp();
  const subject = await createSubject(staffed, 'reading_uploaded');
  staffed.app.db.$client.prepare(change).run(subject.orderId);
  const ofReaders = Object.entries(permissionTable).filter(([, { expected }]) => expected[2] === 404);
  expect(ofReaders.length).toBeGreaterThan(4);
  for (const [route, row] of ofReaders) {
    const path = route.replace(':id', subject.orderId);
    const { status } = await callAs(staffed, 'reader', path, row.body?.(subject));
    expect([route, status]).toEqual([route, 404]);
  }
  expect((await callAs(staffed, 'reader', 'GET /api/reader/orders', undefined)).body).toEqual([]);
});

test('lets an admin who also writes call the readers’ routes', async () => {
  const staffed = await createStaffedApp();
  const ofReaders = Object.entries(permissionTable).filter(([, { expected }]) => expected[3] === 403);
  expect(ofReaders.length).toBeGreaterThan(2);
  const solo = addPerson(staffed.app, 'solo', 'admin', true);
  for (const [route, row] of ofReaders) {
    const { orderId } = await createSubject(staffed, row.order);
    staffed.app.db.update(orders).set({ assignedReaderId: solo.id }).run();
    const [, path = ''] = route.replace(':id', orderId).split(' ');
    const browser = await browserOf(staffed.app, solo);
    expect([route, (await browser.get(path)).status]).toEqual([route, row.expected[1]]);
  }
});

test('answers an unknown /api address with a 404 error in JSON', async () => {
  const { status, body } = await createTestApp().visitor().get('/api/nowhere');
  expect(status).toBe(404);
  expect(body).toEqual({ error: { code: 'route_not_found', message: 'There is nothing here.' } });
});
