import { expect, test } from 'vitest';
import { addSignedIn, orderIn, timelineOf } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import type { DrawnCard } from '../../shared/readings/cards.ts';
import type {
  MailPreview,
  OrderReading,
  Reading,
  ReadingRevision,
  SavedDraft,
} from '../../shared/readings/reading-schema.ts';

const star: DrawnCard = { card: 'the-star', isReversed: true, position: 'Past' };
const cups: DrawnCard = { card: 'ten-of-cups', isReversed: false, position: '' };
const content = 'The Star speaks.';

async function startWriting(status: 'pending' | 'rejected' = 'pending') {
  const app = createTestApp();
  const rita = await addSignedIn(app, 'rita', 'reader');
  const admin = await addSignedIn(app, 'boss', 'admin');
  const { orderId, readingId } = await orderIn(app, status, rita.person);
  const draft = `/api/orders/${orderId}/draft`;
  const submit = (cards?: unknown) => rita.post<Reading>('/api/readings', { orderId, content, cards });
  return { app, rita, admin, orderId, readingId, draft, submit };
}

test('returns the submitted cards wherever the reading is read', async () => {
  const { rita, admin, orderId, submit } = await startWriting();
  expect((await submit([star, cups])).body.cards).toEqual([star, cups]);
  expect((await admin.get<Reading[]>('/api/readings/pending')).body[0]?.cards).toEqual([star, cups]);
  expect((await admin.get<Reading[]>('/api/readings')).body[0]?.cards).toEqual([star, cups]);
  expect((await rita.get<OrderReading>(`/api/orders/${orderId}/reading`)).body.cards).toEqual([star, cups]);
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
  const { rita, admin, draft, orderId, submit } = await startWriting();
  const text = { content: 'The Star' };
  await rita.put(draft, { ...text, version: 0, cards: [star] });
  const saved = await rita.put<SavedDraft>(draft, { ...text, content: 'The Star speaks', version: 1 });
  expect(saved.body.cards).toEqual([star]);
  const { body } = await submit([star]);
  expect((await admin.put<Reading>(`/api/readings/${body.id}`, { content: 'Other.' })).body.cards).toEqual([
    star,
  ]);
  await admin.put(`/api/readings/${body.id}/reject`, {});
  expect((await rita.post<Reading>('/api/readings', { orderId, content })).body.cards).toEqual([star]);
});

test('takes the draft’s cards when a submission sends none', async () => {
  const { rita, orderId, admin, draft, submit } = await startWriting();
  const preview = () =>
    rita.post<MailPreview>(`/api/orders/${orderId}/delivery-preview`, { content }).then(({ body }) => body);
  await rita.put(draft, { content, version: 0, cards: [star] });
  expect((await preview()).text).toContain('The Star, reversed');
  const { body } = await submit();
  expect(body.cards).toEqual([star]);
  await admin.put(`/api/readings/${body.id}/reject`, {});
  await rita.put(draft, { content, version: 0, cards: [cups] });
  expect((await preview()).text).toContain('Ten of Cups');
  expect((await submit()).body.cards).toEqual([cups]);
});

test('stores changed cards as a new version, but not equal ones', async () => {
  const { app, admin, orderId, submit } = await startWriting();
  const { body } = await submit([star, cups]);
  const edit = (cards: DrawnCard[], revision: number) =>
    admin.put<Reading & ErrorBody>(`/api/readings/${body.id}`, { cards, revision });
  expect((await edit([star, cups], 1)).body.revision).toBe(1);
  expect((await edit([cups, star], 1)).body).toMatchObject({ revision: 2, cards: [cups, star], content });
  expect(timelineOf(app, orderId).at(-1)).toBe('reading_edited');
  const late = await edit([], 1);
  expect([late.status, late.body.error.code]).toEqual([409, 'reading_conflict']);
  const { body: revisions } = await admin.get<ReadingRevision[]>(`/api/orders/${orderId}/revisions`);
  expect(revisions.map(({ cards }) => cards)).toEqual([
    [cups, star],
    [star, cups],
  ]);
});

test('accepts new cards for a rejected reading, but not an approved one', async () => {
  const { admin, readingId, orderId } = await startWriting('rejected');
  const edit = (cards: DrawnCard[]) => admin.put<ErrorBody>(`/api/readings/${readingId}`, { cards });
  expect((await edit([star])).status).toBe(200);
  expect((await admin.put(`/api/readings/${readingId}/approve`)).status).toBe(200);
  const late = await edit([cups]);
  expect([late.status, late.body.error.code]).toEqual([409, 'reading_conflict']);
  expect((await admin.get<OrderReading>(`/api/orders/${orderId}/reading`)).body.cards).toEqual([star]);
});

test('stores a draft’s cards and a new version when they change', async () => {
  const { rita, draft } = await startWriting();
  const save = (cards: DrawnCard[], version: number) =>
    rita.put<SavedDraft>(draft, { content: '', cards, version });
  expect((await save([star], 0)).body).toMatchObject({ cards: [star], version: 1 });
  expect((await save([star], 1)).body.version).toBe(1);
  expect((await save([star, cups], 1)).body.version).toBe(2);
  expect((await rita.get<SavedDraft>(draft)).body.cards).toEqual([star, cups]);
});

test('gives the next reader the cards of a begun reading', async () => {
  const { app, rita, admin, orderId, draft } = await startWriting();
  const omar = await addSignedIn(app, 'omar', 'reader');
  await rita.put(draft, { content: '', cards: [cups], version: 0 });
  await admin.put(`/api/orders/${orderId}/assignee`, { readerId: omar.person.id });
  expect((await omar.get<SavedDraft>(draft)).body).toMatchObject({ cards: [cups], begunBy: 'rita' });
  expect((await omar.post<Reading>('/api/readings', { orderId, content })).body.cards).toEqual([cups]);
});

test.each([
  ['The cards must be a list.', 'the-star'],
  ['There is no card called "the-comet".', [{ card: 'the-comet' }]],
  ['A card is named like "the-star" or "ten-of-cups".', [{}]],
  ['Whether a card is reversed must be true or false.', [{ card: 'the-star', isReversed: 'yes' }]],
  ["A card's position may be at most 60 characters long.", [{ card: 'the-star', position: 'x'.repeat(61) }]],
  ['A reading may have at most 30 cards.', Array.from({ length: 31 }, () => ({ card: 'the-star' }))],
  ['There is no field called color here. Please leave it out.', [{ card: 'the-star', color: 'red' }]],
])('refuses invalid cards with "%s"', async (message, cards) => {
  const { rita, orderId } = await startWriting();
  const { status, body } = await rita.post<ErrorBody>('/api/readings', { orderId, content, cards });
  expect([status, body.error.message]).toEqual([400, message]);
});

test('previews the cards sent along, or else the reading’s cards', async () => {
  const { rita, orderId, submit } = await startWriting();
  const preview = async (cards?: DrawnCard[]) =>
    (await rita.post<MailPreview>(`/api/orders/${orderId}/delivery-preview`, { content, cards })).body.text;
  expect(await preview([cups])).toContain('Ten of Cups');
  await submit([star]);
  expect(await preview()).toContain('The Star, reversed');
});
