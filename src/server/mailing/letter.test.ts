import sharp from 'sharp';
import { expect, test } from 'vitest';
import { accountForm } from '../../../tests/kit/account-form.ts';
import { addSignedIn, orderIn } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { DrawnCard } from '../../shared/readings/cards.ts';
import type { MailPreview } from '../../shared/readings/reading-schema.ts';
import { readCustomerOrder } from '../aftercare/order-page/customer-order.ts';
import { createOrderLink } from '../orders/order-links.ts';
import { excerptOf } from './letter.ts';

async function createDesk() {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '0', SITE_NAME: 'Career Tarot' } });
  const admin = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  /** Has what Rita wrote changed by the admin and sent. @returns the mail, and as each of them saw it before */
  async function deliver(edit: { content: string; cards?: DrawnCard[] }) {
    const { orderId, readingId } = await orderIn(app, 'reading_uploaded', rita.person);
    const preview = async (by: typeof rita) =>
      (await by.post<MailPreview>(`/api/orders/${orderId}/delivery-preview`, edit)).body;
    const [readers, admins] = [await preview(rita), await preview(admin)];
    await admin.put(`/api/readings/${readingId}`, edit);
    await admin.put(`/api/readings/${readingId}/approve`);
    await app.sendMail();
    const sent = app.mailer.sent.at(-1);
    if (!sent) throw new Error('Nothing was sent.');
    return { orderId, readers, admins, sent, ...sent };
  }
  return { app, admin, rita, deliver };
}

const withoutLink = (mail: string) => mail.replace(/\/order\/[\w-]+/g, '/order/');

test('previews the mail as sent, hiding the address from readers', async () => {
  const { deliver } = await createDesk();
  const content = 'First <b>paragraph</b>.\n\nSecond\nparagraph.';
  const { readers, admins, sent } = await deliver({ content });
  expect([admins.to, admins.subject]).toEqual([sent.to, sent.subject]);
  for (const preview of [readers, admins]) {
    expect(withoutLink(preview.html)).toBe(withoutLink(sent.html));
    expect(withoutLink(preview.text)).toBe(withoutLink(sent.text));
  }
  expect(sent.html).toContain('&lt;b&gt;');
  expect(readers.to).toBeNull();
  expect(JSON.stringify(readers)).not.toContain('@customers.example');
});

test('sends each order its own reading', async () => {
  const { deliver } = await createDesk();
  await deliver({ content: 'The Star speaks of hope.' });
  const { text } = await deliver({ content: 'The Moon speaks of doubt.' });
  expect(text).toContain('The Moon speaks of doubt.');
  expect(text).not.toContain('The Star');
});

test('creates no link or mail for a preview and checks its text', async () => {
  const { app, admin } = await createDesk();
  const { orderId } = await orderIn(app, 'pending', admin.person);
  await app.sendMail();
  const count = () => [app.mailer.sent.length, app.db.query.orderLinks.findMany().sync().length];
  const before = count();
  const preview = async (body: object) =>
    (await admin.post(`/api/orders/${orderId}/delivery-preview`, body)).status;
  expect(await preview({ content: 'First.' })).toBe(200);
  await app.sendMail();
  expect(count()).toEqual(before);
  for (const content of [undefined, '  ', 'x'.repeat(50_001)]) expect(await preview({ content })).toBe(400);
});

test('shows the cards above the text, as pictures and lines', async () => {
  const { app, deliver } = await createDesk();
  const position = '<b>"Now" & then</b>';
  const { html, text } = await deliver({
    content: 'First.\n\nSecond.',
    cards: [
      { card: 'the-star', isReversed: true, position: 'Past' },
      { card: 'ten-of-cups', isReversed: false, position: '' },
      { card: 'the-sun', isReversed: false, position },
    ],
  });
  const pictures = [...html.matchAll(/<img src="([^"]*)"[^>]* alt="([^"]*)"/g)].map(([, ...shown]) => shown);
  expect(pictures).toEqual([
    [`${app.config.publicUrl}/cards/the-star-reversed.png`, 'The Star, reversed: Past'],
    [`${app.config.publicUrl}/cards/ten-of-cups.png`, 'Ten of Cups'],
    [`${app.config.publicUrl}/cards/the-sun.png`, 'The Sun: &lt;b&gt;&quot;Now&quot; &amp; then&lt;/b&gt;'],
  ]);
  expect(html).not.toContain('<b>');
  expect(html.indexOf('ten-of-cups.png')).toBeLessThan(html.indexOf('First.'));
  const lines = `- The Star, reversed: Past\n- Ten of Cups\n- The Sun: ${position}\n`;
  expect(text).toContain(`,\n\nYour cards:\n${lines}\nFirst.\n\nSecond.`);
});

test('is signed once by its reader, even after an admin changed it', async () => {
  const { app, rita, deliver } = await createDesk();
  const profile = { displayName: 'Rita Moss', readingSince: null, signature: 'Your Rita', about: null };
  await rita.put('/api/account', accountForm(profile));
  const { orderId, readers, admins, text, html } = await deliver({ content: 'The Star speaks of hope.' });
  for (const words of [readers.text, admins.text, text]) {
    expect(words).toContain('With warm wishes,\nYour Rita\nCareer Tarot\n');
  }
  expect(html).toContain('<em><bdi>Your Rita</bdi></em><br />Career Tarot');
  const link = createOrderLink(app.context, orderId).split('/').at(-1) ?? '';
  expect(readCustomerOrder(app.context, link)?.signature).toEqual({
    signedBy: 'Your Rita',
    signerDescription: 'Career Tarot',
    portrait: null,
  });
});

