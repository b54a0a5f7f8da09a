import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { audit } from '../../../db/schema.ts';
import { accountForm } from '../../../tests/kit/account-form.ts';
import { addSignedIn, browserOf, orderIn, storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { Account, AccountChange } from '../../shared/people/account-schema.ts';
import type { Person } from '../../shared/people/staff.ts';
import { submitReading } from '../readings/write-reading.ts';

async function createDesk() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const change = (account: AccountChange, id = rita.person.id) =>
    admin.put<Person[] & ErrorBody>(`/api/staff/${id}`, accountForm(account));
  const person = async () =>
    (await admin.get<Person[]>('/api/staff')).body.find(({ id }) => id === rita.person.id);
  const audited = () => {
    const rows = app.db.select().from(audit).where(eq(audit.subjectLabel, 'rita')).all();
    return rows.map(({ action }) => action).filter((action) => action !== 'signed_in');
  };
  return { app, admin, rita, change, person, audited };
}

const whole: AccountChange = {
  email: 'rita@staff.example',
  maxOpenOrders: 4,
  readingsPerDay: 2,
  daysAway: [{ from: '2036-12-24', to: '2036-12-26' }],
  daysAwayBefore: [],
  displayName: 'Rita Moss',
  readingSince: 2009,
  signature: 'Rita',
  about: 'I read slowly.',
};

test('saves a whole account from one form and records the changes', async () => {
  const { change, person, audited } = await createDesk();
  expect((await change(whole)).status).toBe(200);
  const { daysAwayBefore, displayName, readingSince, signature, about, ...rest } = whole;
  expect(await person()).toMatchObject({
    ...rest,
    role: 'reader',
    profile: { displayName, readingSince, signature, about, portrait: null },
  });
  expect(audited()).toEqual(['email_changed', 'availability_changed', 'profile_changed']);
  // What is saved again as it is was not changed.
  await change({ email: 'rita@staff.example', displayName: 'Rita Moss' });
  expect(audited()).toHaveLength(3);
});

test.each<[AccountChange, number]>([
  [{ email: 'boss@staff.example' }, 409],
  [{ readingSince: 2300 }, 400],
  [{ daysAwayBefore: [{ from: '2036-01-01', to: '2036-01-02' }] }, 409],
  [{ daysAway: [{ from: '2020-01-01', to: '2020-01-02' }] }, 400],
  [{ portrait: { alt: 'Rita at her table' } }, 404],
  [{ maxOpenOrders: 0 }, 400],
])('saves no field when the form includes %j', async (wrong, status) => {
  const { app, admin, change, person, audited } = await createDesk();
  app.db.$client.prepare("UPDATE users SET email = 'boss@staff.example' WHERE id = ?").run(admin.person.id);
  const before = await person();
  expect((await change({ ...whole, ...wrong })).status).toBe(status);
  expect([await person(), audited()]).toEqual([before, []]);
});

test('makes a reader an admin once they have no open orders', async () => {
  const { app, admin, rita, change, person, audited } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const error = { message: 'rita has 1 open order. Give them to another reader first.' };
  expect(await change({ role: 'admin' })).toMatchObject({ status: 409, body: { error } });
  await admin.put(`/api/orders/${orderId}/assignee`, { readerId: null });
  expect((await change({ role: 'admin', ordersMayWait: true })).status).toBe(200);
  expect(await person()).toMatchObject({ role: 'admin', profile: null });
  expect(audited()).toEqual(['role_changed']);
  expect((await rita.get('/api/account')).status).toBe(401);
  expect((await (await browserOf(app, rita.person)).get('/api/staff')).status).toBe(200);
  const back = await change({ role: 'reader', maxOpenOrders: 2 });
  expect([back.status, (await person())?.maxOpenOrders]).toEqual([200, 2]);
});

