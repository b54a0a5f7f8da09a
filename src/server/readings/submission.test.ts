import { expect, test } from 'vitest';
import { addSignedIn, orderIn, storedMail, storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import { limits } from '../../shared/limits.ts';
import type { PaymentStatus } from '../../shared/orders/order-status.ts';
import { listEvents } from '../orders/order-events-repository.ts';

async function createDesk(env: Record<string, string> = {}) {
  const app = createTestApp({ env });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const setPayment = (orderId: string, status: PaymentStatus) =>
    app.db.$client.prepare('UPDATE orders SET payment_status = ? WHERE id = ?').run(status, orderId);
  return { app, admin, rita, setPayment };
}

const hiddenFromReaders = {
  error: { code: 'order_not_found', message: 'There is no such order. It may have been deleted.' },
};

test.each([
  ['refunded', 'Refunded'],
  ['disputed', 'Disputed'],
  ['review', 'Check payment'],
  ['unpaid', 'Unpaid'],
] as const)('neither accepts nor approves a reading for an order marked %s', async (status, label) => {
  const { app, admin, rita, setPayment } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  setPayment(orderId, status);
  const body = { orderId, content: 'The Sun.' };
  const message = `This order cannot be worked on: its payment is "${label}".`;
  const refused = { status: 409, body: { error: { code: 'order_conflict', message } } };
  expect(await admin.post('/api/readings', body)).toMatchObject(refused);
  // Readers do not see orders whose money is in question.
  const hidden = { status: 404, body: hiddenFromReaders };
  const toReader = { status: 409, body: { error: { code: 'order_conflict' } } };
  const isKnown = status === 'refunded' || status === 'disputed';
  expect(await rita.post('/api/readings', body)).toMatchObject(isKnown ? toReader : hidden);
  expect(storedOrder(app, orderId).status).toBe('pending');

  const written = await orderIn(app, 'reading_uploaded', rita.person);
  setPayment(written.orderId, status);
  const answer = await admin.put<ErrorBody>(`/api/readings/${written.readingId}/approve`);
  expect(answer).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining(label) } } });
  expect(storedMail(app, written.orderId).map(({ kind }) => kind)).toEqual(['order_confirmation']);
});

test('hides the reading from its reader while the payment is reviewed', async () => {
  const { app, rita, setPayment } = await createDesk();
  for (const status of ['approved', 'rejected', 'reading_uploaded'] as const) {
    const { orderId } = await orderIn(app, status, rita.person);
    setPayment(orderId, 'review');
    const answer = await rita.get<ErrorBody>(`/api/orders/${orderId}/reading`);
    expect(answer).toMatchObject({ status: 404, body: hiddenFromReaders });
  }
  expect((await rita.get('/api/reader/orders')).body).toEqual([]);
});

test('stores one reading when it is submitted three times at once', async () => {
  const { app, admin, rita } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const submit = () => rita.post('/api/readings', { orderId, content: 'The Sun.' });
  const answers = await Promise.all([submit(), submit(), submit()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await admin.get('/api/readings')).body).toHaveLength(1);
});

const base = { orderId: 'x', content: 'The Sun.' };
test.each([
  [{ content: 'The Sun.' }, 'The order is missing.'],
  [{ ...base, content: ' \n\t\u0000 ' }, 'The reading is missing.'],
  [{ ...base, content: 7 }, 'The reading must be text.'],
  [{ ...base, content: 'x'.repeat(50_001) }, 'The reading may be at most 50000 characters long.'],
  [{ ...base, internalNotes: ['x'] }, 'The internal notes must be text.'],
  [
    { ...base, internalNotes: 'x'.repeat(500_001) },
    'The internal notes may be at most 500000 characters long.',
  ],
  [{ ...base, approved: true }, 'There is no field called approved here. Please leave it out.'],
])('%#: refuses an invalid submission with a message', async (body, message) => {
  const { rita } = await createDesk();
  const answer = await rita.post<ErrorBody>('/api/readings', body);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatchObject({ code: 'invalid_request', message });
});

