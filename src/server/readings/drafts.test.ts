import { describe, expect, test } from 'vitest';
import { orders } from '../../../db/schema.ts';
import { addSignedIn, orderIn, storedOrder, timelineOf } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { DrawnCard } from '../../shared/readings/cards.ts';
import type { MailPreview, Reading, SavedDraft } from '../../shared/readings/reading-schema.ts';
import { deleteExpiredData } from '../ops/privacy/delete-expired.ts';
import { assignWaitingOrders } from '../orders/assign-orders.ts';

const star: DrawnCard = { card: 'the-star', isReversed: true, position: 'Past' };
const cups: DrawnCard = { card: 'ten-of-cups', isReversed: false, position: '' };
const content = 'The Star speaks.';
const conflict = { status: 409, body: { error: { code: 'reading_conflict' } } };
const day = 86_400_000;
const draft = (content: string, version: number) => ({ content, version });

async function startWriting(status: 'pending' | 'rejected' = 'pending') {
  const app = createTestApp();
  const rita = await addSignedIn(app, 'rita', 'reader');
  const omar = await addSignedIn(app, 'omar', 'reader');
  const admin = await addSignedIn(app, 'boss', 'admin');
  const { orderId, readingId } = await orderIn(app, status, rita.person);
  const path = `/api/orders/${orderId}/draft`;
  const assign = (readerId: string) => admin.put(`/api/orders/${orderId}/assignee`, { readerId });
  const submit = (cards?: unknown) => rita.post<Reading>('/api/readings', { orderId, content, cards });
  const preview = async (cards?: DrawnCard[]) =>
    (await rita.post<MailPreview>(`/api/orders/${orderId}/delivery-preview`, { content, cards })).body.text;
  return { app, rita, omar, admin, orderId, readingId, path, assign, submit, preview };
}

test('saves each change as a numbered version', async () => {
  const { app, rita, path } = await startWriting();
  expect((await rita.get(path)).body).toBeNull();
  const first = await rita.put<SavedDraft>(path, draft('  The Star\n', 0));
  const saved = { content: '  The Star\n', cards: [], version: 1, begunBy: null };
  expect(first.body).toEqual({ ...saved, savedAt: new Date(app.clock.now()).toISOString() });
  app.clock.advance(5_000);
  // What is saved already is no new version.
  expect((await rita.put<SavedDraft>(path, draft('  The Star\n', 1))).body).toEqual(first.body);
  await rita.put(path, draft('The Star speaks', 1));
  expect((await rita.get<SavedDraft>(path)).body).toMatchObject({ content: 'The Star speaks', version: 2 });
});

test('refuses to overwrite a text that was saved elsewhere', async () => {
  const { rita, path } = await startWriting();
  await rita.put(path, draft('Written here', 0));
  const late = await rita.put(path, draft('Written elsewhere', 0));
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'draft_conflict' } } });
  expect((await rita.get<SavedDraft>(path)).body).toMatchObject({ content: 'Written here', version: 1 });
});

test('deletes the draft on submission and refuses drafts until a rejection', async () => {
  const { rita, admin, orderId, path } = await startWriting();
  await rita.put(path, draft('The Star', 0));
  const { body } = await rita.post<{ id: string }>('/api/readings', { orderId, content: 'The Star shines.' });
  expect((await rita.get(path)).body).toBeNull();
  const late = await rita.put(path, draft('The Moon', 0));
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'order_conflict' } } });
  await admin.put(`/api/readings/${body.id}/reject`, { feedback: 'Say more.' });
  expect((await rita.put(path, draft('The Moon', 0))).status).toBe(200);
});

test('gives the next reader a copy and keeps the first writer’s draft', async () => {
  const { rita, omar, path, assign } = await startWriting();
  await rita.put(path, draft('Begun by Rita', 0));
  await assign(omar.person.id);
  expect((await rita.get(path)).status).toBe(404);
  expect((await rita.put(path, draft('Still Rita', 1))).status).toBe(404);
  const start = await omar.get<SavedDraft>(path);
  expect(start.body).toMatchObject({ content: 'Begun by Rita', version: 0, begunBy: 'rita' });
  const saved = await omar.put<SavedDraft>(path, draft('Begun by Rita, ended by Omar', 0));
  expect(saved.body).toMatchObject({ version: 1, begunBy: 'rita' });
  expect((await omar.get<SavedDraft>(path)).body).toMatchObject({ version: 1, begunBy: 'rita' });
  await assign(rita.person.id);
  const own = { content: 'Begun by Rita', version: 1, begunBy: null };
  expect((await rita.get<SavedDraft>(path)).body).toMatchObject(own);
});

