import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { audit, users } from '../../../../db/schema.ts';
import { account, business, peopleOf, reader, start } from '../../../../tests/kit/first-start.ts';
import { stripeKeys } from '../../../../tests/kit/stripe-keys.ts';
import type { TestApp, TestAppOptions } from '../../../../tests/kit/test-app.ts';
import type { BusinessVersion } from '../../../shared/shop/business-schema.ts';
import { readBackupSettings } from '../../ops/backups/backup-settings.ts';
import { readIdentity } from '../../shop/read-business.ts';

test('sets up the admin, business, reader and backups from the link', async () => {
  const { app, send, page, browser } = await start();
  expect(await page()).toEqual({ step: 'admin', form: null });
  expect((await send('admin', account)).status).toBe(303);
  expect(peopleOf(app)).toMatchObject([
    { username: 'Ada', role: 'admin', writes: true, email: 'ada@quiet.example', isActive: true },
  ]);
  expect(app.db.select().from(audit).all()).toMatchObject([
    { actorName: 'first start', action: 'person_created', subjectLabel: 'Ada', details: { role: 'admin' } },
  ]);

  expect(await page()).toMatchObject({
    step: 'business',
    // The admin's own in the place of the demo's, which does not exist.
    form: {
      typed: { siteName: 'Career Tarot', contactEmail: account.email, billingDescriptor: '' },
    },
  });
  expect((await send('business', business)).status).toBe(303);
  expect(readIdentity(app.context)).toMatchObject(business);
  const history = await browser.get<BusinessVersion[]>('/api/business/parts/identity/history');
  expect(history.body[0]).toMatchObject({ changedBy: 'Ada' });

  expect(await page()).toEqual({ step: 'reader', form: null, canInvite: true });
  await send('reader', reader);
  expect(peopleOf(app)).toMatchObject([
    { role: 'admin' },
    { username: 'Rita', role: 'reader', email: 'rita@quiet.example' },
  ]);
  expect(app.db.select().from(audit).all()).toContainEqual(
    expect.objectContaining({ actorName: 'Ada', action: 'person_created', subjectLabel: 'Rita' }),
  );
  await app.sendMail();
  expect(app.mailer.sent).toMatchObject([
    { to: { address: 'rita@quiet.example' }, text: expect.stringContaining('/admin/new-password#') },
  ]);

  const unconnected = ['stripe', 'mail', 'copies_elsewhere'];
  expect(await page()).toEqual({ step: 'backups', form: null, isOn: true, unconnected });
  const { status, headers } = await send('backups', { backups: 'on' });
  expect([status, headers.get('location')]).toEqual([303, '/admin/dashboard?tab=today']);
  expect(readBackupSettings(app.db).isOn).toBe(true);

  expect(await page()).toEqual({ step: 'used' });
  expect((await browser.get('/api/staff')).status).toBe(200);
});

test.each([
  ['Mira Reads', 'MIRA READS'],
  ['Élodie’s *Tarot* & more', 'ELODIES TAROT &'],
  ['The House of a Hundred Cards', 'THE HOUSE OF A'],
  ['Kartenlegerinnenhaus', 'KARTENLEGERINNENHA'],
])('puts the business name %s on card statements as %s', async (siteName, billingDescriptor) => {
  const { app, send } = await start();
  await send('admin', account);
  await send('business', { ...business, siteName, billingDescriptor: ' ' });
  expect(readIdentity(app.context)).toMatchObject({ siteName, billingDescriptor });
});

test.each([
  ['Mira', ''],
  ['占い', ''],
  ['Quiet Cards', 'TAR*T'],
])('asks the business %s for another name on card statements than “%s”', async (siteName, typed) => {
  const { send, page } = await start();
  await send('admin', account);
  await send('business', { ...business, siteName, billingDescriptor: typed });
  const problems = [
    { about: ['billingDescriptor'], text: expect.stringContaining('must be 5 to 18 characters') },
  ];
  expect(await page()).toMatchObject({ form: { typed: { siteName, billingDescriptor: typed }, problems } });
});

test('keeps a name on card statements from the environment', async () => {
  const { send, page } = await start({ env: { BILLING_DESCRIPTOR: 'MY CARDS' } });
  await send('admin', account);
  expect(await page()).toMatchObject({ form: { typed: { billingDescriptor: 'MY CARDS' } } });
});

/** A set-up whose admin and business are there. */
async function startAtReader(options: TestAppOptions = {}) {
  const started = await start(options);
  await started.send('admin', account);
  await started.send('business', business);
  return started;
}

test('lets the admin skip the reader and backups', async () => {
  const { app, send, page } = await startAtReader();
  await send('reader', { ...reader, choice: 'skip', username: '' });
  expect(peopleOf(app)).toHaveLength(1);
  expect(await page()).toMatchObject({ step: 'backups' });
  await send('backups');
  expect(readBackupSettings(app.db).isOn).toBe(false);
  expect(await page()).toEqual({ step: 'used' });
});

