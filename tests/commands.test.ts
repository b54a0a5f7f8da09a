import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Command } from '../src/server/app/commands/command.ts';
import { argumentsOf, commands, root, rootCommands } from './built/product.ts';
import { callCommand } from './kit/commands.ts';
import { listenOnLoopback } from './kit/loopback.ts';
import { processEnv } from './kit/process-env.ts';
import { folderOfTest } from './kit/temporary-folder.ts';

/* What `career-tarot` says of its commands, whether or not it is built. */

function run(words: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const program = join(root, 'bin/career-tarot.js');
    const child = execFile(
      process.execPath,
      [program, ...words],
      { env: { ...processEnv, ...env } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

const listed = (text: string) => [...text.matchAll(/^ {2}(\w+) +\S/gm)].map(([, name]) => name);

test.each([[[]], [['help']], [['--help']], [['-h']]])(
  'lists all commands when called with %j',
  async (words) => {
    const { code, out, err } = await run(words);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Usage: node bin\/career-tarot\.js NAME …\n/);
    expect(listed(out).sort()).toEqual([...commands, ...rootCommands].sort());
  },
);

test.each(['keep', 'constructor', 'restart'])('exits with 2 for the unknown command %s', async (name) => {
  const { code, out, err } = await run([name], { CAREER_TAROT_COMMAND: 'career-tarot' });
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(new RegExp(`^There is no command "${name}"\\.\n\nUsage: career-tarot NAME …\n`));
  expect(listed(err)).toHaveLength(commands.length + rootCommands.length);
});

test.each([
  ['upgrade', 'run "migrate" on a copy'],
  ['logs', 'Search the log'],
])('%s, a removed command, names its replacement', async (name, instead) => {
  const { code, out, err } = await run([name, 'check']);
  expect([code, out, err.split('\n').length]).toEqual([2, '', 2]);
  expect(err).toContain(instead);
});

test.each([
  ['start', ' [--new-shop]', 'accepts only --new-shop'],
  ['demo', ' [--empty] [--offers] [--solo]', 'accepts only --empty, --offers, --solo'],
  ['migrate', '', 'takes no options'],
])('%s prints its usage and refuses unknown options', async (name, options, known) => {
  const { code, out, err } = await run([name, '--help']);
  expect([code, err]).toEqual([0, '']);
  expect(out.split('\n')[0]).toBe(`Usage: node bin/career-tarot.js ${name}${options}`);
  expect(await run([name, 'twice'])).toEqual({
    code: 2,
    out: '',
    err: `"${name}" ${known}, but got "twice".\n`,
  });
});

test('asks no registry for updates when npm runs a script', async () => {
  let asked = 0;
  const registry = createServer((_request, response) => {
    asked += 1;
    response.end('{}');
  });
  const env = {
    PATH: processEnv.PATH,
    HOME: folderOfTest(),
    npm_config_cache: folderOfTest(),
    npm_config_registry: `http://127.0.0.1:${await listenOnLoopback(registry)}`,
  };
  const [code] = await once(spawn('npm', ['run'], { cwd: root, env, stdio: 'ignore' }), 'exit');
  registry.closeAllConnections();
  registry.close();
  expect([code, asked]).toEqual([0, 0]);
});

const others = [...commands, ...rootCommands].filter(
  (name) => !['start', 'demo', 'migrate', 'sandbox'].includes(name),
);
test.each(others)('%s prints its usage and refuses unknown words', async (name) => {
  const command: { run: Command } = await import(`../src/server/app/commands/${name}-command.ts`);
  const call = (words: string[]) =>
    callCommand(command.run, words, { env: { CAREER_TAROT_COMMAND: 'career-tarot' } });
  expect(await call(['--help'])).toEqual({
    ...{ code: 0, out: expect.stringMatching(`^Usage: career-tarot ${name} `), err: '' },
  });
  expect(await call(['--nothing', 'of', 'ours'])).toMatchObject({ code: 2, out: '' });
});

test('names the command in the script and the systemd unit', () => {
  for (const path of ['deploy/career-tarot', 'deploy/systemd/career-tarot.service']) {
    expect(readFileSync(join(root, path), 'utf8')).toMatch(
      /^(Environment=)?CAREER_TAROT_COMMAND=career-tarot$/m,
    );
  }
});

/** Prepares the script of `deploy/` in a folder, with its settings and stand-ins for what it calls. */
function prepareScript(settings: string | null, programs: Record<string, string> = {}) {
  const folder = realpathSync(folderOfTest());
  const file = join(folder, 'environment');
  if (settings !== null) writeFileSync(file, settings);
  for (const [name, does] of Object.entries({ id: 'echo 0', ...programs }))
    writeFileSync(join(folder, name), `#!/bin/sh\n${does}\n`, { mode: 0o700 });
  const script = readFileSync(join(root, 'deploy/career-tarot'), 'utf8')
    .replace('/etc/career-tarot/environment', file)
    .replaceAll(/\/var\/(lib|cache)\/career-tarot/g, (path) => join(folder, path));
  const call = (name: string, env: Record<string, string> = {}) =>
    spawnSync('sh', ['-c', `umask 022; ${script}`, 'career-tarot', name], {
      cwd: root,
      env: { PATH: `${folder}:${processEnv.PATH}`, PROGRAM: root, ...env },
      encoding: 'utf8',
    });
  return { folder, file, call };
}

test('refuses to run without root and names its settings file', () => {
  const { file, call } = prepareScript(null, { id: 'echo 1000' });
  expect(call('help')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      `^career-tarot: only root can run this .*settings have to be in ${file}\\.\n$`,
    ),
  });
});