test('keeps an admin’s draft apart from the reader’s draft', async () => {
  const { rita, omar, admin, orderId, path, assign } = await startWriting();
  await rita.put(path, draft('Rita is at it', 0));
  expect((await admin.get(path)).body).toBeNull();
  await admin.put(path, draft('The admin helps', 0));
  expect((await admin.get<SavedDraft>(path)).body).toMatchObject({ content: 'The admin helps', version: 1 });
  expect((await rita.get<SavedDraft>(path)).body).toMatchObject({ content: 'Rita is at it', version: 1 });
  await assign(omar.person.id);
  expect((await omar.get<SavedDraft>(path)).body).toMatchObject({ begunBy: 'boss', version: 0 });
  await admin.post('/api/readings', { orderId, content: 'The admin helps.' });
  expect((await admin.get(path)).body).toBeNull();
});

test('assigns no reader to an order an admin is writing', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const written = await orderIn(app, 'pending', admin.person);
  const waiting = await orderIn(app, 'pending', admin.person);
  await admin.put(`/api/orders/${written.orderId}/draft`, draft('The admin writes', 0));
  await admin.put(`/api/orders/${waiting.orderId}/draft`, draft(' ', 0));
  const rita = await addSignedIn(app, 'rita', 'reader');
  await assignWaitingOrders(app.context);
  expect(storedOrder(app, written.orderId).assignedReaderId).toBeNull();
  expect(storedOrder(app, waiting.orderId).assignedReaderId).toBe(rita.person.id);
});

test('assigns an unassigned order to the admin who begins writing it', async () => {
  const { app, admin } = await startWriting();
  const { orderId } = await orderIn(app, 'pending', admin.person);
  const sol = await addSignedIn(app, 'sol', 'admin', true);
  app.db.update(orders).set({ assignedReaderId: null }).run();
  await sol.put(`/api/orders/${orderId}/draft`, draft('The Sun', 0));
  expect(storedOrder(app, orderId).assignedReaderId).toBe(sol.person.id);
});

test('starts a rejected reading from its text, not from others’ drafts', async () => {
  const { omar, path, assign } = await startWriting('rejected');
  await assign(omar.person.id);
  expect((await omar.get(path)).body).toBeNull();
});

test('deletes unsent drafts a month after the delivery', async () => {
  const { app, rita, admin, orderId, path } = await startWriting();
  await rita.put(path, draft('Never handed in', 0));
  const { body } = await admin.post<{ id: string }>('/api/readings', { orderId, content: 'The Star.' });
  await admin.put(`/api/readings/${body.id}/approve`);
  app.clock.advance(60_000);
  await app.sendMail();
  app.clock.advance(29 * day);
  await deleteExpiredData(app.context);
  const count = () => app.db.$client.prepare('SELECT count(*) FROM reading_drafts').pluck().get();
  expect(count()).toBe(1);
  app.clock.advance(2 * day);
  await deleteExpiredData(app.context);
  expect(count()).toBe(0);
});

test.each([
  [draft('x'.repeat(50_001), 0), /up to 50000 characters/],
  [draft('The Star', -1), /at least 0/],
  [{ version: 0 }, /^The reading must be text\.$/],
])('%#: refuses an invalid draft with the reason', async (body, reason) => {
  const { rita, path } = await startWriting();
  const error = { message: expect.stringMatching(reason) };
  expect(await rita.put(path, body)).toMatchObject({ status: 400, body: { error } });
});

