import { expect, test } from 'vitest';
import type { DrawnCard } from '../../shared/readings/cards.ts';
import { addSignedIn, orderIn } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';

async function deliver(cards: DrawnCard[], env: Record<string, string> = {}) {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '0', ...env } });
  const admin = await addSignedIn(app, 'admin', 'admin');
  const { readingId } = await orderIn(app, 'reading_uploaded', admin.person);
  await admin.put(`/api/readings/${readingId}`, { content: 'First.\n\nSecond.', cards });
  await admin.put(`/api/readings/${readingId}/approve`);
  await app.sendMail();
  const mail = app.mailer.sent.at(-1);
  if (!mail) throw new Error('Nothing was sent.');
  return mail;
}

const star: DrawnCard = { card: 'the-star', isReversed: true, position: 'Past' };
const cups: DrawnCard = { card: 'ten-of-cups', isReversed: false, position: '' };

test('the mail shows the cards above its text, in pictures with words and in lines', async () => {
  const { html, text } = await deliver([star, cups], { PUBLIC_URL: 'https://tarot.example' });
  const pictures = [...html.matchAll(/<img src="([^"]*)"[^>]* alt="([^"]*)"/g)].map(([, src, alt]) => [
    src,
    alt,
  ]);
  expect(pictures).toEqual([
    ['https://tarot.example/cards/the-star-reversed.png', 'The Star, reversed: Past'],
    ['https://tarot.example/cards/ten-of-cups.png', 'Ten of Cups'],
  ]);
  expect(html.indexOf('ten-of-cups.png')).toBeLessThan(html.indexOf('First.'));
  expect(text).toMatch(
    /^Dear \S+,\n\nYour cards:\n- The Star, reversed: Past\n- Ten of Cups\n\nFirst\.\n\nSecond\./,
  );
});

test('without cards, nothing is said of them', async () => {
  const { html, text } = await deliver([]);
  expect(html).not.toContain('<img');
  expect(text).toMatch(/^Dear \S+,\n\nFirst\./);
});

test('what a place is called stays words', async () => {
  const position = '<b>"Now" & then</b>';
  const { html, text } = await deliver([{ ...cups, position }]);
  expect(html).toContain('alt="Ten of Cups: &lt;b&gt;&quot;Now&quot; &amp; then&lt;/b&gt;"');
  expect(html).not.toContain('<b>');
  expect(text).toContain(`- Ten of Cups: ${position}`);
});
