import { expect, test } from 'vitest';
import type { ErrorBody } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { PaymentStatus } from '../../shared/orders/order-status.ts';
import { addSignedIn, orderIn, storedMail, storedOrder } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';

async function createDesk(env: Record<string, string> = {}) {
  const app = createTestApp({ env });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const setPayment = (orderId: string, status: PaymentStatus) =>
    app.db.$client.prepare('UPDATE orders SET payment_status = ? WHERE id = ?').run(status, orderId);
  return { app, admin, rita, setPayment };
}

const unworkable = [
  ['refunded', 'Refunded'],
  ['disputed', 'Disputed'],
  ['review', 'Check payment'],
] as const;

const hiddenFromReaders = {
  error: { code: 'order_not_found', message: 'There is no such order. It may have been deleted.' },
};

test.each(unworkable)('a reading for an order that is %s is not taken', async (status, label) => {
  const { app, admin, rita, setPayment } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  setPayment(orderId, status);
  const refusal = {
    code: 'order_conflict',
    message: `This order cannot be worked on: its payment is "${label}".`,
  };
  const body = { orderId, content: 'The Sun.' };
  const toAdmin = await admin.post<ErrorBody>('/api/readings', body);
  expect([toAdmin.status, toAdmin.body.error]).toEqual([409, refusal]);
  const toReader = await rita.post<ErrorBody>('/api/readings', body);
  // Money in question is none of a reader's business: the order does not exist for them.
  if (status === 'review') expect(toReader).toMatchObject({ status: 404, body: hiddenFromReaders });
  else expect(toReader).toMatchObject({ status: 409, body: { error: { code: 'order_conflict' } } });
  expect(storedOrder(app, orderId).status).toBe('pending');
});

test.each(['approved', 'rejected', 'reading_uploaded'] as const)(
  'the reading of an order that is %s and in review is hidden from its reader',
  async (status) => {
    const { app, rita, setPayment } = await createDesk();
    const { orderId } = await orderIn(app, status, rita.person);
    setPayment(orderId, 'review');
    const answer = await rita.get<ErrorBody>(`/api/orders/${orderId}/reading`);
    expect(answer).toMatchObject({ status: 404, body: hiddenFromReaders });
    expect((await rita.get('/api/reader/orders')).body).toEqual([]);
  },
);

test.each([...unworkable, ['unpaid', 'Unpaid'] as const])(
  'a reading for an order that is %s is not approved and not sent',
  async (status, label) => {
    const { app, admin, rita, setPayment } = await createDesk();
    const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
    setPayment(orderId, status);
    const answer = await admin.put<ErrorBody>(`/api/readings/${readingId}/approve`);
    expect(answer.status).toBe(409);
    expect(answer.body.error.message).toContain(`"${label}"`);
    expect(storedMail(app, orderId).map(({ kind }) => kind)).toEqual(['order_confirmation']);
  },
);

test('an admin cannot write for an unpaid order either', async () => {
  const { app, admin, rita, setPayment } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  setPayment(orderId, 'unpaid');
  const answer = await admin.post<ErrorBody>('/api/readings', { orderId, content: 'The Sun.' });
  expect(answer.status).toBe(409);
});

test('an order that was partly refunded is still written and sent', async () => {
  const { app, admin, rita, setPayment } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  setPayment(orderId, 'partially_refunded');
  const submitted = await rita.post<{ id: string }>('/api/readings', { orderId, content: 'The Sun.' });
  expect((await admin.put(`/api/readings/${submitted.body.id}/approve`)).status).toBe(200);
});

test('submitting twice at the same moment stores one reading', async () => {
  const { app, admin, rita } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const submit = () => rita.post('/api/readings', { orderId, content: 'The Sun.' });
  const answers = await Promise.all([submit(), submit(), submit()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await admin.get('/api/readings')).body).toHaveLength(1);
});

const base = { orderId: 'x', content: 'The Sun.' };
test.each([
  [{}, 'The order is missing.'],
  [{ content: 'The Sun.' }, 'The order is missing.'],
  [{ ...base, orderId: '' }, 'The order is missing.'],
  [{ ...base, content: '' }, 'The reading is missing.'],
  [{ ...base, content: ' \n\t\u0000 ' }, 'The reading is missing.'],
  [{ ...base, content: 7 }, 'The reading must be text.'],
  [
    { ...base, content: 'x'.repeat(limits.readingCharacters + 1) },
    'The reading may be at most 50000 characters long.',
  ],
  [{ ...base, internalNotes: ['x'] }, 'The internal notes must be text.'],
  [
    { ...base, internalNotes: 'x'.repeat(10_001) },
    'The internal notes may be at most 10000 characters long.',
  ],
  [{ ...base, approved: true }, 'There is no field called approved here. Please leave it out.'],
])('the submission %j is refused with a sentence', async (body, message) => {
  const { rita } = await createDesk();
  const answer = await rita.post<ErrorBody>('/api/readings', body);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toEqual({ code: 'invalid_request', message });
});

test('a reading of 50,000 characters of any script fits', async () => {
  const { app, rita } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const content = '語'.repeat(limits.readingCharacters);
  expect((await rita.post('/api/readings', { orderId, content })).status).toBe(200);
});

test('a body beyond 256 KB is refused before it is read', async () => {
  const { app, rita } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const content = 'x'.repeat(limits.readingBodyBytes);
  const answer = await rita.post<ErrorBody>('/api/readings', { orderId, content });
  expect(answer.status).toBe(413);
  expect(answer.body.error.code).toBe('payload_too_large');
  expect(storedOrder(app, orderId).status).toBe('pending');
});

test.each([[{}], [{ content: '  ' }], [{ content: null }], [{ internalNotes: 7 }], [{ status: 'approved' }]])(
  'the edit %j is refused',
  async (edit) => {
    const { app, admin, rita } = await createDesk();
    const { readingId } = await orderIn(app, 'reading_uploaded', rita.person);
    expect((await admin.put(`/api/readings/${readingId}`, edit)).status).toBe(400);
  },
);

test('the reading of an order for which nothing was written yet is a 404 that says so', async () => {
  const { app, admin, rita } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const answer = await admin.get<ErrorBody>(`/api/orders/${orderId}/reading`);
  expect(answer.status).toBe(404);
  expect(answer.body.error).toEqual({
    code: 'reading_not_found',
    message: 'Nothing has been written for this order yet.',
  });
});

test('the approval queue is sorted by due date', async () => {
  const { app, admin, rita } = await createDesk();
  const first = await orderIn(app, 'reading_uploaded', rita.person);
  const urgent = await orderIn(app, 'reading_uploaded', rita.person);
  app.db.$client.prepare('UPDATE orders SET due_at = 1 WHERE id = ?').run(urgent.orderId);
  const { body } = await admin.get<{ orderId: string }[]>('/api/readings/pending');
  expect(body.map(({ orderId }) => orderId)).toEqual([urgent.orderId, first.orderId]);
});

test('an approval can be undone while its mail is held, and then approved again', async () => {
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

test('an approval cannot be undone once its mail is on its way', async () => {
  const { app, admin, rita } = await createDesk({ APPROVAL_UNDO_SECONDS: '60' });
  const { orderId, readingId } = await orderIn(app, 'approved', rita.person);
  app.clock.advance(60_000);
  await app.sendMail();
  const undo = await admin.put<ErrorBody>(`/api/readings/${readingId}/undo-approval`);
  expect(undo.status).toBe(409);
  expect(undo.body.error.message).toBe('The reading is already on its way to the customer.');
  expect(storedOrder(app, orderId).status).toBe('approved');
});
