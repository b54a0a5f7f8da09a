import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
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
import { planInstall } from '../install/plan-install.ts';
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
    startService() {
      const database = at('var/lib/tarot.db');
      openDatabase(database).$client.close();
      appendFileSync(
        at('etc/systemd/system/career-tarot.service'),
        `Environment=DATABASE_PATH=${database}\n`,
      );
    },
  };
}

const all = [
  ...['--yes', '--domain', 'tarot.example.org', '--time-zone', 'Europe/Berlin'],
  ...['--mail-from', "O'Hara's Tarot <hello@tarot.example.org>"],
];

/** Answers questions by their first words. */
function answering(machine: Machine, answers: Record<string, string>) {
  const asked: string[] = [];
  const answer = async (question: string) => {
    asked.push(question);
    return Object.entries(answers).find(([words]) => question.startsWith(words))?.[1] ?? '';
  };
  const install = createInstall(
    () => machine,
    ({ say }) => ({ ask: answer, askHidden: answer, say }),
  );
  return { asked, install: (words: string[] = []) => callCommand(install, words) };
}

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

test('an installation makes what the service needs, shows it first, and a second one finds nothing to do', async () => {
  const { machine, ran, folder, root, at, settings, modeOf, read } = setUp();
  const file = join(folder, 'smtp-url');
  writeFileSync(file, 'smtps://hello:p%27ss@mail.example.org:465\n');
  const words = [...all, '--smtp-url-file', file];
  const first = await install(machine, words);
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toMatch(
    /^Tried: It answers\.\nTo install Career Tarot 0\.2\.0, this will be done:\n {2}the user career-tarot, who cannot sign in/,
  );
  expect(first.out).toContain('systemctl enable --now career-tarot');
  expect(first.out).not.toContain('p%27ss');
  const programsRun = ran.filter((line) => !/^(install|chmod) /.test(line));
  expect(programsRun).toEqual([
    'groupadd --system --force career-tarot',
    expect.stringMatching(/^useradd --system .*--gid career-tarot .*career-tarot$/),
    'systemctl daemon-reload',
    'sync',
  ]);
  expect(ran).toContain(`install -d -o career-tarot -g career-tarot -m 700 ${at('var/lib/career-tarot')}`);

  expect(readlinkSync(at('opt/career-tarot/current'))).toBe('0.2.0');
  expect(existsSync(at('opt/career-tarot/current/dist/compiled'))).toBe(false);
  expect(modeOf('opt/career-tarot/0.2.0/bin/career-tarot.js')).toBe('644');
  expect(['etc/career-tarot', 'var/lib/career-tarot', 'var/log/career-tarot'].map(modeOf)).toEqual([
    ...['700', '700', '700'],
  ]);
  expect(first.out).toContain('/var/log/career-tarot: a folder of root, mode 700');
  expect(readdirSync(at('var/lib/career-tarot'))).toEqual([]);
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
  const ranBefore = ran.length;
  const second = await install(machine, ['--yes']);
  expect(second.out).toMatch(/^Career Tarot 0\.2\.0 is installed: there is nothing to do\.\n/);
  expect(second.out).toContain('systemctl enable --now career-tarot');
  expect(listTree(root)).toEqual(before);
  expect(ran.length).toBe(ranBefore);
});

test('it asks for what is missing, again after a wrong answer, and writes special characters as the mail server needs them', async () => {
  const { machine, settings, root } = setUp();
  const answers = {
    "The shop's address": 'https://tarot.example.org/',
    'The name of the business': 'Ada, of Tarot',
    'The mail server': 'mail.example.org',
    'Its port': '587',
    'The password': "p@ss:w/r'd%",
  };
  const unsure = answering(machine, answers);
  expect(await unsure.install()).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Nothing was done\./),
  });
  expect(existsSync(join(root, 'opt/career-tarot'))).toBe(false);
  expect(unsure.asked).toContain('The time zone of the business, such as Europe/Berlin [Europe/Vienna]: ');

  const sure = answering(machine, { ...answers, 'Do it?': 'y' });
  const { code, out } = await sure.install();
  expect([code, out.includes('p@ss') || out.includes('p%40ss')]).toEqual([0, false]);
  expect(
    readByShell(settings, ['SITE_NAME', 'MAIL_FROM', 'SMTP_URL', 'BUSINESS_TIMEZONE', 'CONTACT_EMAIL']),
  ).toEqual([
    'Ada, of Tarot',
    '"Ada, of Tarot" <hello@tarot.example.org>',
    'smtp://hello%40tarot.example.org:p%40ss%3Aw%2Fr%27d%25@mail.example.org:587',
    ...['Europe/Vienna', 'hello@tarot.example.org'],
  ]);

  const again = answering(machine, {});
  expect((await again.install()).out).toContain('there is nothing to do');
  expect(again.asked).toEqual([]);
});