test.each([
  ['no address', { email: '' }, 'email', 'The email address is missing'],
  ['the admin’s name', { username: 'ada' }, 'username', 'already an account called ada'],
  ['the admin’s address', { email: account.email }, 'email', 'Another account has this email address'],
])('refuses a reader with %s and keeps what was typed', async (_what, changes, field, words) => {
  const { app, send, page } = await startAtReader();
  const { choice, ...typed } = { ...reader, ...changes };
  await send('reader', { choice, ...typed });
  expect(peopleOf(app)).toHaveLength(1);
  const problems = [{ about: [field], text: expect.stringContaining(words) }];
  expect(await page()).toEqual({ step: 'reader', canInvite: true, form: { typed, problems } });
  await send('reader', reader);
  expect(await page()).toMatchObject({ step: 'backups' });
});

test('without mail a reader starts with the typed password', async () => {
  const { app, send, page } = await startAtReader({ env: stripeKeys('test') });
  const typed = { ...reader, email: '', password: 'nine of cups' };
  await send('reader', { ...typed, password: 'short' });
  expect(await page()).toMatchObject({ canInvite: false, form: { problems: [{ about: ['password'] }] } });
  await send('reader', typed);
  const { status } = await app.visitor().post('/api/login', { username: 'Rita', password: 'nine of cups' });
  expect(status).toBe(200);
});

test('adds one reader after a double click', async () => {
  const { app, send, page } = await startAtReader();
  await Promise.all([send('reader', reader), send('reader', reader)]);
  await send('reader', { ...reader, username: 'Rosa' });
  expect(peopleOf(app).map(({ username }) => username)).toEqual(['Ada', 'Rita']);
  expect(await page()).toMatchObject({ step: 'backups', form: null });
});

type Form = [step: string, fields: Record<string, string>];
const setUpForms: Form[] = [
  ['admin', account],
  ['business', business],
  ['reader', reader],
  ['backups', {}],
];

test.each([
  ['first admins', 0, 'username', ({ db }: TestApp) => db.$count(users, eq(users.role, 'admin'))],
  [
    'names of the business',
    1,
    'siteName',
    ({ db }: TestApp) => db.$count(audit, eq(audit.action, 'text_changed')),
  ],
  ['first readers', 2, 'username', ({ db }: TestApp) => db.$count(users, eq(users.role, 'reader'))],
  [
    'choices about backups',
    3,
    'x',
    ({ db }: TestApp) => db.$count(audit, eq(audit.action, 'settings_changed')),
  ],
] as const)('stores one of twenty %s sent at once', async (_what, index, field, count) => {
  const { app, send, page } = await start();
  for (const form of setUpForms.slice(0, index)) await send(...form);
  const [step = '', fields = {}] = setUpForms[index] ?? [];
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  await Promise.all(
    numbers.map((n) => send(step, { ...fields, [field]: `Ada ${n}`, email: `ada${n}@quiet.example` })),
  );
  expect(await count(app)).toBe(1);
  expect((await page())?.step).toBe(setUpForms[index + 1]?.[0] ?? 'used');
});

test.each<[string, Record<string, string>, string[]]>([
  ['test keys', stripeKeys('test'), ['live_payments', 'mail', 'copies_elsewhere']],
  [
    'every connection',
    {
      ...stripeKeys('live'),
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'a@b.example',
      BACKUP_COMMAND: 'true',
    },
    [],
  ],
])('names the missing connections at the last step with %s', async (_what, env, unconnected) => {
  const { send, page } = await startAtReader({ env });
  await send('reader', { choice: 'skip' });
  expect(await page()).toMatchObject({ step: 'backups', unconnected });
});

test.each([
  ['no name', { username: ' ' }, 'username', 'The username is missing.'],
  ['no email address', { email: '' }, 'email', 'Your email address is missing'],
  ['a common password', { password: 'password', confirmPassword: 'password' }, 'password', 'too common'],
  ['a different second password', { confirmPassword: 'the wheel turn' }, 'confirmPassword', 'match'],
])('refuses an admin with %s and says why', async (_what, changes, field, words) => {
  const { app, send, page } = await start();
  await send('admin', { ...account, ...changes });
  expect(peopleOf(app)).toEqual([]);
  const shown = await page();
  const problems = [{ about: [field], text: expect.stringContaining(words) }];
  expect(shown).toMatchObject({ step: 'admin', form: { problems } });
  expect(JSON.stringify(shown)).not.toContain('the wheel turns');
  await send('admin', account);
  expect(await page()).toMatchObject({ step: 'business' });
});
