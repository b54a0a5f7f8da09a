import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  all,
  answersOfAda,
  install,
  installAsking,
  readByShell,
  setUp,
} from '../../../../tests/kit/install-trials.ts';
import { parseConfig } from '../../base/config/config.ts';
import { listTree, unpackRelease } from '../install/install-testing.ts';
import type { Machine } from '../install/machine.ts';

test('installs what the service needs after showing the plan', async () => {
  const { machine, ran, folder, root, at, settings, modeOf, read } = setUp();
  const file = join(folder, 'smtp-url');
  writeFileSync(file, 'smtps://hello:p%27ss@mail.example.org:465\n');
  const words = [...all, '--smtp-url-file', file];
  const first = await install(machine, words);
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toMatch(
    /^Tried: It answers\.\nTo install Career Tarot 0\.2\.0, this .*:\n {2}the user career-tarot, who cannot sign in/,
  );
  expect(first.out).toContain('systemctl enable --now career-tarot');
  expect(first.out).not.toContain('p%27ss');
  expect(ran.filter((line) => !/^(install|chmod|cp|rm) /.test(line))).toEqual([
    'groupadd --system --force career-tarot',
    expect.stringMatching(
      /^sh -c id career-tarot .*\|\| useradd --system --gid career-tarot .* career-tarot$/,
    ),
    'sync',
    'systemctl daemon-reload',
  ]);
  const ofService = 'install -d -m 700 -o career-tarot -g career-tarot';
  expect(ran).toContain(`${ofService} ${at('var/lib/career-tarot')} ${at('var/cache/career-tarot')}`);

  expect(readlinkSync(at('opt/career-tarot/current'))).toBe('0.2.0');
  expect(existsSync(at('opt/career-tarot/current/dist/compiled'))).toBe(false);
  expect(modeOf('opt/career-tarot/0.2.0/bin/career-tarot.js')).toBe('644');
  const folders = ['etc/career-tarot', 'var/lib/career-tarot', 'var/log/career-tarot'];
  expect(folders.map(modeOf)).toEqual(['700', '700', '700']);
  expect(first.out).toContain('/var/log/career-tarot: a folder owned by root, mode 700');
  expect(['etc/career-tarot/environment', 'usr/local/sbin/career-tarot'].map(modeOf)).toEqual(['600', '755']);
  expect(read('etc/systemd/system/career-tarot.service')).toContain('ExecStart=/usr/bin/node bin/career');
  expect(read('etc/career-tarot/Caddyfile')).toContain('{$DOMAIN:tarot.example.org} {');

  const names = ['PUBLIC_URL', 'BUSINESS_TIMEZONE', 'MAIL_FROM', 'SMTP_URL', 'STRIPE_MODE', 'CONTACT_EMAIL'];
  const values = readByShell(settings, [...names, 'TRUSTED_PROXY_HOPS']);
  expect(values).toEqual([
    ...['https://tarot.example.org', 'Europe/Berlin', "O'Hara's Tarot <hello@tarot.example.org>"],
    ...['smtps://hello:p%27ss@mail.example.org:465', 'sandbox', 'hello@tarot.example.org', '1'],
  ]);
  const env = Object.fromEntries(
    [...names, 'TRUSTED_PROXY_HOPS'].map((name, index) => [name, values[index]]),
  );
  expect(parseConfig({ NODE_ENV: 'production', ...env })).toMatchObject({ isProduction: true });

  const before = listTree(root);
  expect(await install(machine, ['--yes'])).toMatchObject({ code: 0, err: '' });
  expect(listTree(root)).toEqual(before);
});

