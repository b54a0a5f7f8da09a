import { expect, test } from 'vitest';
import {
  addReader,
  addSignedIn,
  browserOf,
  orderIn,
  sendWebhook,
  setEmail,
  storedOrder,
} from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { Person } from '../../shared/people/staff.ts';
import { assignWaitingOrders } from '../orders/assign-orders.ts';
import { listEvents } from '../orders/order-events-repository.ts';
import { withdraw } from '../payments/withdraw.ts';

async function createDesk() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const people = async () => (await admin.get<Person[]>('/api/staff')).body;
  const setActive = (id: string, body: object) =>
    admin.put<Person[] & ErrorBody>(`/api/staff/${id}/active`, body);
  return { app, admin, rita, people, setActive };
}

test('lists everyone with open orders and sessions, but no password', async () => {
  const { app, rita, people } = await createDesk();
  await browserOf(app, rita.person);
  await orderIn(app, 'pending', rita.person);
  await orderIn(app, 'rejected', rita.person);
  await orderIn(app, 'approved', rita.person);
  addReader(app, 'Ada');
  const listed = await people();
  expect(listed).toMatchObject([
    { username: 'admin', role: 'admin', openOrders: 0, sessions: [{}] },
    { username: 'Ada', role: 'reader', openOrders: 0, sessions: [] },
    { username: 'rita', role: 'reader', openOrders: 2, sessions: [{}, {}] },
  ]);
  expect(
    Object.keys(listed[0] ?? {})
      .sort()
      .join(' '),
  ).toBe(
    'awayUntil createdAt daysAway displayName email hasTwoFactor id isActive isInvited maxOpenOrders ' +
      'openOrders profile readingsPerDay role sessions username writes',
  );
});

test('lets a new reader sign in and refuses the same name again', async () => {
  const { app, admin } = await createDesk();
  const nora = { username: 'Nora', password: 'the words of nora', role: 'reader' };
  const { body } = await admin.post<Person[]>('/api/staff', nora);
  expect(body.map(({ username }) => username)).toContain('Nora');
  const { username, password } = nora;
  const signedIn = { username, role: 'reader', writes: true, displayName: null };
  expect((await app.visitor().post('/api/login', { username, password })).body).toEqual(signedIn);
  const error = { message: 'There is already an account called nora.' };
  const again = await admin.post('/api/staff', { ...nora, username: 'nora' });
  expect(again).toMatchObject({ status: 409, body: { error } });
});

test.each([
  [{ username: ' ' }, 400, 'The username is missing.'],
  [{ password: 'short' }, 400, 'Password must be at least 6 characters'],
  [{ password: 'Password' }, 400, /too common/],
  [{ role: 'owner' }, 400, 'The role is admin or reader.'],
  [{ email: 'ID-of-rita@staff.example' }, 409, /address/],
  ...['system', 'Stripe', 'CUSTOMER'].map((username): [object, number, string] => [
    { username },
    409,
    `The service itself uses the name “${username}”. Please choose another.`,
  ]),
])('refuses a new account with %j and says why', async (changes, status, message) => {
  const { app, admin, rita, people } = await createDesk();
  setEmail(app, rita.person.id);
  const person = { username: 'nora', password: 'the words of nora', role: 'reader', ...changes };
  const error = { message: expect.stringMatching(message) };
  expect(await admin.post('/api/staff', person)).toMatchObject({ status, body: { error } });
  expect(await people()).toHaveLength(2);
});

test('signs a closed account out until it is opened again', async () => {
  const { app, rita, setActive } = await createDesk();
  const open = await orderIn(app, 'pending', rita.person);
  const done = await orderIn(app, 'approved', rita.person);
  const closed = await setActive(rita.person.id, { isActive: false });
  const signedOut = { isActive: false, openOrders: 0, sessions: [] };
  expect(closed.body.find(({ username }) => username === 'rita')).toMatchObject(signedOut);
  expect((await rita.get('/api/reader/orders')).status).toBe(401);
  expect(storedOrder(app, open.orderId).assignedReaderId).toBeNull();
  expect(storedOrder(app, done.orderId).assignedReaderId).toBe(rita.person.id);
  const { orderId: later } = await app.buy();
  expect(storedOrder(app, later).assignedReaderId).toBeNull();
  await setActive(rita.person.id, { isActive: true });
  expect((await (await browserOf(app, rita.person)).get('/api/reader/orders')).status).toBe(200);
});

test('moves a closed account’s orders to the chosen or a free reader', async () => {
  const { app, rita, setActive } = await createDesk();
  const ada = addReader(app, 'ada');
  const { orderId } = await orderIn(app, 'pending', rita.person);
  await setActive(rita.person.id, { isActive: false, moveOrdersTo: ada });
  expect(storedOrder(app, orderId).assignedReaderId).toBe(ada);
  await setActive(ada, { isActive: false });
  expect(storedOrder(app, orderId).assignedReaderId).toBeNull();
  const nora = addReader(app, 'nora');
  await assignWaitingOrders(app.context);
  expect(storedOrder(app, orderId).assignedReaderId).toBe(nora);
  const omar = addReader(app, 'omar');
  await setActive(nora, { isActive: false });
  expect(storedOrder(app, orderId).assignedReaderId).toBe(omar);
});

