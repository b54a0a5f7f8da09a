import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../shared/errors.ts';
import type { OpenSession, Person } from '../../../shared/people/staff.ts';
import { addReader, addSignedIn, browserOf, orderIn, storedOrder } from '../../../testing/builders.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { handOutWaiting } from '../../availability/hand-out-waiting.ts';

async function createDesk() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const people = async () => (await admin.get<Person[]>('/api/staff')).body;
  const setActive = (id: string, body: object) =>
    admin.put<Person[] & ErrorBody>(`/api/staff/${id}/active`, body);
  return { app, admin, rita, people, setActive };
}

test('everybody is listed, admins first, with the orders that wait for them and where they are signed in', async () => {
  const { app, rita, people } = await createDesk();
  await browserOf(app, rita.person);
  await orderIn(app, 'pending', rita.person);
  await orderIn(app, 'rejected', rita.person);
  await orderIn(app, 'approved', rita.person);
  addReader(app, 'Ada');
  expect(
    (await people()).map(({ username, role, openOrders, sessions }) => [
      username,
      role,
      openOrders,
      sessions,
    ]),
  ).toEqual([
    ['admin', 'admin', 0, 1],
    ['Ada', 'reader', 0, 0],
    ['rita', 'reader', 2, 2],
  ]);
});

test('nothing about a password is told', async () => {
  const { people } = await createDesk();
  expect(Object.keys((await people())[0] ?? {}).sort()).toEqual([
    'awayUntil',
    'createdAt',
    'daysAway',
    'email',
    'hasTwoFactor',
    'id',
    'isActive',
    'maxOpenOrders',
    'openOrders',
    'profile',
    'readingsPerDay',
    'role',
    'sessions',
    'username',
  ]);
});

test('a reader who was created can sign in; the name cannot be taken again', async () => {
  const { app, admin } = await createDesk();
  const nora = { username: 'Nora', password: 'the words of nora', role: 'reader' };
  const { body } = await admin.post<Person[]>('/api/staff', nora);
  expect(body.map(({ username }) => username)).toContain('Nora');
  const { username, password } = nora;
  expect((await app.visitor().post('/api/login', { username, password })).body).toEqual({
    username,
    role: 'reader',
  });
  const again = await admin.post<ErrorBody>('/api/staff', { ...nora, username: 'nora' });
  expect([again.status, again.body.error.message]).toEqual([409, 'There is already somebody called nora.']);
});

test.each(['system', 'Stripe', 'CUSTOMER'])(
  'nobody is called %s, as what is nobody’s deed is',
  async (username) => {
    const { admin } = await createDesk();
    const person = { username, password: 'the words of nora', role: 'reader' };
    const { status, body } = await admin.post<ErrorBody>('/api/staff', person);
    expect([status, body.error.message]).toEqual([
      409,
      `In the history of an order ${username} is not a person. Please choose another name.`,
    ]);
  },
);

