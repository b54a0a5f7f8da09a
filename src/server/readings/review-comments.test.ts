import { expect, test } from 'vitest';
import { addSignedIn, orderIn, setEmail, storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import { limits } from '../../shared/limits.ts';
import type { ReaderOrder } from '../../shared/orders/order-schema.ts';
import type { ReadingComment } from '../../shared/readings/comment-schema.ts';
import { rejectionBodyBytes } from '../../shared/readings/comment-schema.ts';
import type { OrderReading, Reading } from '../../shared/readings/reading-schema.ts';
import { readCustomerOrder } from '../aftercare/order-page/customer-order.ts';
import { createOrderLink } from '../orders/order-links.ts';

const letter = 'The Star ✨ speaks of patience.\n\nThe Tower is no threat.';

async function createDesk() {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '0' } });
  const admin = await addSignedIn(app, 'nora', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const rhea = await addSignedIn(app, 'rhea', 'reader');
  const { orderId } = await orderIn(app, 'pending', rita.person);
  const submit = (content: string) => rita.post<Reading>('/api/readings', { orderId, content });
  const { id } = (await submit(letter)).body;
  const put = (verb: string, body?: unknown) =>
    admin.put<Reading & ErrorBody>(`/api/readings/${id}/${verb}`, body);
  const read = (by = admin) => by.get<OrderReading & ErrorBody>(`/api/orders/${orderId}/reading`);
  const comments = async (by = admin) => (await read(by)).body.comments;
  return { app, admin, rita, rhea, orderId, id, submit, put, read, comments };
}

/** @returns a comment on some words of a text */
function on(quote: string, text: string, content = letter) {
  const from = content.indexOf(quote);
  return { from, to: from + quote.length, text };
}

const quoted = (comments: ReadingComment[]) =>
  comments.map(({ revision, quote, text }) => [revision, quote, text]);

test('rejects a reading with comments that the admin and its reader see', async () => {
  const { app, rita, id, orderId, put, comments, read } = await createDesk();
  const tower = on('The Tower is no threat', 'Why not?');
  const star = on('Star ✨', '  Which one?\r\nThe first? ');
  const rejected = await put('reject', { revision: 1, comments: [tower, star] });
  expect(rejected.status).toBe(200);
  expect(storedOrder(app, orderId).status).toBe('rejected');
  const createdAt = new Date(app.clock.now()).toISOString();
  const first = { ...star, quote: 'Star ✨', text: 'Which one?\nThe first?', revision: 1 };
  expect(await comments(rita)).toMatchObject([
    { ...first, author: 'nora', createdAt },
    { ...tower, quote: 'The Tower is no threat' },
  ]);
  expect(await comments()).toEqual(await comments(rita));
  expect((await read(rita)).body).toMatchObject({ id, feedback: null, lastFeedback: null });
});

test('keeps comments and quotes through later versions and the approval', async () => {
  const { rita, submit, put, comments } = await createDesk();
  await put('reject', { revision: 1, comments: [on('patience', 'And of hope.')] });
  const next = 'The Moon asks what you hide.';
  await submit(next);
  await put('reject', { revision: 2, comments: [on('hide', 'Kinder.', next)] });
  await submit('The Sun.');
  await put('approve');
  const all = [
    [1, 'patience', 'And of hope.'],
    [2, 'hide', 'Kinder.'],
  ];
  expect(quoted(await comments())).toEqual(all);
  expect(quoted(await comments(rita))).toEqual(all);
});

test('counts the comments on the rejected version in its reader’s list', async () => {
  const { rita, submit, put } = await createDesk();
  const listed = async () => (await rita.get<ReaderOrder[]>('/api/reader/orders')).body[0]?.commentCount;
  await put('reject', { revision: 1, comments: [comment, comment] });
  expect(await listed()).toBe(2);
  await submit(letter);
  expect(await listed()).toBeUndefined();
  await put('reject', { revision: 2, comments: [comment] });
  expect(await listed()).toBe(1);
});

test('shows comments neither to other readers nor to the customer', async () => {
  const { app, rhea, orderId, put, read, submit } = await createDesk();
  await put('reject', { revision: 1, comments: [comment] });
  expect((await read(rhea)).status).toBe(404);
  await submit(letter);
  await put('approve');
  await app.sendMail();
  const page = readCustomerOrder(app.context, createOrderLink(app.context, orderId).split('/').at(-1) ?? '');
  expect(page?.reading).toBe(letter);
  expect(JSON.stringify([page, app.mailer.sent])).not.toContain(comment.text);
});

