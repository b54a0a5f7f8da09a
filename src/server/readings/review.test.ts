import { expect, test } from 'vitest';
import { addSignedIn, orderIn, storedMail, storedOrder, timelineOf } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { OrderStatus } from '../../shared/orders/order-status.ts';
import type { OrderReading, Reading, ReadingRevision } from '../../shared/readings/reading-schema.ts';

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
    createdAt: new Date(app.clock.now()).toISOString(),
    order: {
      orderNumber,
      customerName: 'Maya Lindqvist',
      readingType: 'careerPath',
      customQuestion: null,
      reader: 'rita',
      dueAt: new Date(storedOrder(app, orderId).dueAt ?? 0).toISOString(),
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
  expect(delivery).toHaveLength(1);
  expect(delivery[0]?.to).toEqual({ name: 'Maya Lindqvist', address: 'maya@customers.example' });
  expect(delivery[0]?.text).not.toContain('at night');
});

test('returns a rejected reading with feedback that reviewers see again later', async () => {
  const { app, rita, admin, put, submit, read, status } = await createDesk();
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  await put(readingId, '/reject', { feedback: ' Say more of the Star. ' });
  expect(status(orderId)).toBe('rejected');
  const returned = await read(orderId, rita);
  expect(returned.body).toMatchObject({
    content: 'The Star speaks of patience.',
    feedback: 'Say more of the Star.',
  });
  app.clock.advance(3_600_000);
  const again = await submit(orderId, 'The Star speaks of patience, and of hope.');
  expect(again.body).toMatchObject({
    id: readingId,
    createdAt: returned.body.createdAt,
    submittedAt: new Date(app.clock.now()).toISOString(),
    lastFeedback: 'Say more of the Star.',
  });
  expect(status(orderId)).toBe('reading_uploaded');
  expect((await read(orderId)).body.feedback).toBeNull();

  await put(readingId, '/approve');
  await put(readingId, '/undo-approval');
  expect((await admin.get<Reading[]>('/api/readings/pending')).body).toMatchObject([
    { id: readingId, lastFeedback: 'Say more of the Star.' },
  ]);
  await put(readingId, '/reject');
  expect((await read(orderId)).body).toMatchObject({ lastFeedback: null, feedback: null });
});

test('rejects a reading without feedback', async () => {
  const { app, rita, put, submit, read, status } = await createDesk();
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  for (const body of [undefined, {}, { feedback: null }, { feedback: '   ' }]) {
    expect((await put(readingId, '/reject', body)).status).toBe(200);
    expect(status(orderId)).toBe('rejected');
    expect((await read(orderId)).body.feedback).toBeNull();
    await submit(orderId, 'The Moon.');
  }
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
  for (const person of [admin, rita]) {
    const { body } = await person.get<ReadingRevision[]>(`/api/orders/${orderId}/revisions`);
    expect(body).toMatchObject([
      { revision: 4, content: 'Fourth.', author: 'admin' },
      { revision: 3, content: 'Third.', author: 'rita' },
      { revision: 2, content: 'Second.', author: 'admin' },
      { revision: 1, content: 'First.', author: 'rita' },
    ]);
    expect(Date.parse(body[2]?.createdAt ?? '') - Date.parse(body[3]?.createdAt ?? '')).toBe(60_000);
  }
  expect(timelineOf(app, orderId).slice(3)).toEqual([
    'reading_submitted',
    'reading_edited',
    'reading_rejected',
    'reading_submitted',
    'reading_rejected',
    'reading_edited',
  ]);
});

test.each<[OrderStatus, verbs: string[], message: string]>([
  [
    'reading_uploaded',
    ['submit', 'undo-approval'],
    'A reading of this order was submitted in the meantime and is under review.',
  ],
  [
    'approved',
    ['submit', 'edit', 'approve', 'reject'],
    'The reading was approved in the meantime; its text can no longer be changed.',
  ],
  [
    'rejected',
    ['approve', 'reject', 'undo-approval'],
    'The reading was rejected in the meantime and is back with its reader.',
  ],
])('after %s, refuses %j and says what happened', async (from, verbs, message) => {
  const { app, rita, put, submit, status } = await createDesk();
  const { orderId, readingId } = await orderIn(app, from, rita.person);
  for (const verb of verbs) {
    const answer =
      verb === 'submit'
        ? await submit(orderId, 'Another text.')
        : await put(
            readingId,
            verb === 'edit' ? '' : `/${verb}`,
            verb === 'edit' ? { content: 'Other.' } : undefined,
          );
    expect([verb, answer.status, answer.body.error]).toEqual([
      verb,
      409,
      { code: 'reading_conflict', message },
    ]);
    expect(status(orderId)).toBe(from);
  }
});

test('approves once and sends one mail when approved 50 times at once', async () => {
  const { app, rita, put } = await createDesk({ APPROVAL_UNDO_SECONDS: '0' });
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  const answers = await Promise.all(Array.from({ length: 50 }, () => put(readingId, '/approve')));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
  await app.sendMail();
  expect(storedMail(app, orderId).map(({ kind, state }) => [kind, state])).toEqual([
    ['order_confirmation', 'sent'],
    ['reading_delivery', 'sent'],
  ]);
});

test.each(['/reject', '/undo-approval', ''])(
  'mails an approved reading once when approval races %s',
  async (verb) => {
    const { app, rita, put, status } = await createDesk();
    const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
    const edit = verb === '' ? { content: 'Last minute words.' } : undefined;
    const answers = await Promise.all([put(readingId, verb, edit), put(readingId, '/approve')]);
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
    const deliveries = storedMail(app, orderId).filter(({ kind }) => kind === 'reading_delivery');
    expect(deliveries).toHaveLength(status(orderId) === 'approved' ? 1 : 0);
  },
);

test('returns the remaining undo time as a duration', async () => {
  const { app, admin, rita, put } = await createDesk({ APPROVAL_UNDO_SECONDS: '60' });
  const { readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  expect((await put(readingId, '/approve')).body).toMatchObject({ id: readingId, undoForMs: 60_000 });
  app.clock.advance(20_000);
  const held = await admin.get<Reading[]>('/api/readings/held');
  expect(held.body).toMatchObject([{ id: readingId, undoForMs: 40_000 }]);
  expect((await put(readingId, '/undo-approval')).body.undoForMs).toBeNull();
});
