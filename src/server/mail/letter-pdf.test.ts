import { expect, test } from 'vitest';
import { writeNow } from '../../../db/client.ts';
import { addSignedIn, orderIn, storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { defaultCalendar } from '../../shared/checkout/calendar-schema.ts';
import { deck } from '../../shared/readings/cards.ts';
import { deleteOrder } from '../admin/delete-order.ts';
import { printable, printableLetter } from '../aftercare/order-page/printable-letter.ts';
import { createOrderLink } from '../orders/order-links.ts';
import { writeMoneyStyle } from '../shop/settings-repository.ts';
import { fontRuns } from './letter-fonts.ts';
import { drawLetter, type PrintableLetter } from './letter-pdf.ts';

const letter: PrintableLetter = {
  orderNumber: 'CT-7K3M9Q',
  siteName: 'Career Tarot',
  contactEmail: 'hello@shop.example',
  accent: null,
  paper: 'A4',
  approvedAt: Date.parse('2026-11-20T12:00:00Z'),
  addresseeName: 'Zoë Łukasiewicz',
  cards: [],
  paragraphs: ['The Star speaks of patience.'],
  signedBy: 'Rita',
  signerDescription: 'Career Tarot',
  portrait: null,
};

test.each([
  ['America/New_York', undefined, 'usd', 'LETTER'],
  ['Europe/Berlin', undefined, 'usd', 'A4'],
  ['America/New_York', undefined, 'eur', 'A4'],
  ['Europe/Berlin', 'US', 'eur', 'LETTER'],
  ['America/New_York', 'DE', 'usd', 'A4'],
])('prints in %s, with the country %s and %s, on %s', async (timeZone, country, currency, paper) => {
  const app = createTestApp({ env: { BUSINESS_TIMEZONE: timeZone } });
  const admin = await addSignedIn(app, 'boss', 'admin');
  if (country) await admin.put('/api/settings/calendar', { ...defaultCalendar, country });
  writeNow(app.db, (tx) => writeMoneyStyle(tx, { currency, locale: 'en-US' }, app.clock.now()));
  const { orderId } = await app.buy();
  const order = storedOrder(app, orderId);
  const reading = { content: 'The Star.', cards: [], approvedAt: 0 };
  expect((await printableLetter(app.context, order, reading)).paper).toBe(paper);
});

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

test.each([
  ['Western letters', 'Zoë, Ça m’a plu, über Größe', '400'],
  ['Vietnamese and Turkish', 'tiếng Việt rất đẹp, İstanbul’da ışık', '400'],
  ['separate letters and accents', 'e\u0301 o\u0308', '400'],
  ['spaces, tabs and invisible marks', 'a\u00a0b\u202fc\td\u200be\u00adf\ufeff', '400'],
  ['an accent that no letter has', 'x\u0302', 'serif'],
  ['a Cyrillic sentence', 'Привет, Мария: «всё хорошо» — и точка.', 'serif'],
  ['planets and signs of the zodiac', '☿♀♈♓', 'symbols'],
  ['stars and suits', '☆♣', 'math'],
  ['emoji of several parts', '👍🏽❤️‍🔥🇩🇪', 'emoji'],
])('draws %s in one font', (_what, text, font) => {
  expect(fontRuns(printable(text)).map((run) => run.font)).toEqual([`letter-${font}`]);
});

test.each([
  ['Hebrew', 'שלום Maya', '□□□□ Maya'],
  ['Chinese', '星: hope', '□: hope'],
  ['mathematical letters', '𝓜aya', 'Maya'],
])('replaces characters that no font has: %s', (_what, text, drawn) => {
  const runs = fontRuns(printable(text));
  expect(runs.map((run) => run.text).join('')).toBe(drawn);
});

test('embeds a font for each script in the PDF', async () => {
  const pdf = await drawLetter({
    ...letter,
    siteName: 'Tarot ☽',
    addresseeName: 'Иван',
    paragraphs: ['Go → there 🎉, and wait for the ★.'],
    cards: deck.slice(0, 3).map((card) => ({ ...drawn(card), position: 'Прошлое ★' })),
  });
  const fonts = 'Fraunces-Regular Fraunces-Medium NotoSerif NotoSansSymbols NotoSansMath NotoEmoji';
  for (const font of fonts.split(' ')) expect(pdf.toString('latin1')).toContain(`+${font}`);
  expect(pagesOf(pdf)).toBe(1);
});

test('titles the PDF, embeds its fonts, and repeats identical bytes', async () => {
  const pdf = await drawLetter(letter);
  const text = pdf.toString('latin1');
  expect(text.slice(0, 5)).toBe('%PDF-');
  for (const part of ['CT-7K3M9Q', '(Career Tarot)', 'D:20261120120000Z', '+Fraunces-Regular', '/FontFile2'])
    expect(text).toContain(part);
  expect(pagesOf(pdf)).toBe(1);
  expect((await drawLetter(letter)).equals(pdf)).toBe(true);
});

test.each<[string, Partial<PrintableLetter>, number]>([
  ['50,000 characters', { paragraphs: Array(100).fill('All of this is about patience. '.repeat(16)) }, 18],
  ['the most cards', { cards: deck.slice(0, 30).map(drawn) }, 2],
])('continues a letter with %s on further pages', async (_what, part, pages) => {
  expect(pagesOf(await drawLetter({ ...letter, ...part }))).toBe(pages);
});

function drawn({ slug, name }: { slug: string; name: string }) {
  return { card: slug, title: name, isReversed: true, position: 'Past' };
}

async function createShop(content = 'The Star speaks of patience.') {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '0' } });
  const admin = await addSignedIn(app, 'boss', 'admin');
  const order = await orderIn(app, 'reading_uploaded', admin.person);
  const token = createOrderLink(app.context, order.orderId).split('/').at(-1) ?? '';
  await admin.put(`/api/readings/${order.readingId}`, { content });
  const approve = () => admin.put(`/api/readings/${order.readingId}/approve`);
  const get = (secret = token) => app.app.request(`/order/${secret}/letter.pdf`);
  return { app, admin, ...order, token, approve, get };
}