test('accepts 50,000 characters of any script and refuses bodies beyond 4 MB', async () => {
  const { app, rita } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const submit = (content: string) => rita.post<ErrorBody>('/api/readings', { orderId, content });
  const answer = await submit('x'.repeat(limits.notesBodyBytes));
  expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
  expect((await submit('語'.repeat(limits.readingCharacters))).status).toBe(200);
});

test('refuses an invalid edit', async () => {
  const { app, admin, rita } = await createDesk();
  const { readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  for (const edit of [
    {},
    { content: '  ' },
    { content: null },
    { internalNotes: 7 },
    { status: 'approved' },
  ]) {
    expect([edit, (await admin.put(`/api/readings/${readingId}`, edit)).status]).toEqual([edit, 400]);
  }
});

test('answers 404 with a reason while nothing is written', async () => {
  const { app, admin, rita } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const answer = await admin.get<ErrorBody>(`/api/orders/${orderId}/reading`);
  expect(answer.status).toBe(404);
  expect(answer.body.error).toEqual({
    code: 'reading_not_found',
    message: 'Nothing has been written for this order yet.',
  });
});

test('allows to undo an approval while its mail is held', async () => {
  const { app, admin, rita } = await createDesk({ APPROVAL_UNDO_SECONDS: '60' });
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
  const approved = await admin.put<{ undoUntil: string }>(`/api/readings/${readingId}/approve`);
  expect(approved.body.undoUntil).toBe(new Date(app.clock.now() + 60_000).toISOString());
  app.clock.advance(59_999);
  await app.sendMail();
  expect((await admin.put(`/api/readings/${readingId}/undo-approval`)).status).toBe(200);
  expect(storedOrder(app, orderId).status).toBe('reading_uploaded');
  app.clock.advance(3_600_000);
  await app.sendMail();
  expect(app.mailer.sent).toHaveLength(1);
  expect((await admin.put(`/api/readings/${readingId}/approve`)).status).toBe(200);
  app.clock.advance(60_000);
  await app.sendMail();
  expect(app.mailer.sent).toHaveLength(2);
});

test('lets an admin submit and send in one step, and undo it', async () => {
  const { app, admin, rita } = await createDesk({ APPROVAL_UNDO_SECONDS: '15' });
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const sending = { orderId, content: 'The Sun.', send: true };
  const refused = await rita.post<ErrorBody>('/api/readings', sending);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
  expect(storedOrder(app, orderId).status).toBe('pending');
  const { body } = await admin.post<{ id: string; status: string; undoForMs: number }>(
    '/api/readings',
    sending,
  );
  expect(body).toMatchObject({ status: 'approved', undoForMs: 15_000 });
  const waiting = () => storedMail(app, orderId).find(({ kind }) => kind === 'reading_delivery')?.state;
  expect([storedOrder(app, orderId).status, waiting()]).toEqual(['approved', 'queued']);
  const events = listEvents(app.db, orderId)
    .slice(-2)
    .map(({ type, actor, data }) => [type, actor, data]);
  expect(events).toEqual([
    ['reading_submitted', 'admin', { revision: 1 }],
    ['reading_approved', 'admin', { revision: 1, isOwn: true }],
  ]);
  await admin.put(`/api/readings/${body.id}/undo-approval`);
  expect([storedOrder(app, orderId).status, waiting()]).toEqual(['reading_uploaded', 'canceled']);
});

test('stores nothing when the reading cannot be sent', async () => {
  const { app, admin, rita } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  app.db.$client.prepare("UPDATE orders SET hold = 'review' WHERE id = ?").run(orderId);
  const { status, body } = await admin.post<ErrorBody>('/api/readings', {
    orderId,
    content: 'The Sun.',
    send: true,
  });
  expect([status, body.error.code]).toEqual([409, 'order_conflict']);
  expect(storedOrder(app, orderId).status).toBe('pending');
  expect((await admin.get(`/api/orders/${orderId}/reading`)).status).toBe(404);
});