test('prefers the caller’s variables over the file and names them', () => {
  const { call } = prepareScript(
    "PORT='4321'\nSMTP_URL='smtp://hunter2@mail.example'\nMAIL_FROM=\"Rosa's Tarot <a@b.example>\"\nREADER_BIO='One.\n\nTwo.'\n",
    { setpriv: 'printf "%s|" "$PORT" "$SMTP_URL" "$MAIL_FROM" "$READER_BIO" $CAREER_TAROT_OVERRIDDEN' },
  );
  const say = (env: Record<string, string>) => call('doctor', env).stdout;
  const sender = "Rosa's Tarot <a@b.example>";
  expect(say({ PORT: '4321' })).toBe(`4321|smtp://hunter2@mail.example|${sender}|One.\n\nTwo.|`);
  expect(say({ PORT: '4400', SMTP_URL: '', MAIL_FROM: sender, NODE_ENV: 'test' })).toBe(
    `4400||${sender}|One.\n\nTwo.|NODE_ENV|PORT|SMTP_URL|`,
  );
});

test('passes the settings to versions that read no settings file', () => {
  const { folder, call } = prepareScript("PORT='4321'\n", {
    setpriv: 'echo "$PORT $CAREER_TAROT_OVERRIDDEN"',
  });
  expect(call('doctor', { PROGRAM: folder })).toMatchObject({ stdout: '4321 \n', stderr: '' });
});

test('runs only root commands as root', () => {
  const tell = 'echo "$(basename "$0") $*" "in $(pwd)" "$(umask)" "$HOME" "$NODE_COMPILE_CACHE"';
  // The settings file is read by a program, whose output is not told.
  const reader = `exec ${process.execPath} ${join(root, 'bin/environment-file.js')} $2`;
  const { folder, call } = prepareScript("PORT='4321'\n", {
    install: 'echo "install $*"',
    setpriv: tell,
    node: `case $1 in *environment-file.js) ${reader} ;; esac; ${tell}`,
  });
  const program = join(folder, 'program');
  mkdirSync(program);
  const say = (name: string) => call(name, { HOME: '/root', PROGRAM: program }).stdout.trim();
  const here = root.replace(/\/$/, '');
  const asService = 'setpriv --reuid=career-tarot --regid=career-tarot --init-groups node';
  const places = `0077 ${folder}/var/lib/career-tarot ${folder}/var/cache/career-tarot`;
  const made = ['lib', 'cache'].map(
    (name) => `install -d -o career-tarot -g career-tarot -m 700 ${folder}/var/${name}/career-tarot`,
  );
  const words = argumentsOf('start').join(' ').replace('bin/', `${program}/bin/`);
  expect(say('start').split('\n')).toEqual([...made, `${asService} ${words} in ${program} ${places}`]);
  expect(say('doctor')).toBe(`${asService} ${program}/bin/career-tarot.js doctor in ${here} ${places}`);
  expect(say('rollback')).toBe(`node ${program}/bin/career-tarot.js rollback in ${here} 0022 /root`);
});
