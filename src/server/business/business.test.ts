import { expect, test } from 'vitest';
import { day, night } from '../../../tailwind.config.mjs';
import { accentOf } from '../../shared/accent.ts';
import type { BusinessState, BusinessVersion } from '../../shared/business.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { readBusiness, readIdentity } from './read-business.ts';

const identity = {
  siteName: 'Quiet Cards',
  contactEmail: 'hello@quiet.example',
  legalName: 'Quiet Cards Ltd.',
  postalAddress: '1 High Street\nSpringfield',
};

async function start() {
  const app = createTestApp({ env: { SITE_NAME: 'Tarot at Work', READER_BIO: 'One.\n\nTwo.' } });
  const admin = await app.signIn('admin');
  const state = async () => (await admin.get<BusinessState>('/api/business')).body;
  const versionOf = async (part: keyof BusinessState['versions']) => (await state()).versions[part];
  return { app, admin, state, versionOf };
}

test('until somebody changes it the business is what the environment says, with plain words of our own', async () => {
  const { state } = await start();
  const { business, versions } = await state();
  expect(business).toMatchObject({
    accentHue: null,
    siteName: 'Tarot at Work',
    bio: 'One.\n\nTwo.',
    legalName: '',
  });
  expect(business.faq).toContain('## Does tarot predict the future?');
  expect(business.refunds).toContain('Readings are non-refundable once delivered');
  expect(Object.values(versions)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('the sample about a reader who does not exist is called one, until somebody writes another text', async () => {
  const admin = await createTestApp().signIn('admin');
  const state = async () => (await admin.get<BusinessState>('/api/business')).body;
  expect((await state()).isBioSample).toBe(true);
  await admin.put('/api/business/texts/bio', { text: 'I am Ada.', version: 0 });
  expect((await state()).isBioSample).toBe(false);
  const { versions } = await state();
  await admin.put('/api/business/parts/bio/restore', { to: 0, version: versions.bio });
  expect((await state()).isBioSample).toBe(true);
  expect((await (await start()).state()).isBioSample).toBe(false);
});

test('a change is said at once, by pages and by mails', async () => {
  const { app, admin, versionOf } = await start();
  await app.buy();
  const { status } = await admin.put('/api/business/identity', { ...identity, version: 0 });
  expect(status).toBe(200);
  expect(readIdentity(app.context)).toEqual({ ...identity, billingDescriptor: 'CAREER TAROT' });
  await app.sendMail();
  const [mail] = app.mailer.sent;
  expect(mail?.html).toContain('Quiet Cards');
  expect(mail?.html).not.toContain('Tarot at Work');
  expect(mail?.text).toContain('hello@quiet.example');

  await admin.put('/api/business/texts/terms', { text: '## Ours\nOther terms.', version: 0 });
  expect(readBusiness(app.context)).toMatchObject({ terms: '## Ours\nOther terms.', ...identity });
  expect(await versionOf('privacy')).toBe(0);
});

test('the history keeps every version, who wrote it and when; each can count again', async () => {
  const { app, admin, versionOf } = await start();
  await admin.put('/api/business/texts/bio', { text: 'First.', version: 0 });
  app.clock.advance(1_000);
  await admin.put('/api/business/texts/bio', { text: 'Second.', version: await versionOf('bio') });
  const history = async () => (await admin.get<BusinessVersion[]>('/api/business/parts/bio/history')).body;
  const [second, first, original] = await history();
  expect([second?.value, first?.value, original?.value]).toEqual(['Second.', 'First.', 'One.\n\nTwo.']);
  expect(first).toMatchObject({ changedBy: 'admin', changedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(original).toMatchObject({ version: 0, changedBy: null, changedAt: null });

  await admin.put('/api/business/parts/bio/restore', { to: first?.version, version: await versionOf('bio') });
  expect(readBusiness(app.context).bio).toBe('First.');
  await admin.put('/api/business/parts/bio/restore', { to: 0, version: await versionOf('bio') });
  expect(readBusiness(app.context).bio).toBe('One.\n\nTwo.');
  expect(await history()).toHaveLength(5);
});

test('the first privacy text says how long what is kept, as the admin sets it; another text stays what it is', async () => {
  let told = 0;
  const app = createTestApp({ publicChanged: () => (told += 1) });
  const admin = await app.signIn('admin');
  const text = () => readBusiness(app.context).privacy;
  expect(text()).toContain('your reading: until you ask us to delete it');
  expect(text()).toContain('An unpaid order: 30 days\n');
  const retention = { neverPaidDays: 7, draftDays: 14, mailDays: 90, endedOrderYears: 2 };
  expect((await admin.put('/api/privacy/retention', retention)).status).toBe(200);
  expect(told).toBe(1);
  expect(text()).toContain('your reading: 2 years after you paid\n');
  expect(text()).toContain('unpaid order: 7 days\n');
  expect(text()).toContain('14 days after we delivered your reading\n');
  expect(text()).toContain('mails: 90 days, and longer only');
  const { body } = await admin.get<BusinessVersion[]>('/api/business/parts/privacy/history');
  expect(body[0]?.value).toBe(text());

  await admin.put('/api/business/texts/privacy', { text: 'We keep everything.', version: 0 });
  await admin.put('/api/privacy/retention', { ...retention, endedOrderYears: 3 });
  expect(text()).toBe('We keep everything.');
});

test('a privacy text that was taken back to the beginning follows the settings again', async () => {
  const { app, admin, versionOf } = await start();
  const text = () => readBusiness(app.context).privacy;
  await admin.put('/api/business/texts/privacy', { text: 'We keep everything.', version: 0 });
  const restored = await versionOf('privacy');
  await admin.put('/api/business/parts/privacy/restore', { to: 0, version: restored });
  const retention = { neverPaidDays: 7, draftDays: 14, mailDays: 90, endedOrderYears: 2 };
  await admin.put('/api/privacy/retention', retention);
  expect(text()).toContain('unpaid order: 7 days\n');
  const { body } = await admin.get<BusinessVersion[]>('/api/business/parts/privacy/history');
  expect(body.map(({ value }) => value)).toEqual([text(), 'We keep everything.', text()]);
  // The restored one, used again from the history, follows them as well.
  await admin.put('/api/business/parts/privacy/restore', {
    to: restored,
    version: await versionOf('privacy'),
  });
  expect(text()).toBe('We keep everything.');
  const [, followed] = (await admin.get<BusinessVersion[]>('/api/business/parts/privacy/history')).body;
  await admin.put('/api/business/parts/privacy/restore', {
    to: followed?.version,
    version: await versionOf('privacy'),
  });
  await admin.put('/api/privacy/retention', { ...retention, neverPaidDays: 14 });
  expect(text()).toContain('unpaid order: 14 days\n');
});

test.each(['identity', 'colours'] as const)('%s goes back to what the machine says', async (part) => {
  const { app, admin, versionOf } = await start();
  const before = readBusiness(app.context);
  const changed = part === 'identity' ? identity : { accentHue: 150 };
  await admin.put(`/api/business/${part}`, { ...changed, version: 0 });
  await admin.put(`/api/business/parts/${part}/restore`, { to: 0, version: await versionOf(part) });
  expect(readBusiness(app.context)).toEqual(before);
  const { body } = await admin.get<BusinessVersion[]>(`/api/business/parts/${part}/history`);
  expect(body[0]?.value).toBe(body.at(-1)?.value);
});

test('the identity can be undone, and its history reads as lines', async () => {
  const { app, admin, versionOf } = await start();
  await admin.put('/api/business/identity', { ...identity, version: 0 });
  const { body } = await admin.get<BusinessVersion[]>('/api/business/parts/identity/history');
  expect(body[0]?.value).toBe(
    'Quiet Cards\nhello@quiet.example\nQuiet Cards Ltd.\n1 High Street\nSpringfield\nCAREER TAROT',
  );
  await admin.put('/api/business/parts/identity/restore', { to: 0, version: await versionOf('identity') });
  expect(readIdentity(app.context).siteName).toBe('Tarot at Work');
});

test('what somebody else has changed meanwhile is not written over', async () => {
  const { app, admin } = await start();
  await admin.put('/api/business/texts/faq', { text: '## One?\nYes.', version: 0 });
  const late = await admin.put('/api/business/texts/faq', { text: '## Two?\nNo.', version: 0 });
  expect([late.status, late.body]).toMatchObject([409, { error: { code: 'business_conflict' } }]);
  const undo = await admin.put('/api/business/parts/faq/restore', { to: 0, version: 0 });
  expect(undo.status).toBe(409);
  expect(readBusiness(app.context).faq).toBe('## One?\nYes.');
});

test.each([
  ['identity', { ...identity, siteName: ' ', version: 0 }, 'The name is missing.'],
  ['identity', { ...identity, contactEmail: 'hello', version: 0 }, 'doesn’t look right'],
  ['identity', { ...identity, siteName: 'x'.repeat(121), version: 0 }, 'at most 120'],
  ['identity', { ...identity, billingDescriptor: 'TAR*T', version: 0 }, 'must be 5 to 18 characters'],
  ['colours', { accentHue: 360, version: 0 }, 'from 0 to 359'],
  ['colours', { accentHue: 'plum', version: 0 }, 'from 0 to 359'],
  ['texts/terms', { text: '', version: 0 }, 'The text is missing.'],
  ['texts/terms', { text: 'x'.repeat(20_001), version: 0 }, 'at most 20000'],
  ['texts/faq', { text: 'No question.', version: 0 }, 'Begin with a question'],
  ['texts/faq', { text: '## One?', version: 0 }, '“One?” has no answer yet.'],
  ['texts/terms', { text: 'Words.' }, 'The version is missing.'],
])('%s with %o is refused', async (path, body, message) => {
  const { app, admin } = await start();
  const before = readBusiness(app.context);
  const answer = await admin.put<{ error: { message: string } }>(`/api/business/${path}`, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain(message);
  expect(readBusiness(app.context)).toEqual(before);
});

test('there is no other part, and no version of another one', async () => {
  const { admin } = await start();
  await admin.put('/api/business/texts/bio', { text: 'First.', version: 0 });
  const { body } = await admin.get<BusinessVersion[]>('/api/business/parts/bio/history');
  expect((await admin.get('/api/business/parts/nothing/history')).status).toBe(404);
  expect((await admin.put('/api/business/texts/identity', { text: 'x', version: 0 })).status).toBe(404);
  const foreign = await admin.put('/api/business/parts/terms/restore', { to: body[0]?.version, version: 0 });
  expect([foreign.status, foreign.body]).toMatchObject([404, { error: { code: 'version_not_found' } }]);
});

test('the colour is a hue, in pages and mails; it has a history and can be taken back', async () => {
  const { app, admin, versionOf } = await start();
  await admin.put('/api/business/colours', { accentHue: 210, version: 0 });
  expect(readBusiness(app.context).accentHue).toBe(210);
  const { day: own, night: ownAtNight } = accentOf(210);
  await app.buy();
  await app.sendMail();
  const [mail] = app.mailer.sent;
  expect(mail?.html).toContain(own);
  expect(mail?.html).toContain(ownAtNight);
  for (const plum of [day.primary, night.primary]) expect(mail?.html).not.toContain(plum);

  const history = await admin.get<BusinessVersion[]>('/api/business/parts/colours/history');
  expect(history.body.map(({ value }) => value)).toEqual([
    `Hue 210: ${own} by day, ${ownAtNight} by night`,
    'The plum of the beginning',
  ]);
  await admin.put('/api/business/parts/colours/restore', { to: 0, version: await versionOf('colours') });
  expect(readBusiness(app.context).accentHue).toBeNull();
  await app.buy();
  await app.sendMail();
  expect(app.mailer.sent.at(-1)?.html).toContain(day.primary);
});

test('what stands on card statements begins with what the environment says, and changes for what is paid then', async () => {
  const { app, admin, versionOf } = await start();
  const before = await app.buy();
  app.clock.advance(60_000);
  await admin.put('/api/business/identity', { ...identity, billingDescriptor: ' QUIET CARDS ', version: 0 });
  expect(readIdentity(app.context).billingDescriptor).toBe('QUIET CARDS');
  // Who leaves it out leaves it as it is.
  await admin.put('/api/business/identity', { ...identity, version: await versionOf('identity') });
  expect(readIdentity(app.context).billingDescriptor).toBe('QUIET CARDS');
  app.clock.advance(60_000);
  const after = await app.buy();
  await app.sendMail();
  const wordsOf = (orderNumber: string) =>
    app.mailer.sent.find(({ subject, text }) => `${subject}${text}`.includes(orderNumber))?.text;
  expect(wordsOf(before.orderNumber)).toContain('CAREER TAROT');
  expect(wordsOf(after.orderNumber)).toContain('QUIET CARDS');
});

test('a version that was written before statements were part of it has what the environment says', async () => {
  const { app, admin } = await start();
  await admin.put('/api/business/identity', { ...identity, version: 0 });
  app.db.$client.exec("UPDATE site_texts SET value = json_remove(value, '$.billingDescriptor')");
  expect(readIdentity(app.context)).toEqual({ ...identity, billingDescriptor: 'CAREER TAROT' });
});

test('a change is not said to be on the pages before they were made', async () => {
  let areMade = true;
  const app = createTestApp({ arePagesMade: () => areMade });
  const admin = await app.signIn('admin');
  const isOnPages = async () => (await admin.get<BusinessState>('/api/business')).body.isOnPages;
  expect(await isOnPages()).toBe(true);
  const { body } = await admin.put<BusinessState>('/api/business/texts/bio', { text: 'First.', version: 0 });
  expect(body.isOnPages).toBe(false);
  areMade = false;
  expect(await isOnPages()).toBe(false);
});