test('assigns orders to an admin who writes until they stop writing', async () => {
  const { app, admin, rita, change, person, audited } = await createDesk();
  await change({ role: 'admin' });
  const { orderId } = await orderIn(app, 'pending', admin.person);
  expect(storedOrder(app, orderId).assignedReaderId).toBe(null);
  expect((await change({ writes: true, displayName: 'Rita Moss' })).status).toBe(200);
  const profile = { displayName: 'Rita Moss' };
  expect(await person()).toMatchObject({ role: 'admin', writes: true, profile });
  expect(storedOrder(app, orderId).assignedReaderId).toBe(rita.person.id);
  const own = await (await browserOf(app, rita.person)).get<{ id: string }[]>('/api/reader/orders');
  expect(own.body.map(({ id }) => id)).toEqual([orderId]);
  const omar = await addSignedIn(app, 'omar', 'reader');
  expect((await change({ writes: false })).status).toBe(200);
  expect(storedOrder(app, orderId).assignedReaderId).toBe(omar.person.id);
  const error = { message: 'Your account isn’t set to write readings. Please reload the page.' };
  const refused = await (await browserOf(app, rita.person)).get('/api/reader/orders');
  expect(refused).toMatchObject({ status: 403, body: { error } });
  expect(audited()).toEqual(['role_changed', 'role_changed', 'profile_changed', 'role_changed']);
});

test('lets the last writer stop only after confirming that orders may wait', async () => {
  const { app, admin, rita, change, person } = await createDesk();
  await change({ role: 'admin', writes: true });
  const { orderId } = await orderIn(app, 'pending', rita.person);
  // Without a password a person cannot write yet.
  const invited = { username: 'nora', role: 'reader', email: 'nora@staff.example', invite: true };
  expect((await admin.post('/api/staff', invited)).status).toBe(200);
  const message =
    'No one else writes readings, so 1 order would have no reader. Nothing was saved. Confirm that it may wait, or add a reader first.';
  const error = { code: 'last_writer_conflict', message };
  expect(await change({ writes: false })).toMatchObject({ status: 409, body: { error } });
  expect((await person())?.writes).toBe(true);
  expect(storedOrder(app, orderId).assignedReaderId).toBe(rita.person.id);
  expect((await change({ writes: false, ordersMayWait: true })).status).toBe(200);
  expect(storedOrder(app, orderId).assignedReaderId).toBe(null);
  await change({ writes: true });
  expect(storedOrder(app, orderId).assignedReaderId).toBe(rita.person.id);
});

test('refuses to stop a reader from writing', async () => {
  const { change } = await createDesk();
  const error = { message: 'A reader always writes.' };
  expect(await change({ writes: false })).toMatchObject({ status: 409, body: { error } });
});

test('gives the rejected reading of a former reader to another reader', async () => {
  const { app, admin, rita, change } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const written = { orderId, content: 'The Star speaks of patience.', internalNotes: null };
  const reading = await submitReading(app.context, rita.person, written);
  await change({ role: 'admin' });
  const omar = await addSignedIn(app, 'omar', 'reader');
  await admin.put(`/api/readings/${reading.id}/reject`, { feedback: 'Which Star is it?' });
  expect(storedOrder(app, orderId).assignedReaderId).toBe(omar.person.id);
});

test('refuses to change the admin’s own account or an unknown one', async () => {
  const { admin, change } = await createDesk();
  expect((await change({ email: null }, admin.person.id)).body.error.code).toBe('person_conflict');
  expect((await change({ email: null }, 'no-such-id')).status).toBe(404);
});

test('saves nothing from a reader’s form when the password is wrong', async () => {
  const nora = await createTestApp().signIn('reader', 'nora');
  const { maxOpenOrders, readingsPerDay, ...own } = whole;
  const save = (currentPassword: string) =>
    nora.put<Account>('/api/account', accountForm({ ...own, mutedNotices: ['due_soon'], currentPassword }));
  const account = async () => (await nora.get<Account>('/api/account')).body;
  const before = await account();
  expect((await save('a guess')).status).toBe(400);
  expect(await account()).toEqual(before);
  const profile = { displayName: 'Rita Moss', signature: 'Rita' };
  const saved = { email: 'rita@staff.example', daysAway: own.daysAway, profile };
  expect((await save(nora.password)).body).toMatchObject(saved);
  expect((await account()).notices.filter(({ isOn }) => !isOn).map(({ kind }) => kind)).toEqual(['due_soon']);
});

test.each([
  ['{"email":', 'Send the account as JSON.'],
  ['{"isActive":false}', 'There is no field called isActive here. Please leave it out.'],
  ['[]', /object/],
])('refuses an account sent as %s', async (text, message) => {
  const { admin, rita } = await createDesk();
  const form = new FormData();
  form.set('account', text);
  const error = { message: expect.stringMatching(message) };
  const answer = await admin.put(`/api/staff/${rita.person.id}`, form);
  expect(answer).toMatchObject({ status: 400, body: { error } });
});
