import { expect, test } from 'vitest';
import type { OrderStatus } from '../shared/order-status.ts';
import { addPerson, browserOf, orderIn } from '../testing/builders.ts';
import { createTestApp, readingRequest } from '../testing/test-app.ts';
import type { SignedIn } from './context.ts';
import { createUser } from './staff/service.ts';

/** In this order: nobody, the order's own reader, another reader, the admin. */
const callers = ['visitor', 'reader', 'other reader', 'admin'] as const;
type Statuses = [visitor: number, reader: number, otherReader: number, admin: number];

interface Subject {
  orderId: string;
  orderNumber: string;
  readingId: string;
  readerId: string;
}
interface Row {
  expected: Statuses;
  /** The state of the order the call is about, which belongs to `reader`. */
  order?: OrderStatus | 'deleted';
  body?: (subject: Subject) => unknown;
}

const everybody: Statuses = [200, 200, 200, 200];
const adminOnly: Statuses = [401, 403, 403, 200];
const adminPassword = 'the admins own words';

/** Every call of the API, and who gets which answer (spec/product.md §6). */
const table: Record<string, Row> = {
  'GET /healthz': { expected: everybody },
  'GET /readyz': { expected: everybody },
  'GET /api/auth/user': { expected: [401, 200, 200, 200] },
  'POST /api/login': { expected: everybody, body: () => ({ username: 'boss', password: adminPassword }) },
  'POST /api/logout': { expected: everybody },
  'GET /api/settings': { expected: everybody },
  'PUT /api/settings/price': { expected: adminOnly, body: () => ({ price: 60 }) },
  'POST /api/create-simple-payment-intent': { expected: everybody, body: () => readingRequest() },
  'POST /api/confirm-payment': {
    expected: everybody,
    order: 'pending',
    body: ({ orderId, orderNumber }) => ({ orderId, orderNumber }),
  },
  'POST /api/payment-failure': { expected: everybody, body: () => ({ errorMessage: 'Card declined.' }) },
  'POST /api/stripe/webhook': { expected: [400, 400, 400, 400] },
  'GET /api/orders': { expected: adminOnly },
  'GET /api/orders/:id/events': { expected: adminOnly, order: 'pending' },
  'DELETE /api/orders/:id': { expected: adminOnly, order: 'pending' },
  'PUT /api/orders/:id/restore': { expected: adminOnly, order: 'deleted' },
  'PUT /api/orders/:id/assignee': {
    expected: adminOnly,
    order: 'pending',
    body: ({ readerId }) => ({ readerId }),
  },
  'GET /api/reader/orders': { expected: [401, 200, 200, 403] },
  'GET /api/orders/:id/reading': { expected: [401, 200, 404, 200], order: 'reading_uploaded' },
  'GET /api/readings': { expected: adminOnly },
  'GET /api/readings/pending': { expected: adminOnly },
  'POST /api/readings': {
    expected: [401, 200, 404, 200],
    order: 'pending',
    body: ({ orderId }) => ({ orderId, content: 'The Star speaks of patience.' }),
  },
  'PUT /api/readings/:id': {
    expected: adminOnly,
    order: 'reading_uploaded',
    body: () => ({ content: 'The Star speaks of hope.', internalNotes: 'Better.' }),
  },
  'PUT /api/readings/:id/approve': { expected: adminOnly, order: 'reading_uploaded' },
  'PUT /api/readings/:id/reject': { expected: adminOnly, order: 'reading_uploaded' },
  'PUT /api/readings/:id/undo-approval': { expected: adminOnly, order: 'approved' },
  'GET /api/readers': { expected: adminOnly },
  'PUT /api/admin/password': {
    expected: adminOnly,
    body: () => ({ currentPassword: adminPassword, newPassword: 'other words of the admin' }),
  },
  'POST /api/test-email': { expected: everybody, body: () => ({ email: 'me@customers.example' }) },
};

function routesOf({ app }: ReturnType<typeof createTestApp>): string[] {
  const routes = app.routes.filter(({ method }) => method !== 'ALL');
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].sort();
}

test('the table of permissions knows every route of the app, and no other', () => {
  expect(Object.keys(table).sort()).toEqual(routesOf(createTestApp()));
});