test.each([
  [{ isRoot: false }, 'Only root can run "install". Put sudo before it.\n'],
  [{ platform: 'darwin' as const }, '"install" is for Linux, and this is darwin.\n'],
  [{ nodePath: '/root/.nvm/bin/node' }, expect.stringMatching(/^Node is \/root\/\.nvm.*\n$/)],
  [{ release: '/nowhere' }, expect.stringMatching(/^\/nowhere is not a release\..*npm run release.*\n$/)],
])('%j is refused with one line', async (surroundings, err) => {
  const { machine, root } = setUp();
  const before = listTree(root);
  expect(await install({ ...machine, ...surroundings })).toEqual({ code: 1, out: '', err });
  expect(listTree(root)).toEqual(before);
});

test.each([
  [['--yes'], '--domain tarot.example.com'],
  [['--yes', '--domain', 'not a name'], 'is not the name of a machine'],
  [['--yes', '--domain', 'https://tarot.example.org/shop'], 'is not the name of a machine'],
  [[...all, '--time-zone', 'Vienna'], 'BUSINESS_TIMEZONE must be a time zone'],
  [[...all, '--mail-from', 'Ada\nPORT=1 <a@b.example>'], 'MAIL_FROM must be'],
  [[...all, '--smtp-url-file', '/dev/null'], '/dev/null is empty.'],
  [[...all, '--mail-from', 'a@b.example; c@d.example'], 'MAIL_FROM must be one mail address'],
  [[...all, '--mail-from', 'Tarot: a@b.example, c@d.example;'], 'MAIL_FROM must be one mail address'],
  [[...all, '--mail-from', 'Ada <a@b.example>, Eve <e@b.example>'], 'MAIL_FROM must be one mail address'],
  [['--domain', 'tarot.example.org'], 'There is no terminal to ask on. Give --yes'],
])('with %j it says what is wrong, and does nothing', async (words, err) => {
  const { machine, root } = setUp();
  const before = listTree(root);
  expect(await install(machine, words)).toMatchObject({ code: 1, err: expect.stringContaining(err) });
  expect(listTree(root)).toEqual(before);
});

test('settings and a proxy example that are there keep what is in them, and given ones are said to count for nothing', async () => {
  const { machine, at, read, modeOf, settings } = setUp();
  mkdirSync(at('etc/career-tarot'));
  writeFileSync(settings, "PUBLIC_URL='https://mine.example.org'\n# mine\nSTRIPE_SECRET_KEY_FILE=/x");
  writeFileSync(at('etc/career-tarot/Caddyfile'), 'mine');
  const { code, out } = await install(machine, [
    '--yes',
    '--time-zone',
    'UTC',
    '--domain',
    'new.example.org',
  ]);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^Not used: --time-zone, --domain\. The shop has its/),
  ]);
  expect(readFileSync(settings, 'utf8').trim()).toBe(
    "PUBLIC_URL='https://mine.example.org'\n# mine\nSTRIPE_SECRET_KEY_FILE=/x",
  );
  expect([modeOf('etc/career-tarot/environment'), read('etc/career-tarot/Caddyfile')]).toEqual([
    '600',
    'mine',
  ]);
});

test('what the unit and its drop-ins set is not set a second time, which the service would refuse', async () => {
  const { machine, at, settings } = setUp();
  const unit = at('etc/systemd/system/career-tarot.service');
  writeFileSync(unit, '[Service]\nEnvironment=SMTP_URL_FILE=%d/smtp\n');
  mkdirSync(`${unit}.d`);
  writeFileSync(`${unit}.d/stripe.conf`, '[Service]\nEnvironment="STRIPE_SECRET_KEY_FILE=%d/stripe"\n');
  const { code, out } = await install(machine);
  expect([code, out.includes('No mail server')]).toEqual([0, false]);
  expect(readFileSync(settings, 'utf8')).not.toMatch(/STRIPE|SMTP/);
});

