import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../db/client.ts';
import { callCommand } from '../../../../tests/kit/commands.ts';
import { folderOfTest } from '../../../../tests/kit/temporary-folder.ts';
import { parseConfig } from '../../base/config/config.ts';
import { createTestMachine, listTree, unpackRelease } from '../install/install-testing.ts';
import type { Machine } from '../install/machine.ts';
import { switchTo } from '../install/programs.ts';
import { createInstall } from './install-command.ts';

function setUp(version = '0.2.0') {
  const folder = realpathSync(folderOfTest());
  const release = unpackRelease(join(folder, 'unpacked'), version);
  const root = join(folder, 'root');
  const at = (path: string) => join(root, path);
  return {
    ...createTestMachine(root, release),
    ...{ folder, root, at, settings: at('etc/career-tarot/environment'), programs: at('opt/career-tarot') },
    read: (path: string) => readFileSync(at(path), 'utf8'),
    modeOf: (path: string) => (statSync(at(path)).mode & 0o777).toString(8),
    /** What is left of a service that has run: its database. */
    startService: () => openDatabase(at('var/lib/career-tarot/career-tarot.db')).$client.close(),
  };
}

const all = [
  ...['--yes', '--domain', 'tarot.example.org', '--time-zone', 'Europe/Berlin'],
  ...['--mail-from', "O'Hara's Tarot <hello@tarot.example.org>"],
];

/** Installs from a terminal, in which the answers are typed one after the other. */
const installAsking = (machine: Machine, ...typed: string[]) =>
  callCommand(
    createInstall(() => machine),
    [],
    { typed },
  );

const install = (machine: Machine, words: string[] = all) =>
  callCommand(
    createInstall(() => machine),
    words,
  );

/** The settings as the guide's script reads them. */
function readByShell(path: string, names: string[]): string[] {
  const say = names.map((name) => `"$${name}"`).join(' ');
  const { stdout } = spawnSync('sh', ['-c', `. '${path}'; printf '%s\\n' ${say}`], { encoding: 'utf8' });
  return stdout.trim().split('\n');
}

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
  expect(first.out).toContain('/var/log/career-tarot: a folder of root, mode 700');
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

const answersOfAda = [
  ...['https://tarot.example.org/', 'Mars', 'Asia/Tokyo', 'Ada, of Tarot', 'ada', 'ada@tarot.example.org'],
  ...['mail.example.org', '587', '', "p@ss:w/r'd%"],
];

test('asks again after a wrong answer and encodes the mail password', async () => {
  const { machine, settings } = setUp();
  const { code, out } = await installAsking(machine, ...answersOfAda, 'y');
  expect(out).toContain('The time zone of the business, such as Europe/Berlin [Europe/Vienna]: ');
  expect(out).toMatch(/BUSINESS_TIMEZONE must be a time zone.*MAIL_FROM must be one mail address/s);
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
  expect(refused).toMatchObject({ code: 1, err: 'Nothing was done.\n' });
  expect(listTree(root)).toEqual(before);
});

test.each([
  [{ isRoot: false }, 'Only root can run "install". Put sudo before it.\n'],
  [{ platform: 'darwin' as const }, '"install" is for Linux, and this is darwin.\n'],
  [{ nodePath: '/root/.nvm/bin/node' }, expect.stringMatching(/^Node is \/root\/\.nvm.*\n$/)],
  [{ release: '/nowhere' }, expect.stringMatching(/^\/nowhere is not a release\..*npm run release.*\n$/)],
])('refuses %j in one line and installs nothing', async (surroundings, err) => {
  const { machine, root } = setUp();
  const before = listTree(root);
  expect(await install({ ...machine, ...surroundings })).toEqual({ code: 1, out: '', err });
  expect(listTree(root)).toEqual(before);
});

test.each([
  [['--yes'], '--domain tarot.example.com'],
  [['--yes', '--domain', 'not a name'], 'is not the name of a machine'],
  [[...all, '--time-zone', 'Vienna'], 'BUSINESS_TIMEZONE must be a time zone'],
  [[...all, '--mail-from', 'Ada\nPORT=1 <a@b.example>'], 'MAIL_FROM must be'],
  [[...all, '--smtp-url-file', '/dev/null'], '/dev/null must have one line'],
  [[...all, '--mail-from', 'Ada <a@b.example>, Eve <e@b.example>'], 'MAIL_FROM must be one mail address'],
  [['--domain', 'tarot.example.org'], 'There is no terminal to ask on. Give --yes'],
])('refuses the arguments %j and changes nothing', async (words, err) => {
  const { machine, root } = setUp();
  const before = listTree(root);
  expect(await install(machine, words)).toMatchObject({ code: 1, err: expect.stringContaining(err) });
  expect(listTree(root)).toEqual(before);
});

