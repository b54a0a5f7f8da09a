import { expect, test } from 'vitest';
import { addSignedIn, orderIn, storedMail, storedOrder, timelineOf } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { OrderReading, Reading } from '../../shared/readings/reading-schema.ts';
import { isoTime } from '../base/time/moments.ts';

async function createDesk(env: Record<string, string> = {}) {
  const app = createTestApp({ env });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const put = (readingId: string, verb: string, body?: unknown) =>
    admin.put<Reading & ErrorBody & { undoUntil: string | null }>(`/api/readings/${readingId}${verb}`, body);
  const submit = (orderId: string, content: string, internalNotes?: string) =>
    rita.post<Reading & ErrorBody & { status: string }>('/api/readings', { orderId, content, internalNotes });
  const read = (orderId: string, by = admin) =>
    by.get<OrderReading & ErrorBody>(`/api/orders/${orderId}/reading`);
  const status = (orderId: string) => storedOrder(app, orderId).status;
  return { app, admin, rita, put, submit, read, status };
}

test('takes a reading from its reader through review to the customer', async () => {
  const { app, rita, admin, submit, put, status } = await createDesk({ APPROVAL_UNDO_SECONDS: '0' });
  const { orderId, orderNumber } = await orderIn(app, 'pending', rita.person);
  const submitted = await submit(orderId, '  The Star.\r\nBe patient.\u0007 ', 'Wrote this at night.');
  expect(submitted.status).toBe(200);
  expect(submitted.body).toMatchObject({
    orderId,
    content: 'The Star.\nBe patient.',
    internalNotes: 'Wrote this at night.',
    createdAt: isoTime(app.clock.now()),
    order: {
      ...{ orderNumber, customerName: 'Maya Lindqvist', readingType: 'careerPath', customQuestion: null },
      ...{ reader: 'rita', dueAt: isoTime(storedOrder(app, orderId).dueAt ?? 0) },
    },
  });
  expect(status(orderId)).toBe('reading_uploaded');
  const { status: _, ...shown } = submitted.body;
  expect((await admin.get('/api/readings/pending')).body).toEqual([shown]);

  const approved = await put(submitted.body.id, '/approve');
  expect(approved.body).toMatchObject({ id: submitted.body.id, undoUntil: null });
  expect(status(orderId)).toBe('approved');
  expect((await admin.get('/api/readings/pending')).body).toEqual([]);
  expect((await admin.get('/api/readings')).body).toEqual([shown]);
  await app.sendMail();
  const delivery = app.mailer.sent.filter(({ text }) => text.includes('Be patient.'));
  expect(delivery).toMatchObject([{ to: { name: 'Maya Lindqvist', address: 'maya@customers.example' } }]);
  expect(delivery[0]?.text).not.toContain('at night');
});

test('returns a rejected reading with feedback that reviewers see again later', async () => {
  const { app, rita, admin, put, submit, read, status } = await createDesk();
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  await put(readingId, '/reject', { feedback: ' Say more of the Star. ' });
  expect(status(orderId)).toBe('rejected');
  const { body: returned } = await read(orderId, rita);
  const feedback = 'Say more of the Star.';
  expect(returned).toMatchObject({ content: 'The Star speaks of patience.', feedback });
  app.clock.advance(3_600_000);
  const again = await submit(orderId, 'The Star speaks of patience, and of hope.');
  const submittedAt = isoTime(app.clock.now());
  const { createdAt } = returned;
  expect(again.body).toMatchObject({ id: readingId, createdAt, submittedAt, lastFeedback: feedback });
  expect(status(orderId)).toBe('reading_uploaded');
  expect((await read(orderId)).body.feedback).toBeNull();

  await put(readingId, '/approve');
  await put(readingId, '/undo-approval');
  const inReview = [{ id: readingId, lastFeedback: feedback }];
  expect((await admin.get('/api/readings/pending')).body).toMatchObject(inReview);
  await put(readingId, '/reject');
  expect((await read(orderId)).body).toMatchObject({ lastFeedback: null, feedback: null });
});

test('keeps every version of a reading with its author', async () => {
  const { app, rita, admin, put, submit } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const { id } = (await submit(orderId, 'First.')).body;
  app.clock.advance(60_000);
  await put(id, '', { content: 'Second.' });
  await put(id, '/reject');
  await submit(orderId, 'Third.');
  await put(id, '/reject');
  await put(id, '', { content: 'Fourth.' });
  const versions = [
    { revision: 4, content: 'Fourth.', author: 'admin' },
    { revision: 3, content: 'Third.', author: 'rita' },
    { revision: 2, content: 'Second.', author: 'admin' },
    { revision: 1, content: 'First.', author: 'rita', createdAt: isoTime(app.clock.now() - 60_000) },
  ];
  for (const person of [admin, rita]) {
    expect((await person.get(`/api/orders/${orderId}/revisions`)).body).toMatchObject(versions);
  }
  expect(timelineOf(app, orderId).slice(3).join(' ')).toBe(
    'reading_submitted reading_edited reading_rejected reading_submitted reading_rejected reading_edited',
  );
});

