import { expect, test } from 'vitest';
import type { MailPreview } from '../../shared/readings/readings.ts';
import { addSignedIn, orderIn } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { beginningOf } from './shorten-letter.ts';

/** What one paragraph of so many letters takes in HTML. */
const sizeOf = (letters: number) => letters + Buffer.byteLength('<p dir="ltr" style="margin:0 0 20px"></p>');

test('what fits stays whole', () => {
  expect(beginningOf('One.\n\nTwo.\n', 1_000)).toEqual({ text: 'One.\n\nTwo.', isCut: false });
});

test('of what does not fit whole paragraphs are kept, as many as there is room for', () => {
  const text = Array.from({ length: 9 }, (_, index) => `${index}`.repeat(100)).join('\n\n');
  const { text: kept, isCut } = beginningOf(text, 3 * (sizeOf(100) + 1));
  expect([kept.split('\n\n').length, isCut]).toEqual([3, true]);
  expect(text.startsWith(kept)).toBe(true);
});

test('of a paragraph that is too long lines are kept, and of such a line words', () => {
  expect(beginningOf('First line.\nSecond line.', sizeOf(13))).toEqual({ text: 'First line.', isCut: true });
  expect(beginningOf('one two three four', sizeOf(13))).toEqual({ text: 'one two three …', isCut: true });
});

/** Two bytes a letter: fifty thousand of them are more than Gmail shows. */
const longText = Array.from({ length: 100 }, (_, index) => `${index}. ${'ж'.repeat(480)}`).join('\n\n');

test('a letter that is too long for Gmail carries its beginning and a link to the rest; the text has all', async () => {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '0' } });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', admin.person);
  await admin.put(`/api/readings/${readingId}`, { content: longText });
  const preview = await admin.post<MailPreview>(`/api/orders/${orderId}/delivery-preview`, {
    content: longText,
  });
  await admin.put(`/api/readings/${readingId}/approve`);
  await app.sendMail();
  const sent = app.mailer.sent.at(-1);
  const html = sent?.html ?? '';
  const size = Buffer.byteLength(html);
  expect(size).toBeLessThanOrEqual(90 * 1024);
  // A paragraph more would not have fitted.
  expect(size).toBeGreaterThan(90 * 1024 - 1_300);
  const kept = [...html.matchAll(/<p dir="ltr"[^>]*>(.*?)<\/p>/gs)].map(([, words]) => words);
  expect(kept).toEqual(longText.split('\n\n').slice(0, kept.length));
  expect(html).toMatch(/<a href="[^"]*\/order\/[\w-]+"[^>]*>Read the full letter<\/a>/);
  expect(html).not.toContain('With warm wishes');
  expect(sent?.text).toContain(longText);
  expect(sent?.text).toContain('With warm wishes');
  const withoutLink = (mail = '') => mail.replace(/\/order\/[\w-]+/g, '/order/');
  expect(withoutLink(preview.body.html)).toBe(withoutLink(html));
});
