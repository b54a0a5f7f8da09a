import { expect, test, vi } from 'vitest';
import { day, night } from '../../../tailwind.config.mjs';
import { saidBy } from '../../../tests/kit/builders.ts';
import { createTestApp, type TestAppOptions } from '../../../tests/kit/test-app.ts';
import { accentOf } from '../../shared/shop/accent.ts';
import type { BusinessState, BusinessVersion } from '../../shared/shop/business-schema.ts';
import { sampleBio } from './default-texts.ts';
import { readBusinessState, readIdentity } from './read-business.ts';

const identity = {
  siteName: 'Quiet Cards',
  contactEmail: 'hello@quiet.example',
  legalName: 'Quiet Cards Ltd.',
  postalAddress: '1 High Street\nSpringfield',
};

async function start(options: TestAppOptions = {}) {
  const app = createTestApp({ env: { SITE_NAME: 'Tarot at Work' }, ...options });
  const admin = await app.signIn('admin');
  const state = async () => (await admin.get<BusinessState>('/api/business')).body;
  const historyOf = async (part: string) =>
    (await admin.get<BusinessVersion[]>(`/api/business/parts/${part}/history`)).body;
  type Part = keyof BusinessState['versions'];
  const change = async (path: string, fields: object) => {
    const part = path.split('/').at(-1) as Part;
    return admin.put<BusinessState>(`/api/business/${path}`, {
      ...fields,
      version: (await state()).versions[part],
    });
  };
  const restore = async (part: Part, to = 0) =>
    admin.put(`/api/business/parts/${part}/restore`, { to, version: (await state()).versions[part] });
  return { app, admin, state, historyOf, change, restore };
}

test('marks the sample bio as a sample until it is replaced', async () => {
  const { state, change, restore } = await start({ env: {} });
  expect((await state()).isBioSample).toBe(true);
  await change('texts/bio', { text: 'I am Ada.' });
  expect((await state()).isBioSample).toBe(false);
  await restore('bio');
  expect((await state()).isBioSample).toBe(true);
});

test('applies a change to pages and mails until it is reverted', async () => {
  const { app, state, change, restore, historyOf } = await start();
  const before = readBusinessState(app.context).business;
  await app.buy();
  expect((await change('identity', identity)).status).toBe(200);
  expect(readIdentity(app.context)).toEqual({ ...identity, billingDescriptor: 'CAREER TAROT' });
  await app.sendMail();
  const [mail] = app.mailer.sent;
  for (const part of [mail?.html, mail?.text]) {
    expect(part).toContain('Quiet Cards');
    expect(part).not.toContain('Tarot at Work');
  }
  await change('texts/terms', { text: '## Ours\nOther terms.' });
  expect(readBusinessState(app.context).business).toMatchObject({
    terms: '## Ours\nOther terms.',
    ...identity,
  });
  expect((await state()).versions.privacy).toBe(0);
  expect((await historyOf('identity'))[0]?.value).toBe(
    'Quiet Cards\nhello@quiet.example\nQuiet Cards Ltd.\n1 High Street\nSpringfield\nCAREER TAROT',
  );
  await restore('identity');
  await restore('terms');
  expect(readBusinessState(app.context).business).toEqual(before);
});

test('keeps every version with author and time, and restores any', async () => {
  const { app, change, restore, historyOf } = await start();
  await change('texts/bio', { text: 'First.' });
  app.clock.advance(1_000);
  await change('texts/bio', { text: 'Second.' });
  const history = await historyOf('bio');
  const [, first] = history;
  expect(history).toMatchObject([
    { value: 'Second.' },
    { value: 'First.', changedBy: 'admin', changedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    { value: sampleBio, version: 0, changedBy: null, changedAt: null },
  ]);
  await restore('bio', first?.version);
  expect(readBusinessState(app.context).business.bio).toBe('First.');
  await restore('bio');
  expect(readBusinessState(app.context).business.bio).toBe(sampleBio);
  expect(await historyOf('bio')).toHaveLength(5);
});

test('updates the default privacy text with the retention settings, no other text', async () => {
  const invalidatePublicPages = vi.fn();
  const { app, admin, change, restore, historyOf } = await start({ invalidatePublicPages });
  const text = () => readBusinessState(app.context).business.privacy;
  const usual = { neverPaidDays: 7, draftDays: 14, mailDays: 90, endedOrderYears: 2 };
  const retain = (changes: Partial<typeof usual> = {}) =>
    admin.put('/api/privacy/retention', { ...usual, ...changes });
  expect(text()).toMatch(
    /your reading: until you ask us to delete them, so you can come back.*unpaid order: 30 days\n/s,
  );
  expect((await retain()).status).toBe(200);
  expect(invalidatePublicPages).toHaveBeenCalledOnce();
  for (const words of [
    '2 years after payment or delivery, whichever is later\n',
    'unpaid order: 7 days\n',
    '14 days after we deliver',
    '90 days, and',
  ])
    expect(text()).toContain(words);
  expect((await historyOf('privacy'))[0]?.value).toBe(text());

  await change('texts/privacy', { text: 'We keep everything.' });
  await retain({ endedOrderYears: 3 });
  expect(text()).toBe('We keep everything.');

  // Taken back to the beginning, it follows the settings again, also when that version is used once more.
  await restore('privacy');
  await retain({ neverPaidDays: 14 });
  expect(text()).toContain('unpaid order: 14 days\n');
  const history = await historyOf('privacy');
  expect(history.map(({ value }) => value)).toEqual([text(), 'We keep everything.', text()]);
  await restore('privacy', history[1]?.version);
  await restore('privacy', history[0]?.version);
  await retain({ neverPaidDays: 7 });
  expect(text()).toContain('unpaid order: 7 days\n');
});

test('refuses to overwrite what another session changed', async () => {
  const { app, admin } = await start();
  await admin.put('/api/business/texts/faq', { text: '## One?\nYes.', version: 0 });
  const late = await admin.put('/api/business/texts/faq', { text: '## Two?\nNo.', version: 0 });
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'business_conflict' } } });
  const undo = await admin.put('/api/business/parts/faq/restore', { to: 0, version: 0 });
  expect(undo.status).toBe(409);
  expect(readBusinessState(app.context).business.faq).toBe('## One?\nYes.');
});