test('keeps existing settings and says which options it ignored', async () => {
  const { machine, at, read, modeOf, settings } = setUp();
  mkdirSync(at('etc/career-tarot'));
  const mine = "PUBLIC_URL='https://mine.example.org'\n# mine\nSTRIPE_SECRET_KEY_FILE=/x";
  writeFileSync(settings, mine);
  writeFileSync(at('etc/career-tarot/Caddyfile'), 'mine');
  const words = ['--yes', '--time-zone', 'UTC', '--domain', 'new.example.org'];
  const { code, out } = await install(machine, words);
  expect([code, out.split('\n')[0]]).toEqual([
    0,
    expect.stringMatching(/^Not used: --time-zone, --domain\. The shop has its/),
  ]);
  expect(readFileSync(settings, 'utf8').trim()).toBe(mine);
  expect([modeOf('etc/career-tarot/environment'), read('etc/career-tarot/Caddyfile')]).toEqual([
    '600',
    'mine',
  ]);
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

test('keeps a hand-edited unit and script, with the new ones beside them', async () => {
  const { machine, read, root, at } = setUp();
  const [unit, script] = ['etc/systemd/system/career-tarot.service', 'usr/local/sbin/career-tarot'];
  for (const path of [unit, script]) writeFileSync(at(path), 'mine');
  const { code, out } = await install(machine);
  expect(code).toBe(0);
  for (const path of [unit, script]) {
    expect([read(path), read(`${path}.new`).includes('/opt/career-tarot/current')]).toEqual(['mine', true]);
    expect(out).toContain(
      `${at(path)} was changed by hand and stays as it is: this version's is ${at(path)}.new.`,
    );
  }
  const before = listTree(root);
  expect((await install(machine)).code).toBe(0);
  expect(listTree(root)).toEqual(before);
});

test('does not install the trial data of a release', async () => {
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

test('installs a new version beside the untouched old one', async () => {
  const { machine, at, folder, programs, read, startService } = setUp('0.2.0');
  writeFileSync(join(machine.release, 'deploy/career-tarot'), 'the script of 0.2.0');
  await install(machine);
  startService();
  const old = listTree(join(programs, '0.2.0'));
  const release = unpackRelease(join(folder, 'new'), '0.3.0-20261201080000-acb3a3fa');
  const { code, out } = await install({ ...machine, release }, ['--yes']);
  expect(code).toBe(0);
  expect(out).toContain('A running service stays with 0.2.0 until:\n  systemctl restart');
  expect(readlinkSync(at('opt/career-tarot/current'))).toBe('0.3.0-20261201080000-acb3a3fa');
  expect(listTree(join(programs, '0.2.0'))).toEqual(old);
  expect(read('usr/local/sbin/career-tarot')).toContain('/opt/career-tarot/current');
  expect(readdirSync(programs).sort()).toEqual([
    ...['.before-0.3.0-20261201080000-acb3a3fa', '0.2.0', '0.3.0-20261201080000-acb3a3fa', 'current'],
  ]);
});

test('updates an unchanged unit after a rollback and a moved Node', async () => {
  const { machine, folder, read, programs } = setUp('0.2.0');
  await install(machine);
  for (const version of ['0.3.0', '0.4.0']) {
    const release = unpackRelease(join(folder, version), version);
    appendFileSync(join(release, 'deploy/systemd/career-tarot.service'), `# ${version}\n`);
    switchTo(programs, { folder: '0.2.0', version: '0.2.0' });
    const { out } = await install({ ...machine, release, nodePath: '/opt/node/bin/node' }, ['--yes']);
    expect(out).not.toContain('changed by hand');
  }
  const unit = read('etc/systemd/system/career-tarot.service');
  expect(unit).toContain('# 0.4.0');
  expect(unit).toContain('\nExecStart=/opt/node/bin/node bin/');
});

test('refuses another build of an installed version', async () => {
  const { machine, folder } = setUp('0.2.0');
  const release = unpackRelease(join(folder, 'other'), '0.2.0');
  await install(machine);
  expect((await install({ ...machine, release }, ['--yes'])).code).toBe(0);
  mkdirSync(join(release, 'dist/service'));
  writeFileSync(join(release, 'dist/service/more.js'), '//.');
  const err = expect.stringContaining('is another build of 0.2.0. Give this one a version');
  expect(await install({ ...machine, release }, ['--yes'])).toMatchObject({ code: 1, err });
});

test('installs a release in place when unpacked among the programs', async () => {
  const { machine, programs, at } = setUp();
  const release = unpackRelease(join(programs, 'career-tarot-0.2.0-linux-x64'), '0.2.0');
  await install({ ...machine, release });
  expect(readdirSync(programs).sort()).toEqual(['career-tarot-0.2.0-linux-x64', 'current']);
  expect(readlinkSync(at('opt/career-tarot/current'))).toBe('career-tarot-0.2.0-linux-x64');
});

test('replaces settings that a power cut left half written', async () => {
  const { machine, at, settings, modeOf } = setUp();
  mkdirSync(at('etc/career-tarot'));
  writeFileSync(`${settings}.part`, "SMTP_URL='smtps://he", { mode: 0o644 });
  expect(await install(machine)).toMatchObject({ code: 0 });
  expect(readFileSync(settings, 'utf8')).not.toContain('SMTP_URL');
  expect([modeOf('etc/career-tarot/environment'), existsSync(`${settings}.part`)]).toEqual(['600', false]);
});

test('leaves nothing behind after a failed copy', async () => {
  const { machine, programs } = setUp();
  const run: Machine['run'] = (program, words) => {
    if (program === 'sync') throw new Error('no space left');
    machine.run(program, words);
  };
  expect(await install({ ...machine, run })).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('no space left') },
  });
  expect(readdirSync(programs)).toEqual([]);
});

test('quotes a failing program and finishes on the next run', async () => {
  const { machine, at } = setUp();
  const run = () => {
    throw new Error('useradd: no space left');
  };
  expect(await install({ ...machine, run })).toMatchObject({ code: 1, err: 'useradd: no space left\n' });
  expect(await install(machine)).toMatchObject({ code: 0 });
  expect(existsSync(at('opt/career-tarot/current'))).toBe(true);
});