test.each([
  ["PORT='99999'", 'PORT must be a whole number'],
  ["TEST_PAGES='maybe'", 'TEST_PAGES must be one of'],
  ["READER_BIO='One.'", 'READER_BIO is no longer a setting'],
  ["DATABASE_PATH='file:/var/lib/shop.db'", 'DATABASE_PATH must be the path of a file'],
  ["PUBLIC_URL='http://tarot.example.org'", 'PUBLIC_URL must begin with https'],
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

test.each<[string, string | null, RegExp[]]>([
  ['no user', null, [/^groupadd --system --force career-tarot$/, /^useradd .*--gid career-tarot /]],
  ['a user of another group', 'staff', [/^groupadd /, /^usermod --gid career-tarot career-tarot$/]],
  ['the user', 'career-tarot', []],
])('makes what is missing where there is %s', (_what, group, expected) => {
  const { machine, ran } = setUp();
  const missing = { PUBLIC_URL: 'https://tarot.example.org' };
  const found = { ...machine, findGroup: () => group };
  const { steps } = planInstall(found, { missing, usesSystemd: true, proxy: 'caddy' });
  for (const { what, work } of steps) if (what.startsWith('the user ')) work();
  expect(ran).toEqual(expected.map((words) => expect.stringMatching(words)));
});

test.each([0o077, 0o027, 0o007, 0o000])(
  'leaves what Caddy and the service can read with umask %o',
  async (mask) => {
    const { machine, read, at, modeOf } = setUp();
    const usual = process.umask(mask);
    try {
      const { out } = await install(machine);
      expect(['opt/career-tarot/0.2.0/package.json', 'etc/career-tarot/Caddyfile'].map(modeOf)).toEqual([
        '644',
        '644',
      ]);
      expect(['usr/local/sbin/career-tarot', 'opt/career-tarot'].map(modeOf)).toEqual(['755', '755']);
      const copy = /^ *(install .*?) {2}/m.exec(out)?.[1]?.replace('/etc/caddy', at('etc')) ?? '';
      spawnSync('sh', ['-c', copy]);
      expect([modeOf('etc/Caddyfile'), read('etc/Caddyfile')]).toEqual([
        '644',
        read('etc/career-tarot/Caddyfile'),
      ]);
    } finally {
      process.umask(usual);
    }
  },
);

test.each(['/usr/local/bin/node', '/opt/node-24/bin/node', '/usr/lib/nodejs/bin/node'])(
  'runs the service and its command with %s, whatever other Node there is',
  async (nodePath) => {
    const { machine, read } = setUp();
    await install({ ...machine, nodePath });
    expect(read('usr/local/sbin/career-tarot')).toContain(`\nnode=${nodePath}\n`);
    expect(read('usr/local/sbin/career-tarot')).not.toMatch(/(^|[ (])node ["$]/m);
    const unit = read('etc/systemd/system/career-tarot.service');
    expect(unit).toContain(`\nExecStart=${nodePath} `);
    expect(unit).toContain(`\nExecStartPost=/bin/sh -c '${nodePath} `);
    expect(unit).not.toContain('/usr/bin/node');
    expect((await install({ ...machine, nodePath: '/usr/bin/node' }, ['--yes'])).out).not.toContain(
      'changed by hand',
    );
  },
);

const answersOfAda = {
  "The shop's address": 'tarot.example.org',
  'The time zone': 'Asia/Tokyo',
  'The name of the business': 'Ada’s Tarot',
  'The address that mails come from': 'ada@tarot.example.org',
  'The mail server': 'mail.example.org',
  'Its port': '2525',
  'The user': 'ada',
  'The password': 'secret',
};

test.each<[string, (machine: Machine) => Machine, Record<string, string>]>([
  ['no', (machine) => machine, { 'Do it?': 'n' }],
  [
    'a step that fails',
    (machine) => ({
      ...machine,
      run: () => {
        throw new Error('no space left');
      },
    }),
    { 'Do it?': 'y' },
  ],
  [
    'a release that cannot be installed',
    (machine) => ({
      ...machine,
      findGroup: () => {
        throw new Error('no groups');
      },
    }),
    {},
  ],
])('proposes the answers again after %s', async (_what, breakDown, last) => {
  const { machine, settings, modeOf, at, read } = setUp();
  const first = answering(breakDown(machine), { ...answersOfAda, ...last });
  expect(await first.install()).toMatchObject({ code: 1 });
  expect(modeOf('etc/career-tarot/answers')).toBe('600');
  expect(read('etc/career-tarot/answers')).not.toContain('secret');
  const second = answering(machine, { 'The password': 'secret', 'Do it?': 'y' });
  expect(await second.install()).toMatchObject({ code: 0 });
  expect(readByShell(settings, ['PUBLIC_URL', 'BUSINESS_TIMEZONE', 'MAIL_FROM', 'SMTP_URL'])).toEqual([
    ...['https://tarot.example.org', 'Asia/Tokyo', 'Ada’s Tarot <ada@tarot.example.org>'],
    'smtp://ada:secret@mail.example.org:2525',
  ]);
  expect(existsSync(at('etc/career-tarot/answers'))).toBe(false);
});

test.each([
  ['a wrong password', 'It does not accept the password.'],
  ['a name without a server', 'The name does not exist.'],
  ['a closed port', 'It does not answer.'],
])('tries the mail server, and asks again after %s', async (_what, found) => {
  const { machine, settings } = setUp();
  const tried: string[] = [];
  const tryMail: Machine['tryMail'] = async (url) => {
    tried.push(url);
    if (tried.length > 1) return { state: 'ok', found: 'It answers.', advice: null };
    return { state: 'error', found, advice: 'Check it.' };
  };
  const { install: ask } = answering({ ...machine, tryMail }, { ...answersOfAda, 'Do it?': 'y' });
  const { out } = await ask();
  expect(out).toContain(`Tried: ${found} Check it.\nTried: It answers.\n`);
  expect(tried).toHaveLength(2);
  expect(readByShell(settings, ['SMTP_URL'])).toEqual([tried[1]]);
});

test('keeps a mail server that cannot be tried yet, if asked to, and says so of one from a file', async () => {
  const { machine, settings, folder } = setUp();
  const tryMail: Machine['tryMail'] = async () => ({ state: 'error', found: 'Too early.', advice: null });
  const file = join(folder, 'url');
  writeFileSync(file, 'smtps://ada:secret@mail.example.org');
  const given = await install({ ...machine, tryMail }, [...all, '--smtp-url-file', file]);
  expect([given.code, given.out]).toEqual([0, expect.stringContaining('Tried: Too early.')]);
  rmSync(settings);
  const answers = { ...answersOfAda, 'Keep it': 'y', 'Do it?': 'y' };
  expect((await answering({ ...machine, tryMail }, answers).install()).code).toBe(0);
  expect(readByShell(settings, ['SMTP_URL'])).toEqual(['smtp://ada:secret@mail.example.org:2525']);
});

test('a unit and a script that were changed by hand stay, with those of this version beside them', async () => {
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
  expect((await install(machine)).out).toContain('there is nothing to do');
  expect(listTree(root)).toEqual(before);
});

test('what a release was tried with is not installed: its data, which all could read then', async () => {
  const { machine, at } = setUp();
  mkdirSync(join(machine.release, 'data'));
  writeFileSync(join(machine.release, 'data/career-tarot.db'), 'accounts and readings');
  await install(machine);
  expect(existsSync(at('opt/career-tarot/0.2.0/data'))).toBe(false);
});

test('without systemd it makes no unit, and says what to run instead', async () => {
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

test('a new version is put beside the old one, which is not touched, and an unchanged unit and script follow it', async () => {
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

test('after a rollback, and with Node in another place, an unchanged unit follows the next version', async () => {
  const { machine, folder, read, programs } = setUp('0.2.0');
  const versions = ['0.3.0', '0.4.0'].map((version) => unpackRelease(join(folder, version), version));
  for (const release of versions) {
    appendFileSync(join(release, 'deploy/systemd/career-tarot.service'), `# ${release}\n`);
  }
  await install(machine);
  const [third = '', fourth = ''] = versions;
  await install({ ...machine, release: third }, ['--yes']);
  switchTo(programs, { folder: '0.2.0', version: '0.2.0' });
  const { out } = await install({ ...machine, release: fourth, nodePath: '/opt/node/bin/node' }, ['--yes']);
  expect(out).not.toContain('changed by hand');
  const unit = read('etc/systemd/system/career-tarot.service');
  expect([unit.includes(`# ${fourth}`), unit.includes('\nExecStart=/opt/node/bin/node bin/')]).toEqual([
    true,
    true,
  ]);
});

test.each([
  ['a file that the other lacks', 'dist/service/more.js', ''],
  ['another size of a file', 'dist/service/start.js', '// longer'],
  ['another page', 'dist/client/_astro/page.js', '//'],
])('refuses another build of an installed version, told by %s', async (_what, path, text) => {
  const { machine, folder } = setUp('0.2.0');
  const release = unpackRelease(join(folder, 'other'), '0.2.0');
  for (const place of [machine.release, release]) {
    for (const name of ['dist/service', 'dist/client/_astro'])
      mkdirSync(join(place, name), { recursive: true });
    writeFileSync(join(place, 'dist/service/start.js'), '//');
  }
  await install(machine);
  expect((await install({ ...machine, release }, ['--yes'])).out).toContain('there is nothing to do');
  writeFileSync(join(release, path), text);
  const { code, err } = await install({ ...machine, release }, ['--yes']);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('is another build of 0.2.0. Give this one a version'),
  ]);
});

test('a release unpacked among the programs stays where it is', async () => {
  const { machine, programs, at } = setUp();
  const release = unpackRelease(join(programs, 'career-tarot-0.2.0-linux-x64'), '0.2.0');
  await install({ ...machine, release });
  expect(readdirSync(programs).sort()).toEqual(['career-tarot-0.2.0-linux-x64', 'current']);
  expect(readlinkSync(at('opt/career-tarot/current'))).toBe('career-tarot-0.2.0-linux-x64');
});

const oldUnit = '[Service]\nWorkingDirectory=/opt/career-tarot\n';

test.each(['the only program', 'a link to it'])(
  'says how %s becomes one of several versions',
  async (layout) => {
    const { machine, programs, read, at } = setUp();
    const isLink = layout === 'a link to it';
    const old = unpackRelease(isLink ? at('opt/career-tarot-0.1.0-linux-x64') : programs, '0.1.0');
    if (isLink) symlinkSync('career-tarot-0.1.0-linux-x64', programs);
    chmodSync(old, 0o755);
    writeFileSync(join(old, 'deploy/systemd/career-tarot.service'), oldUnit);
    writeFileSync(at('etc/systemd/system/career-tarot.service'), oldUnit);
    const { code, err } = await install(machine);
    expect([code, err]).toEqual([1, expect.stringContaining(`move it: mv ${programs} `)]);
    spawnSync('sh', ['-c', err.split('move it: ')[1] ?? '']);
    expect(await install(machine)).toMatchObject({ code: 0 });
    expect(readdirSync(programs).sort()).toEqual(['.before-0.2.0', '0.1.0', '0.2.0', 'current']);
    expect(read('etc/systemd/system/career-tarot.service')).toContain('/opt/career-tarot/current');
  },
);

test('finishes settings that a power cut left half written', async () => {
  const { machine, at, settings, modeOf } = setUp();
  mkdirSync(at('etc/career-tarot'));
  writeFileSync(`${settings}.part`, "SMTP_URL='smtps://he", { mode: 0o644 });
  expect(await install(machine)).toMatchObject({ code: 0 });
  expect(readFileSync(settings, 'utf8')).not.toContain('SMTP_URL');
  expect([modeOf('etc/career-tarot/environment'), existsSync(`${settings}.part`)]).toEqual(['600', false]);
});

test('a copy that fails leaves nothing', async () => {
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

test('a step that fails is named, and the rest comes with the next run', async () => {
  const { machine, at } = setUp();
  const failing = {
    ...machine,
    run: () => {
      throw new Error('useradd: no space left');
    },
  };
  const { code, err } = await install(failing);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^This failed: the user career-tarot, .*\nuseradd: no space left\n/),
  ]);
  expect(await install(machine)).toMatchObject({ code: 0 });
  expect(existsSync(at('opt/career-tarot/current'))).toBe(true);
});
