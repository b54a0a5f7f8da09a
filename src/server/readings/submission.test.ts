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
  [{ ...base, content: 'x'.repeat(50_001) }, 'The reading can be up to 50000 characters long.'],
  [{ ...base, internalNotes: ['x'] }, 'The internal notes must be text.'],
  [{ ...base, approved: true }, 'There is no field called approved here. Please leave it out.'],
])('%#: refuses an invalid submission with a message', async (body, message) => {
  const { rita } = await createDesk();
  const error = { code: 'invalid_request', message };
  expect(await rita.post('/api/readings', body)).toMatchObject({ status: 400, body: { error } });
});

test('accepts 50,000 characters of any script and refuses bodies beyond 4 MB', async () => {
  const { app, rita } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const submit = (content: string) => rita.post<ErrorBody>('/api/readings', { orderId, content });
  const answer = await submit('x'.repeat(limits.notesBodyBytes));
  expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
  expect((await submit('語'.repeat(limits.readingCharacters))).status).toBe(200);
});

test('answers 404 with a reason while nothing is written', async () => {
  const { app, admin, rita } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const error = { code: 'reading_not_found', message: 'Nothing has been written for this order yet.' };
  const answer = await admin.get(`/api/orders/${orderId}/reading`);
  expect(answer).toMatchObject({ status: 404, body: { error } });
});

test('lets an admin undo an approval while its mail is held', async () => {
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
  const forbidden = { status: 403, body: { error: { code: 'forbidden' } } };
  expect(await rita.post('/api/readings', sending)).toMatchObject(forbidden);
  expect(storedOrder(app, orderId).status).toBe('pending');
  const { body } = await admin.post('/api/readings', sending);
  expect(body).toMatchObject({ status: 'approved', undoForMs: 15_000 });
  const waiting = () => storedMail(app, orderId).find(({ kind }) => kind === 'reading_delivery')?.state;
  expect([storedOrder(app, orderId).status, waiting()]).toEqual(['approved', 'queued']);
  expect(listEvents(app.db, orderId).slice(-2)).toMatchObject([
    { type: 'reading_submitted', actor: 'admin', data: { revision: 1 } },
    { type: 'reading_approved', actor: 'admin', data: { revision: 1, isOwn: true } },
  ]);
  await admin.put(`/api/readings/${body.id}/undo-approval`);
  expect([storedOrder(app, orderId).status, waiting()]).toEqual(['reading_uploaded', 'canceled']);
});

test('stores nothing when the reading cannot be sent', async () => {
  const { app, admin, rita } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  app.db.$client.prepare("UPDATE orders SET hold = 'review' WHERE id = ?").run(orderId);
  const answer = await admin.post('/api/readings', { orderId, content: 'The Sun.', send: true });
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'order_conflict' } } });
  expect(storedOrder(app, orderId).status).toBe('pending');
  expect((await admin.get(`/api/orders/${orderId}/reading`)).status).toBe(404);
});