/** An app with an admin and two readers, none of whom has signed in yet. */
async function createStaffedApp() {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '60' } });
  await createUser(app.context, { username: 'boss', password: adminPassword, role: 'admin' });
  const boss = app.db.query.users.findFirst().sync();
  const people: Record<(typeof callers)[number], SignedIn | null> = {
    visitor: null,
    reader: addPerson(app, 'rita', 'reader'),
    'other reader': addPerson(app, 'omar', 'reader'),
    admin: boss ? { id: boss.id, username: 'boss', role: 'admin' } : null,
  };
  return { app, people, rita: people.reader as SignedIn };
}

type Staffed = Awaited<ReturnType<typeof createStaffedApp>>;

async function createSubject({ app, rita }: Staffed, state: Row['order']): Promise<Subject> {
  if (!state) return { orderId: '', orderNumber: '', readingId: '', readerId: rita.id };
  const order = await orderIn(app, state === 'deleted' ? 'pending' : state, rita);
  if (state === 'deleted') {
    app.db.$client.prepare('UPDATE orders SET deleted_at = 1 WHERE id = ?').run(order.orderId);
  }
  return { ...order, readerId: rita.id };
}

async function callAs(
  { app, people }: Staffed,
  caller: (typeof callers)[number],
  route: string,
  body: unknown,
) {
  const person = people[caller];
  const browser = person ? await browserOf(app, person) : app.visitor();
  const [method = '', path = ''] = route.split(' ');
  return browser.call<{ error?: { code: string; message: string } }>(method, path, body);
}

test.each(Object.entries(table))('%s answers each kind of caller as the table says', async (route, row) => {
  const staffed = await createStaffedApp();
  const statuses: Record<string, number> = {};
  for (const caller of callers) {
    const subject = await createSubject(staffed, row.order);
    const id = route.includes('/readings/') ? subject.readingId : subject.orderId;
    const answer = await callAs(staffed, caller, route.replace(':id', id), row.body?.(subject));
    statuses[caller] = answer.status;
    if (answer.status >= 400) expect(answer.body.error?.message).toMatch(/^[A-Z].*\.$/s);
  }
  expect(statuses).toEqual(Object.fromEntries(callers.map((caller, i) => [caller, row.expected[i]])));
});

const routesWithId = Object.entries(table).filter(([route]) => route.includes(':id'));
test.each(routesWithId)('%s is a 404 for an id that does not exist', async (route, row) => {
  const staffed = await createStaffedApp();
  const subject = await createSubject(staffed, undefined);
  for (const id of ['no-such-id', '%00', '..%2F..%2Fetc', '%F0%9F%83%8F', 'x'.repeat(2000)]) {
    const answer = await callAs(staffed, 'admin', route.replace(':id', id), row.body?.(subject));
    expect([id, answer.status]).toEqual([id, 404]);
    expect(answer.body.error?.code).toMatch(/_not_found$/);
  }
});

const hiddenOrders: [string, string][] = [
  ['that is not paid', "UPDATE orders SET payment_status = 'unpaid' WHERE id = ?"],
  ['that was deleted', 'UPDATE orders SET deleted_at = 1 WHERE id = ?'],
  ['that was given to somebody else', "UPDATE orders SET assigned_reader_id = 'id-of-omar' WHERE id = ?"],
  ['that was taken back', 'UPDATE orders SET assigned_reader_id = NULL WHERE id = ?'],
];
test.each(hiddenOrders)('an order %s does not exist for its reader', async (_what, change) => {
  const staffed = await createStaffedApp();
  const { orderId } = await createSubject(staffed, 'reading_uploaded');
  staffed.app.db.$client.prepare(change).run(orderId);
  const read = await callAs(staffed, 'reader', `GET /api/orders/${orderId}/reading`, undefined);
  const write = await callAs(staffed, 'reader', 'POST /api/readings', { orderId, content: 'Cards.' });
  const list = await callAs(staffed, 'reader', 'GET /api/reader/orders', undefined);
  expect([read.status, write.status, list.body]).toEqual([404, 404, []]);
});

test('no answer of the API is kept by a cache', async () => {
  const staffed = await createStaffedApp();
  for (const route of ['GET /api/settings', 'GET /api/orders', 'GET /api/nowhere']) {
    const { headers } = await callAs(staffed, 'admin', route, undefined);
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('an address below /api that does not exist is a 404 in the words of the API', async () => {
  const { status, body } = await createTestApp().visitor().get('/api/nowhere');
  expect(status).toBe(404);
  expect(body).toEqual({ error: { code: 'route_not_found', message: 'There is nothing here.' } });
});
