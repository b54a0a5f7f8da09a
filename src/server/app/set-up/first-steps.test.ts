import { expect, test } from 'vitest';
import { writeNow } from '../../../../db/client.ts';
import { addPerson, addSignedIn } from '../../../../tests/kit/builders.ts';
import { stripeKeys } from '../../../../tests/kit/stripe-keys.ts';
import { createTestApp, type TestApp } from '../../../../tests/kit/test-app.ts';
import type { FirstStepsState } from '../../../shared/shop/set-up-schema.ts';
import { writeLastBackup } from '../../shop/facts-repository.ts';
import { closeSetUp, openSetUp } from './set-up.ts';

async function openDesk(env: Record<string, string> = {}) {
  const app = createTestApp({ env });
  await closeSetUp(app.context);
  const admin = await addSignedIn(app, 'ada', 'admin');
  const steps = async () => (await admin.get<FirstStepsState>('/api/first-steps')).body;
  return { app, admin, steps };
}
type Desk = Awaited<ReturnType<typeof openDesk>>;

const noteBackup = ({ db, clock }: TestApp) =>
  writeNow(db, (tx) => writeLastBackup(tx, { at: clock.now(), file: '/b/1.db', seconds: 1 }));

const deliverAll = ({ db }: TestApp) => db.$client.exec("UPDATE orders SET status = 'approved'");

const giveAddress = ({ db }: TestApp) =>
  db.$client.exec("UPDATE users SET email = 'ada@quiet.example' WHERE id = 'id-of-ada'");

test('checks off nothing in a new shop', async () => {
  const { steps } = await openDesk();
  expect(await steps()).toEqual({
    ...{ isOver: false, done: [], isWithoutReader: false, payments: 'sandbox' },
  });
});

test.each<[string, Record<string, string>, (desk: Desk) => unknown]>([
  ['email', {}, ({ app }) => giveAddress(app)],
  ['about', {}, ({ admin }) => admin.put('/api/business/texts/bio', { text: 'Ada reads.', version: 0 })],
  ['stripe', stripeKeys('test'), () => {}],
  ['mail', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'ada@quiet.example' }, () => {}],
  ['backups', {}, ({ app }) => noteBackup(app)],
  ['reader', {}, ({ app }) => addPerson(app, 'rita', 'reader')],
  ['look', {}, ({ admin }) => admin.put('/api/first-steps', { note: 'looked' })],
  ['order', {}, ({ app }) => app.buy()],
])('checks off only %s once it is done', async (step, env, happen) => {
  const desk = await openDesk(env);
  await happen(desk);
  expect(await desk.steps()).toMatchObject({ isOver: false, done: [step] });
});

test('tells an admin who writes from a reader', async () => {
  const { app, steps } = await openDesk();
  app.db.$client.exec("UPDATE users SET writes = 1 WHERE id = 'id-of-ada'");
  expect(await steps()).toMatchObject({ done: ['reader'], isWithoutReader: true });
  await addPerson(app, 'rita', 'reader');
  expect(await steps()).toMatchObject({ done: ['reader'], isWithoutReader: false });
});

test('unchecks backups when they are switched off', async () => {
  const { app, admin, steps } = await openDesk();
  noteBackup(app);
  await admin.put('/api/settings/backups', { isOn: false, hourly: 24, daily: 7, weekly: 8 });
  expect((await steps()).done).toEqual([]);
});

test('hides the dismissed list for every admin', async () => {
  const { app, admin, steps } = await openDesk();
  const { body } = await admin.put<FirstStepsState>('/api/first-steps', { note: 'dismissed' });
  expect(body.isOver).toBe(true);
  expect((await steps()).isOver).toBe(true);
  const colleague = await addSignedIn(app, 'ben', 'admin');
  expect((await colleague.get<FirstStepsState>('/api/first-steps')).body.isOver).toBe(true);
  expect((await admin.put('/api/first-steps', { note: 'email' })).status).toBe(400);
});

test('keeps the list in a new shop after its first delivery', async () => {
  const { app, steps } = await openDesk();
  await app.buy();
  deliverAll(app);
  await openSetUp(app.context);
  expect(await steps()).toMatchObject({ isOver: false, done: ['order'] });
});

test.each<[string, (app: TestApp) => unknown]>([
  [
    'has delivered readings',
    async (app) => {
      await app.buy();
      deliverAll(app);
      await openSetUp(app.context);
    },
  ],
  [
    'was set up before',
    ({ db }) => db.$client.exec("INSERT INTO service_facts (name, value) VALUES ('set_up_closed', '1')"),
  ],
])('never shows the list to an upgraded shop that %s', async (_what, happened) => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'ada', 'admin');
  await happened(app);
  await openSetUp(app.context);
  expect((await admin.get<FirstStepsState>('/api/first-steps')).body.isOver).toBe(true);
  const { body } = await admin.put<FirstStepsState>('/api/first-steps', { note: 'looked' });
  expect(body.isOver).toBe(true);
});

test('reports live payments when the keys are live', async () => {
  const { steps } = await openDesk(stripeKeys('live'));
  expect(await steps()).toMatchObject({ payments: 'live' });
});