test('refuses comments on an older version and changes nothing', async () => {
  const { admin, app, id, orderId, put, comments } = await createDesk();
  await admin.put(`/api/readings/${id}`, { content: 'The Moon.' });
  const late = await put('reject', { revision: 1, comments: [on('Star', 'Which one?')] });
  const error = { code: 'reading_conflict', message: expect.stringContaining('newer version') };
  expect(late).toMatchObject({ status: 409, body: { error } });
  expect((await put('reject', { revision: 1 })).status).toBe(409);
  expect(storedOrder(app, orderId).status).toBe('reading_uploaded');
  expect(await comments()).toEqual([]);
});

const comment = on('Star', 'Which one?');
test.each<[what: string, body: object, message: RegExp]>([
  ['no version', { comments: [comment] }, /which version/],
  ['no words', { revision: 1, comments: [{ ...comment, text: ' \n ' }] }, /The comment is missing/],
  ['too many words', { revision: 1, comments: [{ ...comment, text: 'a'.repeat(2_001) }] }, /2000 characters/],
  ['an empty passage', { revision: 1, comments: [{ ...comment, to: comment.from }] }, /has to end after/],
  ['a passage of blanks', { revision: 1, comments: [on('\n\n', 'No.')] }, /does not match a passage/],
  ['a passage beyond the text', { revision: 1, comments: [{ ...comment, to: 999 }] }, /not match a passage/],
  ['half a character', { revision: 1, comments: [{ ...comment, from: 0.5 }] }, /whole number/],
  ['a passage before the text', { revision: 1, comments: [{ ...comment, from: -1 }] }, /at 0 at least/],
  ['fifty-one comments', { revision: 1, comments: Array.from({ length: 51 }, () => comment) }, /at most 50/],
  ['something else', { revision: 1, comments: [{ ...comment, quote: 'Star' }] }, /no field called quote/],
])('refuses a rejection with an invalid comment: %s', async (_, body, message) => {
  const { app, orderId, put } = await createDesk();
  const error = { message: expect.stringMatching(message) };
  expect(await put('reject', body)).toMatchObject({ status: 400, body: { error } });
  expect(storedOrder(app, orderId).status).toBe('reading_uploaded');
});

test('records the number of comments in the history', async () => {
  const { admin, orderId, put } = await createDesk();
  await put('reject', { revision: 1, comments: [comment, comment] });
  const { body } = await admin.get<{ type: string; data: object }[]>(`/api/orders/${orderId}/events`);
  const data = { revision: 1, hasFeedback: false, comments: 2 };
  expect(body.find(({ type }) => type === 'reading_rejected')?.data).toEqual(data);
});

test.each([
  [1, 'There is 1 comment on its text.'],
  [2, 'There are 2 comments on its text.'],
  [0, null],
])('mails the reader that there are %i comments, without their text', async (count, words) => {
  const { app, rita, put, submit } = await createDesk();
  await put('reject', { revision: 1, comments: [comment, comment, comment] });
  await submit(letter);
  setEmail(app, rita.person.id);
  await put('reject', { revision: 2, comments: Array.from({ length: count }, () => comment) });
  await app.sendMail();
  const text = app.mailer.sent.find(({ subject }) => subject.includes('came back to you'))?.text;
  if (words) expect(text).toContain(words);
  else expect(text).not.toContain('comment');
  for (const other of ['Which one?', 'WHAT TO CHANGE']) expect(text).not.toContain(other);
});

test('accepts the largest allowed comments in any script, and no more', async () => {
  const { put, comments } = await createDesk();
  const long = on('Star', '語'.repeat(limits.commentCharacters));
  const feedback = '語'.repeat(limits.feedbackCharacters);
  const all = Array.from({ length: limits.comments }, () => long);
  const tooLong = { revision: 1, comments: [...all, long], feedback };
  expect((await put('reject', tooLong)).body.error.message).toBe('There may be at most 50 comments.');
  expect((await put('reject', { revision: 1, comments: all, feedback })).status).toBe(200);
  expect(await comments()).toHaveLength(limits.comments);
  const { status, body } = await put('reject', { feedback: 'x'.repeat(rejectionBodyBytes) });
  expect([status, body.error.code]).toEqual([413, 'payload_too_large']);
});