describe('drawn cards', () => {
  test('returns the submitted cards wherever the reading is read', async () => {
    const { rita, admin, orderId, submit } = await startWriting();
    expect((await submit([star, cups])).body.cards).toEqual([star, cups]);
    const shown = { cards: [star, cups] };
    expect((await admin.get('/api/readings/pending')).body).toMatchObject([shown]);
    expect((await admin.get('/api/readings')).body).toMatchObject([shown]);
    expect((await rita.get(`/api/orders/${orderId}/reading`)).body).toMatchObject(shown);
  });

  test('treats a card as upright and without position by default', async () => {
    const { submit } = await startWriting();
    const { body } = await submit([{ card: 'the-fool' }, { card: 'the-sun', position: ' Near \n future ' }]);
    expect(body.cards).toEqual([
      { card: 'the-fool', isReversed: false, position: '' },
      { card: 'the-sun', isReversed: false, position: 'Near future' },
    ]);
  });

  test('keeps the cards when a call sends none', async () => {
    const { rita, admin, path: draft, submit } = await startWriting();
    const kept = { cards: [star] };
    await rita.put(draft, { content: 'The Star', version: 0, cards: [star] });
    expect((await rita.put(draft, { content: 'The Star speaks', version: 1 })).body).toMatchObject(kept);
    const path = `/api/readings/${(await submit([star])).body.id}`;
    expect((await admin.put(path, { content: 'Other.' })).body).toMatchObject(kept);
    await admin.put(`${path}/reject`, {});
    expect((await submit()).body).toMatchObject(kept);
  });

  test('takes the draft’s cards when a submission sends none', async () => {
    const { rita, admin, path: draft, submit, preview } = await startWriting();
    await rita.put(draft, { content, version: 0, cards: [star] });
    expect(await preview()).toContain('The Star, reversed');
    const { body } = await submit();
    expect(body.cards).toEqual([star]);
    await admin.put(`/api/readings/${body.id}/reject`, {});
    await rita.put(draft, { content, version: 0, cards: [cups] });
    expect(await preview()).toContain('Ten of Cups');
    expect((await submit()).body.cards).toEqual([cups]);
  });

  test('stores changed cards as a new version, but not equal ones', async () => {
    const { app, admin, orderId, submit } = await startWriting();
    const { body } = await submit([star, cups]);
    const edit = (cards: DrawnCard[], revision: number) =>
      admin.put<Reading>(`/api/readings/${body.id}`, { cards, revision });
    expect((await edit([star, cups], 1)).body.revision).toBe(1);
    expect((await edit([cups, star], 1)).body).toMatchObject({ revision: 2, cards: [cups, star], content });
    expect(timelineOf(app, orderId).at(-1)).toBe('reading_edited');
    expect(await edit([], 1)).toMatchObject(conflict);
    const { body: revisions } = await admin.get(`/api/orders/${orderId}/revisions`);
    expect(revisions).toMatchObject([{ cards: [cups, star] }, { cards: [star, cups] }]);
  });

  test('accepts new cards for a rejected reading, but not an approved one', async () => {
    const { admin, readingId, orderId } = await startWriting('rejected');
    const edit = (cards: DrawnCard[]) => admin.put(`/api/readings/${readingId}`, { cards });
    expect((await edit([star])).status).toBe(200);
    expect((await admin.put(`/api/readings/${readingId}/approve`)).status).toBe(200);
    expect(await edit([cups])).toMatchObject(conflict);
    expect((await admin.get(`/api/orders/${orderId}/reading`)).body).toMatchObject({ cards: [star] });
  });

  test('stores a draft’s cards and a new version when they change', async () => {
    const { rita, path: draft } = await startWriting();
    const save = (cards: DrawnCard[], version: number) =>
      rita.put<SavedDraft>(draft, { content: '', cards, version });
    expect((await save([star], 0)).body).toMatchObject({ cards: [star], version: 1 });
    expect((await save([star], 1)).body.version).toBe(1);
    expect((await save([star, cups], 1)).body.version).toBe(2);
    expect((await rita.get<SavedDraft>(draft)).body.cards).toEqual([star, cups]);
  });

  test('gives the next reader the cards of a begun reading', async () => {
    const { rita, omar, orderId, path: draft, assign } = await startWriting();
    await rita.put(draft, { content: '', cards: [cups], version: 0 });
    await assign(omar.person.id);
    expect((await omar.get<SavedDraft>(draft)).body).toMatchObject({ cards: [cups], begunBy: 'rita' });
    expect((await omar.post<Reading>('/api/readings', { orderId, content })).body.cards).toEqual([cups]);
  });

  test.each([
    ['The cards must be a list.', 'the-star'],
    ['There is no card called "the-comet".', [{ card: 'the-comet' }]],
    ['A card is named like "the-star" or "ten-of-cups".', [{}]],
    ['Whether a card is reversed must be true or false.', [{ card: 'the-star', isReversed: 'yes' }]],
    ["A card's position can be up to 60 characters long.", [{ card: 'the-star', position: 'x'.repeat(61) }]],
    ['A reading may have at most 30 cards.', Array.from({ length: 31 }, () => ({ card: 'the-star' }))],
    ['There is no field called color here. Please leave it out.', [{ card: 'the-star', color: 'red' }]],
  ])('refuses invalid cards with "%s"', async (message, cards) => {
    const { rita, orderId } = await startWriting();
    const answer = await rita.post('/api/readings', { orderId, content, cards });
    expect(answer).toMatchObject({ status: 400, body: { error: { message } } });
  });

  test('previews the cards sent along, or else the reading’s cards', async () => {
    const { submit, preview } = await startWriting();
    expect(await preview([cups])).toContain('Ten of Cups');
    await submit([star]);
    expect(await preview()).toContain('The Star, reversed');
  });
});