const meanwhile = {
  reading_uploaded: 'A reading of this order was submitted in the meantime and is under review.',
  approved: 'The reading was approved in the meantime; its text can no longer be changed.',
  rejected: 'The reading was rejected in the meantime and is back with its reader.',
};
test.each<[keyof typeof meanwhile, verb: string]>([
  ['reading_uploaded', 'submit'],
  ['reading_uploaded', '/undo-approval'],
  ['approved', 'submit'],
  ['approved', ''],
  ['approved', '/approve'],
  ['approved', '/reject'],
  ['rejected', '/approve'],
  ['rejected', '/reject'],
  ['rejected', '/undo-approval'],
])('after %s, refuses %j and says what happened', async (from, verb) => {
  const { app, rita, put, submit, status } = await createDesk();
  const { orderId, readingId } = await orderIn(app, from, rita.person);
  const edit = verb === '' ? { content: 'Other.' } : undefined;
  const call = verb === 'submit' ? submit(orderId, 'Another text.') : put(readingId, verb, edit);
  const error = { code: 'reading_conflict', message: meanwhile[from] };
  expect(await call).toMatchObject({ status: 409, body: { error } });
  expect(status(orderId)).toBe(from);
});

test('approves once and sends one mail when approved 50 times at once', async () => {
  const { app, rita, put } = await createDesk({ APPROVAL_UNDO_SECONDS: '0' });
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  const answers = await Promise.all(Array.from({ length: 50 }, () => put(readingId, '/approve')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)]);
  await app.sendMail();
  expect(storedMail(app, orderId).map(({ kind, state }) => [kind, state])).toEqual([
    ['order_confirmation', 'sent'],
    ['reading_delivery', 'sent'],
  ]);
});

test.each(['/reject', '/undo-approval', ''])('mails a reading once when approval races %s', async (verb) => {
  const { app, rita, put, status } = await createDesk();
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  const edit = verb === '' ? { content: 'Last minute words.' } : undefined;
  const answers = await Promise.all([put(readingId, verb, edit), put(readingId, '/approve')]);
  for (const answer of answers) expect([200, 409]).toContain(answer.status);
  const deliveries = storedMail(app, orderId).filter(({ kind }) => kind === 'reading_delivery');
  expect(deliveries).toHaveLength(status(orderId) === 'approved' ? 1 : 0);
});

test('returns the remaining undo time as a duration', async () => {
  const { app, admin, rita, put } = await createDesk({ APPROVAL_UNDO_SECONDS: '60' });
  const { readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  expect((await put(readingId, '/approve')).body).toMatchObject({ id: readingId, undoForMs: 60_000 });
  app.clock.advance(20_000);
  const held = await admin.get<Reading[]>('/api/readings/held');
  expect(held.body).toMatchObject([{ id: readingId, undoForMs: 40_000 }]);
  expect((await put(readingId, '/undo-approval')).body.undoForMs).toBeNull();
});

/** A reading was rejected and handed in again while an admin still had its first version on screen. */
async function startWithTwoVersions() {
  const { app, rita, put, submit } = await createDesk({ APPROVAL_UNDO_SECONDS: '0' });
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  await put(readingId, '/reject', {});
  await submit(orderId, 'Version two.');
  return { app, put, readingId };
}

test('refuses to edit or approve an outdated version', async () => {
  const { app, put, readingId } = await startWithTwoVersions();
  expect((await put(readingId, '', { content: 'Version one, mended.', revision: 1 })).status).toBe(409);
  const message = expect.stringContaining('newer version');
  const late = { status: 409, body: { error: { message } } };
  expect(await put(readingId, '/approve', { revision: 1 })).toMatchObject(late);
  expect((await put(readingId, '/approve', { revision: 2 })).status).toBe(200);
  await app.sendMail();
  expect(app.mailer.sent.at(-1)?.text).toContain('Version two.');
});

test('accepts calls that name no version', async () => {
  const { put, readingId } = await startWithTwoVersions();
  expect((await put(readingId, '', { content: 'Mended.' })).status).toBe(200);
  expect((await put(readingId, '/approve')).status).toBe(200);
});
