import { expect, test } from 'vitest';
import {
  callAs,
  callers,
  createStaffedApp,
  createSubject,
  idFor,
  permissionTable,
} from '../../testing/permission-table.ts';
import { createTestApp } from '../../testing/test-app.ts';

function routesOf({ app }: ReturnType<typeof createTestApp>): string[] {
  const routes = app.routes.filter(({ method }) => method !== 'ALL');
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].sort();
}

test('the table of permissions knows every route of the app, and no other', () => {
  expect(Object.keys(permissionTable).sort()).toEqual(routesOf(createTestApp()));
});

test.each(Object.entries(permissionTable))(
  '%s answers each kind of caller as the table says',
  async (route, row) => {
    const staffed = await createStaffedApp();
    const statuses: Record<string, number> = {};
    for (const caller of callers) {
      const subject = await createSubject(staffed, row.order);
      const id = idFor(route, subject);
      const answer = await callAs(staffed, caller, route.replace(':id', id), row.body?.(subject));
      statuses[caller] = answer.status;
      if (answer.status >= 400) expect(answer.body.error?.message).toMatch(/^[A-Z].*\.$/s);
    }
    expect(statuses).toEqual(Object.fromEntries(callers.map((caller, i) => [caller, row.expected[i]])));
  },
);

const routesWithId = Object.entries(permissionTable).filter(([route]) => route.includes(':id'));
test.each(routesWithId)('%s is a 404 for an id that does not exist', async (route, row) => {
  const staffed = await createStaffedApp();
  const subject = await createSubject(staffed, undefined);
  const caller = row.expected[3] === 403 ? 'reader' : 'admin';
  for (const id of ['no-such-id', '%00', '..%2F..%2Fetc', '%F0%9F%83%8F', 'x'.repeat(2000)]) {
    const answer = await callAs(staffed, caller, route.replace(':id', id), row.body?.(subject));
    expect([id, answer.status]).toEqual([id, 404]);
    expect(answer.body.error?.code).toMatch(/_not_found$/);
  }
});

const hiddenOrders: [string, string][] = [
  ['that is not paid', "UPDATE orders SET payment_status = 'unpaid' WHERE id = ?"],
  ['whose payment is in review', "UPDATE orders SET payment_status = 'review' WHERE id = ?"],
  ['that was deleted', 'UPDATE orders SET deleted_at = 1 WHERE id = ?'],
  ['that was given to somebody else', "UPDATE orders SET assigned_reader_id = 'id-of-omar' WHERE id = ?"],
  ['that was taken back', 'UPDATE orders SET assigned_reader_id = NULL WHERE id = ?'],
];
test.each(hiddenOrders)('an order %s does not exist for its reader', async (_what, change) => {
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

test('an address below /api that does not exist is a 404 in the words of the API', async () => {
  const { status, body } = await createTestApp().visitor().get('/api/nowhere');
  expect(status).toBe(404);
  expect(body).toEqual({ error: { code: 'route_not_found', message: 'There is nothing here.' } });
});