test('serves the letter only by the link of a delivered order', async () => {
  const { app, admin, orderId, orderNumber, token, approve, get } = await createShop();
  expect((await get()).status).toBe(404);
  await approve();
  const answer = await get();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${orderNumber}.pdf"`,
    'cache-control': 'no-store',
  });
  const pdf = Buffer.from(await answer.arrayBuffer());
  expect(pdf.toString('latin1')).toMatch(/^%PDF-/);
  expect(pdf.includes('maya@customers.example')).toBe(false);
  for (const wrong of ['x', orderNumber, orderId, `A${token.slice(1)}x`])
    expect((await get(wrong)).status).toBe(404);
  await deleteOrder(app.context, admin.person, orderId);
  expect((await get()).status).toBe(404);
});

test.each([
  ['off by default', null, 'The Star.', 0],
  ['on', true, 'The Star.', 1],
  ['on, and a character that no font has', true, 'The 星.', 1],
])('attaches the PDF according to the setting: %s', async (_what, readingPdf, content, expected) => {
  const { app, admin, orderNumber, approve, get } = await createShop(content);
  if (readingPdf !== null) await admin.put('/api/settings/mails', { readingPdf });
  await approve();
  await app.sendMail();
  const attachments = app.mailer.sent.map((mail) => mail.attachments ?? []);
  expect(attachments.map(({ length }) => length)).toEqual([0, expected]);
  const [attached] = attachments.flat();
  if (!attached) return;
  expect(attached.filename).toBe(`${orderNumber}.pdf`);
  expect(attached.content.equals(Buffer.from(await (await get()).arrayBuffer()))).toBe(true);
});
