import { expect, test } from 'vitest';
import { addSignedIn, saidBy } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { OfferInput } from '../../shared/offers/offer-schema.ts';
import type { OfferAnswer } from '../../shared/offers/offer-types.ts';
import type { BusinessText } from '../../shared/shop/business-schema.ts';

/** Said of the specified reading alone. */
const specifiedClaims = /half a page to a full page|up to 3 business days|1-3 business days|no limit on/i;

const letter = '## Will he call?\n\n- The Star, reversed: Now\n\nDear Ann,\n\nHe will.';

async function openShop() {
  const env = { SITE_NAME: 'Quiet Cards', CONTACT_EMAIL: 'hello@quiet.example' };
  const app = createTestApp({ env: { ...env, BILLING_DESCRIPTOR: 'QUIET CARDS' } });
  const admin = await addSignedIn(app, 'boss', 'admin');
  const sell = async (offer: OfferInput) => (await admin.post<OfferAnswer>('/api/offers', offer)).body;
  const change = (id: string, changes: object, version = 1) =>
    admin.put(`/api/offers/${id}`, { ...changes, version });
  const write = (part: BusinessText, text: string) =>
    admin.put(`/api/business/texts/${part}`, { text, version: 0 });
  return { app, sell, change, write, words: () => app.words.read() };
}

test('gives a fresh shop the specified texts on all pages', async () => {
  const { words } = await openShop();
  const { site, texts } = words();
  expect(site.headline).toBe('Professional career guidance delivered to your inbox');
  const benefits = ['Half a page to a full page', 'Reviewed before it’s sent', '1-3 business days'];
  expect(texts.home.benefits.map(({ question }) => question)).toEqual(benefits);
  expect(texts.home.questions).toHaveLength(5);
  expect(texts.home.questions[2]?.answer).toContain('There’s no limit on the number of cards.');
  expect(texts.home.questions[4]?.answer).toMatch(/^Up to 3 business days\./);
  expect(texts.home.sample).toContain('Dear Anna,');
  expect(texts.offers.standard).toEqual(texts.home);
});

test('promises no review where one person does everything', async () => {
  const { app, sell, words } = await openShop();
  await sell({ name: 'Love', price: 40, days: 2, words: 300 });
  const said = () => JSON.stringify(words());
  expect(said()).toMatch(/We check every reading.*We review it, then.*The person who reviews/s);
  app.db.$client.exec('UPDATE users SET writes = 1');
  app.context.signals.invalidatePublicPages();
  expect(said()).not.toMatch(/review(ed|s)? (it|your|before)|We check every/i);
  expect(said()).toContain('sees your name, your email address');
  await addSignedIn(app, 'rita', 'reader');
  app.context.signals.invalidatePublicPages();
  expect(said()).toContain('We check every reading');
});

test('replaces the specified length and time everywhere with the shop’s own', async () => {
  const { change, words } = await openShop();
  await change('standard', { days: 5, words: 300 });
  const { site, texts } = words();
  expect(JSON.stringify({ site, texts })).not.toMatch(specifiedClaims);
  expect(site.tagline).toContain('within 1-5 business days.');
  expect(site.terms).toContain('We deliver your reading in 1-5 business days.');
  expect(texts.home.questions.map(({ answer }) => answer).join()).toContain('300-600 words');
  expect(texts.home.sample).toBe('');
});

test('a shop of other readings says nothing about careers', async () => {
  const { sell, change, words } = await openShop();
  const love = await sell({ name: 'Love', price: 40, days: 2, words: 300, sample: letter });
  await sell({ name: 'Work', price: 50, days: 5, words: 400 });
  await sell({ name: 'The year ahead', price: 90, days: 10, words: 900, faq: '## Which year?\nYours.' });
  await change('standard', { visibility: 'archived' });
  const { site, texts } = words();
  const said = JSON.stringify({ site, texts });
  expect(said).not.toMatch(/career|performance reviews/i);
  expect(said).not.toMatch(specifiedClaims);
  expect(texts.home.questions.at(-2)?.answer).toBe(
    'It depends on your question. Love: 300-600 words. Work: 400-800 words. The year ahead: 900-1800 words.',
  );
  expect(texts.home.questions.at(-1)?.answer).toContain(
    'Love: up to 2 business days. Work: up to 5 business days. The year ahead: up to 10 business days.',
  );
  expect(texts.offers[love.id]?.questions.at(-1)?.answer).toMatch(/^Up to 2 business days\./);
  expect([texts.home.sample, texts.offers[love.id]?.sample]).toEqual([letter, letter]);
  const others = Object.values(texts.offers).filter(({ sample }) => sample === '');
  expect(others).toHaveLength(2);
  expect(others.map(({ questions }) => questions[0]?.question)).toContain('Which year?');
});

test('shows the owner’s words unchanged, also beside other offers', async () => {
  const { sell, write, words } = await openShop();
  const love = await sell({ name: 'Love', price: 40, days: 2, words: 300 });
  await write('faq', '## Does it work?\nYes.\n\n## How long is it?\nOne page.');
  await write('benefits', '## By hand\nOn paper.');
  await write('sample', letter);
  const { home, offers } = words().texts;
  expect(home.questions).toHaveLength(2);
  expect(offers.standard?.questions).toHaveLength(2);
  expect(offers[love.id]?.questions.map(({ question }) => question)).toEqual(['Does it work?']);
  expect(offers[love.id]?.benefits).toEqual([{ question: 'By hand', answer: 'On paper.' }]);
  expect([home.sample, offers.standard?.sample, offers[love.id]?.sample]).toEqual([letter, letter, '']);
});

test.each<[BusinessText, string, string]>([
  ['headline', 'x'.repeat(121), 'at most 120'],
  ['headline', 'Two\nlines', 'one line'],
  ['tagline', 'x'.repeat(301), 'at most 300'],
  ['benefits', 'A letter', 'start with ##'],
  ['benefits', '## A\nb\n'.repeat(5), 'one to four'],
  ['sample', '- The Sunset\n\nDear Ann,\n\nHello.', '“The Sunset” isn’t a card.'],
  ['sample', '- The Sun', 'The letter itself is missing.'],
])('%s refuses %j', async (part, text, message) => {
  const { write } = await openShop();
  const refused = saidBy(await write(part, text));
  expect(refused).toMatch(/^400 /);
  expect(refused).toContain(message);
});