test('refuses to close the admin’s own account, and an unknown next reader', async () => {
  const { app, admin, rita, people, setActive } = await createDesk();
  await orderIn(app, 'pending', rita.person);
  const newPassword = 'some new words';
  const away = await setActive(rita.person.id, { isActive: false, moveOrdersTo: 'unknown' });
  expect(away.status).toBe(404);
  const own = await setActive(admin.person.id, { isActive: false });
  expect(own).toMatchObject({ status: 409, body: { error: { code: 'person_conflict' } } });
  expect((await admin.put(`/api/staff/${admin.person.id}/password`, { newPassword })).status).toBe(409);
  expect((await people()).every(({ isActive }) => isActive)).toBe(true);
});

test('signs a person out everywhere when an admin sets their password', async () => {
  const { app, admin } = await createDesk();
  const { password: old, ...ben } = await app.signIn('reader', 'ben');
  const id = (await admin.get<Person[]>('/api/staff')).body.find(({ username }) => username === 'ben')?.id;
  const change = await admin.put(`/api/staff/${id}/password`, { newPassword: 'the new words of ben' });
  expect(change.status).toBe(200);
  expect((await ben.get('/api/reader/orders')).status).toBe(401);
  const signIn = (password: string) => app.visitor().post('/api/login', { username: 'ben', password });
  expect((await signIn(old)).status).toBe(401);
  expect((await signIn('the new words of ben')).status).toBe(200);
});

test('lists and ends sessions by ids that cannot sign anyone in', async () => {
  const { app, admin, rita, people } = await createDesk();
  const second = await browserOf(app, rita.person);
  const sessionsOf = async (name: string) =>
    (await people()).find(({ username }) => username === name)?.sessions ?? [];
  const open = await sessionsOf('rita');
  expect(open).toHaveLength(2);
  const stranger = app.visitor();
  stranger.cookies.set('session', open[0]?.id ?? '');
  expect((await stranger.get('/api/auth/user')).status).toBe(401);
  for (const { id, isCurrent } of open) {
    expect(isCurrent).toBe(false);
    const path = `/api/staff/${rita.person.id}/sessions/${id}`;
    expect((await admin.delete(path)).status).toBe(200);
    expect((await admin.delete(path)).status).toBe(404);
  }
  for (const browser of [rita, second]) expect((await browser.get('/api/auth/user')).status).toBe(401);
  expect(await sessionsOf(admin.person.username)).toMatchObject([{ isCurrent: true }]);
});

async function createClosable() {
  const { app, admin, rita, setActive } = await createDesk();
  const close = () => setActive(rita.person.id, { isActive: false });
  const hear = async (paymentIntentId: string, isDisputed: boolean) => {
    app.payments.change(paymentIntentId, { isDisputed });
    await sendWebhook(app, { id: `evt_${isDisputed}`, paymentId: paymentIntentId });
  };
  return { app, admin, rita, close, hear };
}

type Desk = Awaited<ReturnType<typeof createClosable>>;

/** Work that comes back to its reader, who has left in the meantime. @returns the order's id */
const returns: [what: string, happens: (desk: Desk) => Promise<string>][] = [
  [
    'a rejection',
    async ({ admin, rita, close, app }) => {
      const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
      await close();
      await admin.put(`/api/readings/${readingId}/reject`, { feedback: 'More of the Star.' });
      return orderId;
    },
  ],
  [
    'a restore',
    async ({ admin, rita, close, app }) => {
      const { orderId } = await orderIn(app, 'pending', rita.person);
      await admin.delete(`/api/orders/${orderId}`);
      await close();
      await admin.put(`/api/orders/${orderId}/restore`);
      return orderId;
    },
  ],
  [
    'the dispute ends',
    async ({ rita, close, hear, app }) => {
      const { orderId, paymentIntentId } = await orderIn(app, 'pending', rita.person);
      await hear(paymentIntentId, true);
      await close();
      await hear(paymentIntentId, false);
      return orderId;
    },
  ],
  [
    'the withdrawal is lifted',
    async ({ admin, rita, close, app }) => {
      const { orderId } = await orderIn(app, 'pending', rita.person);
      await withdraw(app.context, orderId);
      await close();
      await admin.put(`/api/orders/${orderId}/withdrawal/lift`);
      return orderId;
    },
  ],
];

test.each(returns)('reassigns a closed account’s order after %s', async (_what, happens) => {
  const alone = await createClosable();
  const waiting = storedOrder(alone.app, await happens(alone));
  expect([waiting.assignedReaderId, waiting.assignedAt]).toEqual([null, null]);
  const desk = await createClosable();
  const ada = addReader(desk.app, 'ada');
  setEmail(desk.app, ada);
  const orderId = await happens(desk);
  expect(storedOrder(desk.app, orderId).assignedReaderId).toBe(ada);
  const assigned = { type: 'assigned', actor: 'system', data: { reader: 'ada' } };
  expect(listEvents(desk.app.db, orderId).at(-1)).toMatchObject(assigned);
  await desk.app.sendMail();
  expect(desk.app.mailer.sent.filter(({ to }) => to.name === 'ada')).toHaveLength(1);
});

test('keeps a delivered order assigned to a reader who left', async () => {
  const { app, admin, rita, close } = await createClosable();
  addReader(app, 'ada');
  const { orderId } = await orderIn(app, 'approved', rita.person);
  await app.sendMail();
  await admin.delete(`/api/orders/${orderId}`);
  await close();
  await admin.put(`/api/orders/${orderId}/restore`);
  expect(storedOrder(app, orderId).assignedReaderId).toBe(rita.person.id);
});