test('shows the writer’s portrait until the account is closed', async () => {
  const { app, admin, rita, deliver } = await createDesk();
  const square = sharp({ create: { width: 300, height: 300, channels: 3, background: '#53224c' } });
  const picture = new File([new Uint8Array(await square.png().toBuffer())], 'rita.png');
  await rita.put(
    '/api/account',
    accountForm({ displayName: 'Rita Moss', portrait: { alt: 'Rita' } }, picture),
  );
  const { orderId, readers, html } = await deliver({ content: 'The Star speaks of hope.' });
  const [, address = ''] = /<img src="([^"]*\/portraits\/[^"]*)"/.exec(html) ?? [];
  expect(readers.html).toContain(address);
  const { pathname } = new URL(address);
  const shown = await app.app.request(pathname);
  expect(shown.headers.get('content-type')).toBe('image/jpeg');
  expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 256 });
  const link = createOrderLink(app.context, orderId).split('/').at(-1) ?? '';
  const portrait = () => readCustomerOrder(app.context, link)?.signature?.portrait;
  expect(portrait()).toEqual({ address: pathname.replace('.jpg', '.webp'), alt: 'Rita' });
  const pdf = async () =>
    Buffer.from(await (await app.app.request(`/order/${link}/letter.pdf`)).arrayBuffer());
  expect((await pdf()).includes('/Filter /DCTDecode')).toBe(true);
  await admin.put(`/api/staff/${rita.person.id}/active`, { isActive: false });
  expect(portrait()).toBeNull();
  expect((await app.app.request(pathname)).status).toBe(404);
  expect((await pdf()).includes('/Filter /DCTDecode')).toBe(false);
});

test('signs as the business for an admin or unnamed reader', async () => {
  const { app, admin, rita } = await createDesk();
  for (const { person } of [rita, admin]) {
    await orderIn(app, 'approved', person);
    await app.sendMail();
    const { text, html } = app.mailer.sent.at(-1) ?? {};
    expect(text).toContain('With warm wishes,\nCareer Tarot\n\n--');
    expect(text).not.toMatch(/rita|Your cards/);
    expect(html).not.toContain('<img');
  }
});

test('signs as the business after an admin stopped writing', async () => {
  const { app, admin, rita } = await createDesk();
  const ada = await addSignedIn(app, 'ada', 'admin', true);
  await ada.put('/api/account', accountForm({ displayName: 'Ada Hall' }));
  await admin.put(`/api/staff/${rita.person.id}/active`, { isActive: false });
  const { orderId } = await orderIn(app, 'approved', ada.person);
  await admin.put(`/api/staff/${ada.person.id}`, accountForm({ writes: false }));
  const path = `/api/orders/${orderId}/delivery-preview`;
  const preview = (await ada.post<MailPreview>(path, { content: 'The Star speaks of hope.' })).body;
  await app.sendMail();
  for (const text of [preview.text, app.mailer.sent.at(-1)?.text]) {
    expect(text).toContain('With warm wishes,\nCareer Tarot\n\n--');
  }
});

/** What one paragraph of so many letters takes in HTML. */
const sizeOf = (letters: number) => letters + Buffer.byteLength('<p dir="ltr" style="margin:0 0 20px"></p>');

test('leaves a text that fits uncut', () => {
  expect(excerptOf('One.\n\nTwo.\n', 1_000)).toEqual({ text: 'One.\n\nTwo.', isCut: false });
});

test('keeps as many whole paragraphs as fit', () => {
  const text = Array.from({ length: 9 }, (_, index) => `${index}`.repeat(100)).join('\n\n');
  const { text: kept, isCut } = excerptOf(text, 3 * (sizeOf(100) + 1));
  expect([kept.split('\n\n').length, isCut]).toEqual([3, true]);
  expect(text.startsWith(kept)).toBe(true);
});

test('cuts a long paragraph by lines and a long line by words', () => {
  expect(excerptOf('First line.\nSecond line.', sizeOf(13))).toEqual({ text: 'First line.', isCut: true });
  expect(excerptOf('one two three four', sizeOf(13))).toEqual({ text: 'one two three …', isCut: true });
});

/** Two bytes a letter: fifty thousand of them are more than Gmail shows. */
const longText = Array.from({ length: 100 }, (_, index) => `${index}. ${'ж'.repeat(480)}`).join('\n\n');

test('cuts a long letter in HTML with a link, not in text', async () => {
  const { deliver } = await createDesk();
  const { admins, html, text } = await deliver({ content: longText });
  const size = Buffer.byteLength(html);
  expect(size).toBeLessThanOrEqual(90 * 1024);
  // A paragraph more would not have fitted.
  expect(size).toBeGreaterThan(90 * 1024 - 1_300);
  const kept = [...html.matchAll(/<p dir="ltr"[^>]*>(.*?)<\/p>/gs)].map(([, words]) => words);
  expect(kept).toEqual(longText.split('\n\n').slice(0, kept.length));
  expect(html).toMatch(/<a href="[^"]*\/order\/[\w-]+"[^>]*>Read the full letter<\/a>/);
  expect(html).not.toContain('With warm wishes');
  expect(text).toContain(longText);
  expect(text).toContain('With warm wishes');
  expect(withoutLink(admins.html)).toBe(withoutLink(html));
});