test('asks again after a wrong answer and encodes the mail password', async () => {
  const { machine, settings } = setUp();
  const { code, out } = await installAsking(machine, ...answersOfAda, 'y');
  expect(out).toContain('The time zone of the business, such as Europe/Berlin [Europe/Vienna]: ');
  expect(out).toMatch(/BUSINESS_TIMEZONE must be a time zone.*MAIL_FROM must be one email address/s);
  expect([code, out.includes('p@ss') || out.includes('p%40ss')]).toEqual([0, false]);
  const names = ['SITE_NAME', 'MAIL_FROM', 'SMTP_URL', 'BUSINESS_TIMEZONE', 'CONTACT_EMAIL'];
  expect(readByShell(settings, names)).toEqual([
    ...['Ada, of Tarot', '"Ada, of Tarot" <ada@tarot.example.org>'],
    'smtp://ada%40tarot.example.org:p%40ss%3Aw%2Fr%27d%25@mail.example.org:587',
    ...['Asia/Tokyo', 'ada@tarot.example.org'],
  ]);
});

test('does nothing unless the plan is confirmed', async () => {
  const { machine, root } = setUp();
  const before = listTree(root);
  const refused = await installAsking(machine, ...answersOfAda, 'n');
  expect(refused).toMatchObject({ code: 1, err: 'Nothing was changed.\n' });
  expect(listTree(root)).toEqual(before);
});

test.each([
  [{ isRoot: false }, 'Only root can run "install". Put sudo before it.\n'],
  [{ platform: 'darwin' as const }, '"install" is for Linux, and this is darwin.\n'],
  [{ nodePath: '/root/.nvm/bin/node' }, expect.stringMatching(/^Node is at \/root\/\.nvm.*\n$/)],
  [{ release: '/nowhere' }, expect.stringMatching(/^\/nowhere is not a release\..*npm run release.*\n$/)],
])('refuses %j in one line and installs nothing', async (surroundings, err) => {
  const { machine, root } = setUp();
  const before = listTree(root);
  expect(await install({ ...machine, ...surroundings })).toEqual({ code: 1, out: '', err });
  expect(listTree(root)).toEqual(before);
});

test.each([
  [['--yes'], '--domain tarot.example.com'],
  [['--yes', '--domain', 'not a name'], 'is not a domain name'],
  [[...all, '--time-zone', 'Vienna'], 'BUSINESS_TIMEZONE must be a time zone'],
  [[...all, '--mail-from', 'Ada\nPORT=1 <a@b.example>'], 'MAIL_FROM must be'],
  [[...all, '--smtp-url-file', '/dev/null'], '/dev/null must have one line'],
  [[...all, '--mail-from', 'Ada <a@b.example>, Eve <e@b.example>'], 'MAIL_FROM must be one email address'],
  [['--domain', 'tarot.example.org'], 'There is no terminal for questions. Add --yes'],
])('refuses the arguments %j and changes nothing', async (words, err) => {
  const { machine, root } = setUp();
  const before = listTree(root);
  expect(await install(machine, words)).toMatchObject({ code: 1, err: expect.stringContaining(err) });
  expect(listTree(root)).toEqual(before);
});

test.each([
  ["PORT='99999'", 'PORT must be a whole number'],
  ["READER_BIO='One.'", 'READER_BIO is no longer a setting'],
])('refuses %s in the settings file, as the service would', async (line, err) => {
  const { machine, at, settings, root } = setUp();
  mkdirSync(at('etc/career-tarot'));
  writeFileSync(settings, `TRUSTED_PROXY_HOPS=1\nSTRIPE_MODE=sandbox\n${line}\n`);
  const before = listTree(root);
  const { code, err: said } = await install(machine);
  expect([code, said]).toEqual([1, expect.stringContaining(`The service would not start: ${err}`)]);
  expect(said).toContain(settings);
  expect(listTree(root)).toEqual(before);
});

test.each([0o077, 0o000])('keeps installed files readable under umask %o', async (mask) => {
  const { machine, modeOf } = setUp();
  const usual = process.umask(mask);
  try {
    await install(machine);
    const files = ['opt/career-tarot/0.2.0/package.json', 'etc/career-tarot/Caddyfile'];
    expect(files.map(modeOf)).toEqual(['644', '644']);
    expect(['usr/local/sbin/career-tarot', 'opt/career-tarot'].map(modeOf)).toEqual(['755', '755']);
  } finally {
    process.umask(usual);
  }
});

