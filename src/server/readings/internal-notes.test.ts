import { expect, test } from 'vitest';
import { addSignedIn, orderIn, timelineOf } from '../../../tests/kit/builders.ts';
import { listenAs } from '../../../tests/kit/live-streams.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import { limits } from '../../shared/limits.ts';
import type { InternalNotes, OrderReading, Reading } from '../../shared/readings/reading-schema.ts';

const question = 'Which deck did they mean?';
const content = 'The Star speaks of patience.';

async function open() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const omar = await addSignedIn(app, 'omar', 'reader');
  const order = await orderIn(app, 'pending', rita.person);
  const path = `/api/orders/${order.orderId}/notes`;
  const save = (who: typeof rita, internalNotes: string, notesSeen = '') =>
    who.put<InternalNotes & ErrorBody>(path, { internalNotes, notesSeen });
  const read = async (who: typeof rita) => (await who.get<InternalNotes>(path)).body.internalNotes;
  const submit = (internalNotes?: string) =>
    rita.post<Reading & ErrorBody>('/api/readings', { orderId: order.orderId, content, internalNotes });
  return { app, admin, rita, omar, ...order, path, save, read, submit };
}

test('shares notes between reader and admin, before and after the reading', async () => {
  const { admin, rita, orderId, save, read, submit } = await open();
  expect(await read(rita)).toBeNull();
  await save(rita, ` ${question}\n`, '');
  expect(await read(admin)).toBe(question);
  const both = `${question}\nThe one of Marseille.`;
  expect((await save(admin, both, question)).body).toEqual({ internalNotes: both });
  const { body } = await submit();
  expect(body.internalNotes).toBe(both);

  const edited = await admin.put<Reading>(`/api/readings/${body.id}`, {
    internalNotes: 'Marseille.',
    notesSeen: both,
  });
  expect(edited.body.internalNotes).toBe('Marseille.');
  expect(await read(rita)).toBe('Marseille.');
  await admin.put(`/api/readings/${body.id}/approve`);
  expect((await save(rita, '', 'Marseille.')).body).toEqual({ internalNotes: null });
  const { body: approved } = await admin.get<OrderReading>(`/api/orders/${orderId}/reading`);
  expect(approved.internalNotes).toBeNull();
});

test('appends notes sent with a reading once', async () => {
  const { admin, rita, save, read, submit } = await open();
  await save(admin, question);
  const first = await submit('Marseille.');
  expect(first.body.internalNotes).toBe(`${question}\n\nMarseille.`);
  await admin.put(`/api/readings/${first.body.id}/reject`);
  // A program that sends all of them again, with more, means all of them.
  const all = `${question}\n\nMarseille. Check again.`;
  expect((await submit(all)).body.internalNotes).toBe(all);
  await admin.put(`/api/readings/${first.body.id}/reject`);
  await submit('Marseille. Check again.');
  expect(await read(rita)).toBe(all);
});

test('refuses to overwrite notes the writer has not seen', async () => {
  const { admin, rita, save, read } = await open();
  await save(rita, question, '');
  const late = await save(admin, 'Short, please.', '');
  expect([late.status, late.body.error.code]).toEqual([409, 'reading_conflict']);
  expect(late.body.error.message).toContain('These notes were changed in the meantime');
  expect(await read(rita)).toBe(question);
});

test('requires notesSeen to change the notes', async () => {
  const { rita, path, save, read } = await open();
  await save(rita, question);
  const { status, body } = await rita.put<ErrorBody>(path, { internalNotes: 'Mine.' });
  expect([status, body.error.message]).toEqual([400, 'Say which internal notes you have seen: notesSeen.']);
  expect(await read(rita)).toBe(question);
});

test('moves the notes from the former reader to the next', async () => {
  const { admin, rita, omar, orderId, path, save, read } = await open();
  await save(rita, question);
  expect((await omar.get(path)).status).toBe(404);
  await admin.put(`/api/orders/${orderId}/assignee`, { readerId: omar.person.id });
  expect(await read(omar)).toBe(question);
  expect((await rita.get(path)).status).toBe(404);
  expect((await save(rita, 'And?')).status).toBe(404);
});

test('records real changes in the timeline and notifies open desks', async () => {
  const { app, admin, rita, orderId, save } = await open();
  const [boss, own] = [await listenAs(app, admin), await listenAs(app, rita)];
  for (const desk of [boss, own]) await desk.next();
  await save(rita, question);
  const timeline = timelineOf(app, orderId);
  expect(timeline.at(-1)).toBe('notes_edited');
  expect(await boss.changes()).toEqual([{ orderId, news: null }]);
  expect(await own.changes()).toEqual([{ orderId, news: null }]);
  for (const desk of [boss, own]) await desk.hangUp();
  await save(rita, ` ${question} `);
  expect(timelineOf(app, orderId)).toEqual(timeline);
});

test('accepts 500,000 characters at most', async () => {
  const { admin, read, save, submit } = await open();
  const most = '語'.repeat(limits.notesCharacters);
  expect((await save(admin, most, '')).status).toBe(200);
  expect(await read(admin)).toBe(most);
  expect((await save(admin, `${most.slice(1)}!`, most)).status).toBe(200);
  const refusal = [400, 'The internal notes can be up to 500000 characters long.'];
  const tooLong = await save(admin, `${most}!`);
  expect([tooLong.status, tooLong.body.error.message]).toEqual(refusal);
  const tooMany = await submit('One more.');
  expect([tooMany.status, tooMany.body.error.message]).toEqual(refusal);
});

test('keeps notes out of mails and the customer’s reading', async () => {
  const { app, admin, save, submit } = await open();
  await save(admin, question);
  const { body } = await submit();
  await admin.put(`/api/readings/${body.id}/approve`);
  app.clock.advance(60_000);
  await app.sendMail();
  expect(app.mailer.sent.some(({ text }) => text.includes(content))).toBe(true);
  expect(JSON.stringify(app.mailer.sent)).not.toContain('Which deck');
});