test.each([
  ['identity', { ...identity, siteName: ' ' }, 'The name is missing.'],
  ['identity', { ...identity, contactEmail: 'hello' }, 'doesn’t look right'],
  ['identity', { ...identity, siteName: 'x'.repeat(121) }, 'up to 120'],
  ['identity', { ...identity, billingDescriptor: 'TAR*T' }, 'must be 5 to 18 characters'],
  ['colours', { accentHue: 360 }, 'from 0 to 359'],
  ['colours', { accentHue: 'plum' }, 'from 0 to 359'],
  ['texts/terms', { text: '' }, 'The text is missing.'],
  ['texts/terms', { text: 'x'.repeat(20_001) }, 'up to 20000'],
  ['texts/faq', { text: 'No question.' }, 'Begin with a question'],
  ['texts/terms', { text: 'Words.', version: undefined }, 'The version is missing.'],
])('refuses %s with %o', async (path, fields, message) => {
  const { app, admin } = await start();
  const before = readBusinessState(app.context).business;
  const body = { version: 0, ...fields };
  const refused = saidBy(await admin.put(`/api/business/${path}`, body));
  expect(refused).toMatch(/^400 /);
  expect(refused).toContain(message);
  expect(readBusinessState(app.context).business).toEqual(before);
});

test('answers 404 for unknown parts and versions of other parts', async () => {
  const { admin, change, restore, historyOf } = await start();
  await change('texts/bio', { text: 'First.' });
  const [first] = await historyOf('bio');
  expect((await admin.get('/api/business/parts/nothing/history')).status).toBe(404);
  expect((await admin.put('/api/business/texts/identity', { text: 'x', version: 0 })).status).toBe(404);
  const foreign = await restore('terms', first?.version);
  expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'version_not_found' } } });
});

test('applies the accent color to pages and mails and restores it', async () => {
  const { app, change, restore, historyOf } = await start();
  const mail = async () => {
    await app.buy();
    await app.sendMail();
    return app.mailer.sent.at(-1)?.html;
  };
  await change('colours', { accentHue: 210 });
  expect(readBusinessState(app.context).business.accentHue).toBe(210);
  const { day: own, night: ownAtNight } = accentOf(210);
  const html = await mail();
  for (const color of [own, ownAtNight]) expect(html).toContain(color);
  for (const plum of [day.primary, night.primary]) expect(html).not.toContain(plum);
  expect((await historyOf('colours')).map(({ value }) => value)).toEqual([
    `Hue 210: ${own} in light mode, ${ownAtNight} in dark mode`,
    'The original plum',
  ]);
  await restore('colours');
  expect(readBusinessState(app.context).business.accentHue).toBeNull();
  expect(await mail()).toContain(day.primary);
});

test('applies a new card statement text only to later payments', async () => {
  const { app, change } = await start();
  const before = await app.buy();
  app.clock.advance(60_000);
  await change('identity', { ...identity, billingDescriptor: ' QUIET CARDS ' });
  expect(readIdentity(app.context).billingDescriptor).toBe('QUIET CARDS');
  // Leaving it out leaves it as it is.
  await change('identity', identity);
  expect(readIdentity(app.context).billingDescriptor).toBe('QUIET CARDS');
  app.clock.advance(60_000);
  const after = await app.buy();
  await app.sendMail();
  const wordsOf = (orderNumber: string) =>
    app.mailer.sent.find(({ subject, text }) => `${subject}${text}`.includes(orderNumber))?.text;
  expect(wordsOf(before.orderNumber)).toContain('CAREER TAROT');
  expect(wordsOf(after.orderNumber)).toContain('QUIET CARDS');
  // As versions have it that were written before statements were part of it.
  app.db.$client.exec("UPDATE site_texts SET value = json_remove(value, '$.billingDescriptor')");
  expect(readIdentity(app.context)).toEqual({ ...identity, billingDescriptor: 'CAREER TAROT' });
});