test.each([
  [{ username: ' ', password: 'the words of nora', role: 'reader' }, 'The username is missing.'],
  [{ username: 'nora', password: 'short', role: 'reader' }, 'Password must be at least 6 characters'],
  [{ username: 'nora', password: 'password', role: 'reader' }, /most common/],
  [{ username: 'nora', password: 'the words of nora', role: 'owner' }, 'The role is admin or reader.'],
])('%j is refused with a sentence', async (body, message) => {
  const { admin } = await createDesk();
  const answer = await admin.post<ErrorBody>('/api/staff', body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toMatch(message);
});

test('a reader whose account is closed is out at once, gets nothing new, and can come back', async () => {
  const { app, rita, setActive } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const closed = await setActive(rita.person.id, { isActive: false });
  expect(closed.body.find(({ username }) => username === 'rita')).toMatchObject({
    isActive: false,
    openOrders: 0,
    sessions: 0,
  });
  expect((await rita.get('/api/reader/orders')).status).toBe(401);
  expect(storedOrder(app, orderId).assignedReaderId).toBeNull();
  const { orderId: later } = await app.buy();
  expect(storedOrder(app, later).assignedReaderId).toBeNull();
  await setActive(rita.person.id, { isActive: true });
  expect((await (await browserOf(app, rita.person)).get('/api/reader/orders')).status).toBe(200);
});

test.each([
  ['another reader', true],
  ['nobody', false],
])(
  'the open orders of somebody whose account is closed go to %s, and the others stay theirs',
  async (_whom, isSomebody) => {
    const { app, rita, setActive } = await createDesk();
    const moveOrdersTo = isSomebody ? addReader(app, 'ada') : null;
    const open = await orderIn(app, 'pending', rita.person);
    const done = await orderIn(app, 'approved', rita.person);
    await setActive(rita.person.id, { isActive: false, moveOrdersTo });
    expect(storedOrder(app, open.orderId).assignedReaderId).toBe(moveOrdersTo);
    expect(storedOrder(app, done.orderId).assignedReaderId).toBe(rita.person.id);
  },
);

test('orders of which nobody knew when an account was closed go to whoever is free, or wait for them', async () => {
  const { app, rita, setActive } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  await setActive(rita.person.id, { isActive: false });
  expect(storedOrder(app, orderId).assignedReaderId).toBeNull();
  const ada = addReader(app, 'ada');
  await handOutWaiting(app.context);
  expect(storedOrder(app, orderId).assignedReaderId).toBe(ada);
  const omar = addReader(app, 'omar');
  await setActive(ada, { isActive: false });
  expect(storedOrder(app, orderId).assignedReaderId).toBe(omar);
});

test('orders are not moved to somebody who is not there, and then nothing has changed', async () => {
  const { app, rita, people, setActive } = await createDesk();
  await orderIn(app, 'pending', rita.person);
  expect((await setActive(rita.person.id, { isActive: false, moveOrdersTo: 'nobody' })).status).toBe(404);
  expect((await people()).find(({ username }) => username === 'rita')?.isActive).toBe(true);
});

test('nobody closes their own account', async () => {
  const { admin, setActive } = await createDesk();
  const { status, body } = await setActive(admin.person.id, { isActive: false });
  expect([status, body.error.code]).toEqual([409, 'person_conflict']);
});

test('a new password for somebody signs them out everywhere and lets them in', async () => {
  const { app, admin } = await createDesk();
  const { password: old, ...ben } = await app.signIn('reader', 'ben');
  const id = (await admin.get<Person[]>('/api/staff')).body.find(({ username }) => username === 'ben')?.id;
  const change = await admin.put(`/api/staff/${id}/password`, { newPassword: 'the new words of ben' });
  expect(change.status).toBe(200);
  expect((await ben.get('/api/reader/orders')).status).toBe(401);
  const signIn = (password: string) => app.visitor().post('/api/login', { username: 'ben', password });
  expect((await signIn(old)).status).toBe(401);
  expect((await signIn('the new words of ben')).status).toBe(200);
  const own = await admin.put<ErrorBody>(`/api/staff/${admin.person.id}/password`, {
    newPassword: 'my new words',
  });
  expect(own.status).toBe(409);
});

test('sessions are listed and ended one by one; what names them opens nothing', async () => {
  const { app, admin, rita } = await createDesk();
  const second = await browserOf(app, rita.person);
  const path = `/api/staff/${rita.person.id}/sessions`;
  const { body } = await admin.get<OpenSession[]>(path);
  expect(body).toHaveLength(2);
  const stranger = app.visitor();
  stranger.cookies.set('session', body[0]?.id ?? '');
  expect((await stranger.get('/api/auth/user')).status).toBe(401);
  for (const { id, isCurrent } of body) {
    expect(isCurrent).toBe(false);
    expect((await admin.delete(`${path}/${id}`)).status).toBe(200);
    expect((await admin.delete(`${path}/${id}`)).status).toBe(404);
  }
  for (const browser of [rita, second]) expect((await browser.get('/api/auth/user')).status).toBe(401);
  const own = await admin.get<OpenSession[]>(`/api/staff/${admin.person.id}/sessions`);
  expect(own.body).toMatchObject([{ isCurrent: true }]);
});

test.each(['GET', 'PUT active', 'PUT password'])(
  '%s for an account that does not exist is a 404',
  async (what) => {
    const { admin, setActive } = await createDesk();
    const answer =
      what === 'GET'
        ? await admin.get<ErrorBody>('/api/staff/nobody/sessions')
        : what === 'PUT active'
          ? await setActive('nobody', { isActive: false })
          : await admin.put<ErrorBody>('/api/staff/nobody/password', { newPassword: 'some new words' });
    expect([answer.status, answer.body.error.code]).toEqual([404, 'person_not_found']);
  },
);