test('uses the installing Node for the service and its command', async () => {
  const { machine, read } = setUp();
  const nodePath = '/opt/node-24/bin/node';
  await install({ ...machine, nodePath });
  expect(read('usr/local/sbin/career-tarot')).toContain(`\nnode=${nodePath}\n`);
  const unit = read('etc/systemd/system/career-tarot.service');
  expect(unit).toContain(`\nExecStart=${nodePath} `);
  expect(unit).toContain(`\nExecStartPost=/bin/sh -c '${nodePath} `);
  expect(unit).not.toContain('/usr/bin/node');
  expect((await install(machine, ['--yes'])).out).not.toContain('changed by hand');
});

test('tries the mail server and asks again when it fails', async () => {
  const { machine, settings } = setUp();
  const tried: string[] = [];
  const tryMail: Machine['tryMail'] = async (url) => {
    tried.push(url);
    if (tried.length > 1) return { state: 'ok', found: 'It answers.', advice: null };
    return { state: 'error', found: 'It is silent.', advice: 'Check it.' };
  };
  const { out } = await installAsking(
    { ...machine, tryMail },
    ...answersOfAda,
    'n',
    '',
    '',
    '',
    'again',
    'y',
  );
  expect(out).toMatch(/Tried: It is silent\. Check it\..*Tried: It answers\./s);
  expect(readByShell(settings, ['SMTP_URL'])).toEqual([tried[1]]);
});

test('keeps an unreachable mail server after a confirmation, or with --yes', async () => {
  const { machine, root, settings, folder } = setUp();
  const tryMail: Machine['tryMail'] = async () => ({ state: 'error', found: 'Too early.', advice: null });
  expect((await installAsking({ ...machine, tryMail }, ...answersOfAda, 'y', 'y')).code).toBe(0);
  expect(readByShell(settings, ['SMTP_URL'])[0]).toContain('@mail.example.org:587');
  const file = join(folder, 'url');
  writeFileSync(file, 'smtps://ada:secret@mail.example.org');
  rmSync(join(root, 'etc/career-tarot/environment'));
  const { code, out } = await install({ ...machine, tryMail }, [...all, '--smtp-url-file', file]);
  expect([code, out]).toEqual([0, expect.stringContaining('Tried: Too early.')]);
});

test('does not install data left from trying a release', async () => {
  const { machine, at } = setUp();
  mkdirSync(join(machine.release, 'data'));
  writeFileSync(join(machine.release, 'data/career-tarot.db'), 'accounts and readings');
  await install(machine);
  expect(existsSync(at('opt/career-tarot/0.2.0/data'))).toBe(false);
});

test('creates no unit without systemd and says what to run instead', async () => {
  const { machine, ran, at } = setUp();
  const { out } = await install(machine, [...all, '--no-systemd', '--nginx']);
  expect(out).toMatch(
    /nohup career-tarot start >>\S+\/var\/log\/career-tarot\/service\.log 2>>\S+errors\.log &/,
  );
  expect(out).not.toContain('systemctl enable');
  expect(ran.join()).not.toContain('systemctl');
  expect(existsSync(at('etc/systemd/system/career-tarot.service'))).toBe(false);
  expect(readFileSync(at('etc/career-tarot/nginx.conf'), 'utf8')).toContain('server_name tarot.example.org;');
});

test('keeps a release in place when unpacked in the programs folder', async () => {
  const { machine, programs, at } = setUp();
  const release = unpackRelease(join(programs, 'career-tarot-0.2.0-linux-x64'), '0.2.0');
  await install({ ...machine, release });
  expect(readdirSync(programs).sort()).toEqual(['career-tarot-0.2.0-linux-x64', 'current']);
  expect(readlinkSync(at('opt/career-tarot/current'))).toBe('career-tarot-0.2.0-linux-x64');
});
