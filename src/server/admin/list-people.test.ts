import { expect, test } from 'vitest';
import { addReader, addSignedIn, browserOf, orderIn, storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { Person } from '../../shared/people/staff.ts';
import { assignWaitingOrders } from '../orders/assign-orders.ts';

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
  expect(
    listed.map(({ username, role, openOrders, sessions }) => [username, role, openOrders, sessions.length]),
  ).toEqual([
    ['admin', 'admin', 0, 1],
    ['Ada', 'reader', 0, 0],
    ['rita', 'reader', 2, 2],
  ]);
  expect(Object.keys(listed[0] ?? {}).sort()).toEqual([
    ...['awayUntil', 'createdAt', 'daysAway', 'displayName', 'email', 'hasTwoFactor', 'id', 'isActive'],
    ...['isInvited', 'maxOpenOrders', 'openOrders', 'profile', 'readingsPerDay', 'role', 'sessions'],
    ...['username', 'writes'],
  ]);
});

test('lets a new reader sign in and refuses the same name again', async () => {
  const { app, admin } = await createDesk();
  const nora = { username: 'Nora', password: 'the words of nora', role: 'reader' };
  const { body } = await admin.post<Person[]>('/api/staff', nora);
  expect(body.map(({ username }) => username)).toContain('Nora');
  const { username, password } = nora;
  expect((await app.visitor().post('/api/login', { username, password })).body).toEqual({
    username,
    role: 'reader',
    writes: true,
    displayName: null,
  });
  const again = await admin.post<ErrorBody>('/api/staff', { ...nora, username: 'nora' });
  expect([again.status, again.body.error.message]).toEqual([409, 'There is already an account called nora.']);
});

test.each([
  [{ username: ' ' }, 400, 'The username is missing.'],
  [{ password: 'short' }, 400, 'Password must be at least 6 characters'],
  [{ password: 'password' }, 400, /most common/],
  [{ role: 'owner' }, 400, 'The role is admin or reader.'],
  ...['system', 'Stripe', 'CUSTOMER'].map((username): [object, number, string] => [
    { username },
    409,
    `“${username}” has another meaning in the history of orders. Please choose another name.`,
  ]),
])('refuses a new account with %j and says why', async (changes, status, message) => {
  const { admin, people } = await createDesk();
  const person = { username: 'nora', password: 'the words of nora', role: 'reader', ...changes };
  const answer = await admin.post<ErrorBody>('/api/staff', person);
  expect(answer.status).toBe(status);
  expect(answer.body.error.message).toMatch(message);
  expect(await people()).toHaveLength(2);
});

test('signs a closed account out until it is opened again', async () => {
  const { app, rita, setActive } = await createDesk();
  const open = await orderIn(app, 'pending', rita.person);
  const done = await orderIn(app, 'approved', rita.person);
  const closed = await setActive(rita.person.id, { isActive: false });
  expect(closed.body.find(({ username }) => username === 'rita')).toMatchObject({
    isActive: false,
    openOrders: 0,
    sessions: [],
  });
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

test('refuses to close an unknown account or the admin’s own', async () => {
  const { app, admin, rita, people, setActive } = await createDesk();
  await orderIn(app, 'pending', rita.person);
  const newPassword = 'some new words';
  for (const { status } of [
    await setActive(rita.person.id, { isActive: false, moveOrdersTo: 'unknown' }),
    await setActive('unknown', { isActive: false }),
    await admin.put('/api/staff/unknown/password', { newPassword }),
  ]) {
    expect(status).toBe(404);
  }
  const own = await setActive(admin.person.id, { isActive: false });
  expect([own.status, own.body.error.code]).toEqual([409, 'person_conflict']);
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

test('lists and ends sessions by ids that don’t work as cookies', async () => {
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
