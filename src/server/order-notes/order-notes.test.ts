import { expect, test } from 'vitest';
import { writeNow } from '../../../db/client.ts';
import type { ErrorBody } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { OrderNote } from '../../shared/notes/notes.ts';
import { accountForm } from '../../testing/account-form.ts';
import { addSignedIn, giveAddress, orderIn, timelineOf } from '../../testing/builders.ts';
import { listenAs } from '../../testing/live-streams.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { insertNoteOfOrder } from './order-note-repository.ts';

const question = 'Which deck did they mean?';

async function open() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const omar = await addSignedIn(app, 'omar', 'reader');
  const order = await orderIn(app, 'pending', rita.person);
  const path = `/api/orders/${order.orderId}/notes`;
  const say = (who: typeof rita, text: string) => who.post<OrderNote[] & ErrorBody>(path, { text });
  const read = (who: typeof rita) => who.get<OrderNote[] & ErrorBody>(path);
  return { app, admin, rita, omar, ...order, say, read };
}

test('reader and admin read what they say to each other, each with their own told apart', async () => {
  const { app, admin, rita, say, read } = await open();
  await say(rita, question);
  app.clock.advance(60_000);
  const { body } = await say(admin, 'The one of Marseille.');
  expect(body.map(({ text, author, role, isOwn }) => [text, author, role, isOwn])).toEqual([
    [question, 'rita', 'reader', false],
    ['The one of Marseille.', 'boss', 'admin', true],
  ]);
  expect((await read(rita)).body.map(({ text, isOwn }) => [text, isOwn])).toEqual([
    [question, true],
    ['The one of Marseille.', false],
  ]);
});

test('whoever gets the order reads all of it, whoever had it nothing more', async () => {
  const { admin, rita, omar, orderId, say, read } = await open();
  await say(rita, question);
  expect((await read(omar)).status).toBe(404);
  await admin.put(`/api/orders/${orderId}/assignee`, { readerId: omar.person.id });
  expect((await read(omar)).body.map(({ text, isOwn }) => [text, isOwn])).toEqual([[question, false]]);
  expect((await read(rita)).status).toBe(404);
  expect((await say(rita, 'And?')).status).toBe(404);
});

test('the other side is told by mail, by the number and without a word of it', async () => {
  const { app, admin, rita, omar, orderNumber, say } = await open();
  for (const { person } of [admin, rita, omar]) giveAddress(app, person.id);
  const sent = async () => {
    app.mailer.sent.length = 0;
    await app.sendMail();
    return app.mailer.sent.filter(({ to }) => to.address.endsWith('@staff.example'));
  };
  await sent();
  await say(rita, question);
  const toAdmin = await sent();
  expect(toAdmin.map(({ to, subject }) => [to.name, subject])).toEqual([
    ['boss', `There is a note for you on ${orderNumber}`],
  ]);
  await say(admin, 'The one of Marseille.');
  const toReader = await sent();
  expect(toReader.map(({ to }) => to.name)).toEqual(['rita']);
  const written = JSON.stringify([...toAdmin, ...toReader]);
  for (const told of ['deck', 'Marseille', 'Maya']) expect(written).not.toContain(told);

  await rita.put('/api/account', accountForm({ mutedNotices: ['note_from_admin'] }));
  await say(admin, 'Or any other.');
  expect(await sent()).toEqual([]);
});

test('a note does not follow an order to a reader who has lost it', async () => {
  const { app, admin, rita, omar, orderId, say } = await open();
  giveAddress(app, rita.person.id);
  await app.sendMail();
  app.mailer.sent.length = 0;
  await say(admin, 'The one of Marseille.');
  await admin.put(`/api/orders/${orderId}/assignee`, { readerId: omar.person.id });
  await app.sendMail();
  expect(app.mailer.sent).toEqual([]);
});

test.each([
  ['before the note', 'pending', []],
  ['before it is mailed', 'pending', []],
  ['before the note', 'reading_uploaded', ['There is a note for you on ']],
] as const)('refunded %s, a note on a %s order reaches a desk that shows it', async (when, status, told) => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  giveAddress(app, rita.person.id);
  const { orderId, orderNumber } = await orderIn(app, status, rita.person);
  await app.sendMail();
  app.mailer.sent.length = 0;
  const refund = () => admin.post(`/api/orders/${orderId}/refund`, { amount: 60, refundedBefore: 0 });
  if (when === 'before the note') await refund();
  const said = await admin.post(`/api/orders/${orderId}/notes`, { text: 'The one of Marseille.' });
  expect(said.status).toBe(200);
  if (when === 'before it is mailed') await refund();
  const desk = await rita.get(`/api/reader/orders/${orderId}`);
  await app.sendMail();
  const toRita = app.mailer.sent.filter(({ to }) => to.name === 'rita').map(({ subject }) => subject);
  expect(desk.status).toBe(told.length > 0 ? 200 : 404);
  expect(toRita).toEqual(told.map((subject) => `${subject}${orderNumber}`));
});

test('the timeline says that there is one, and open desks hear of it; the same twice in a row is said once', async () => {
  const { app, admin, rita, orderId, say } = await open();
  const [boss, own] = [await listenAs(app, admin), await listenAs(app, rita)];
  for (const desk of [boss, own]) await desk.next();
  await say(rita, question);
  expect(timelineOf(app, orderId).at(-1)).toBe('note_added');
  expect(await boss.changes()).toEqual([{ orderId, kind: 'changed', isOwn: false }]);
  expect(await own.changes()).toEqual([{ orderId, kind: 'changed', isOwn: true }]);
  for (const desk of [boss, own]) await desk.hangUp();
  expect((await say(rita, ` ${question} `)).body).toHaveLength(1);
  await say(admin, question);
  expect((await say(rita, question)).body).toHaveLength(3);
});

test('what is said within a millisecond stands as it was said, whatever its ids are', async () => {
  const { app, rita, orderId, read } = await open();
  for (const id of ['2', '3', '1']) {
    const note = { id, orderId, authorId: rita.person.id, text: `Note ${id}`, createdAt: app.clock.now() };
    writeNow(app.db, (tx) => insertNoteOfOrder(tx, note));
  }
  expect((await read(rita)).body.map(({ text }) => text)).toEqual(['Note 2', 'Note 3', 'Note 1']);
});

test('what is no note is refused with a sentence', async () => {
  const { rita, say } = await open();
  for (const [text, message] of [
    [' \n ', 'The note is missing.'],
    ['x'.repeat(2_001), 'The note may be at most 2000 characters long.'],
  ] as const) {
    const { status, body } = await say(rita, text);
    expect([status, body.error.message]).toEqual([400, message]);
  }
});

test('there is an end to it', async () => {
  const { rita, say, read } = await open();
  for (let n = 0; n < limits.notes; n += 1) await say(rita, `Note ${n}`);
  const { status, body } = await say(rita, 'One more');
  expect([status, body.error.code]).toEqual([409, 'note_conflict']);
  expect((await read(rita)).body).toHaveLength(limits.notes);
});
