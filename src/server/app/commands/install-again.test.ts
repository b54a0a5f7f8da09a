import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { install, setUp } from '../../../../tests/kit/install-trials.ts';
import { listTree, unpackRelease } from '../install/install-testing.ts';
import type { Machine } from '../install/machine.ts';
import { switchTo } from '../install/programs.ts';

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

test('keeps a hand-edited unit and script, with the new ones beside them', async () => {
  const { machine, read, root, at } = setUp();
  const [unit, script] = ['etc/systemd/system/career-tarot.service', 'usr/local/sbin/career-tarot'];
  for (const path of [unit, script]) writeFileSync(at(path), 'mine');
  const { code, out } = await install(machine);
  expect(code).toBe(0);
  for (const path of [unit, script]) {
    expect([read(path), read(`${path}.new`).includes('/opt/career-tarot/current')]).toEqual(['mine', true]);
    expect(out).toContain(
      `${at(path)} was changed by hand, so it stays as it is. This version’s file is ${at(path)}.new.`,
    );
  }
  const before = listTree(root);
  expect((await install(machine)).code).toBe(0);
  expect(listTree(root)).toEqual(before);
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
  expect(out).toContain('A running service keeps using 0.2.0 until you restart it:\n  systemctl restart');
  expect(readlinkSync(at('opt/career-tarot/current'))).toBe('0.3.0-20261201080000-acb3a3fa');
  expect(listTree(join(programs, '0.2.0'))).toEqual(old);
  expect(read('usr/local/sbin/career-tarot')).toContain('/opt/career-tarot/current');
  expect(readdirSync(programs).sort()).toEqual([
    ...['.before-0.3.0-20261201080000-acb3a3fa', '0.2.0', '0.3.0-20261201080000-acb3a3fa', 'current'],
  ]);
});

test('updates an unedited unit after a rollback or a Node move', async () => {
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
  const err = expect.stringContaining('is another build of 0.2.0. Give this one its own version');
  expect(await install({ ...machine, release }, ['--yes'])).toMatchObject({ code: 1, err });
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

test('shows a failing program’s error and finishes on the next run', async () => {
  const { machine, at } = setUp();
  const run = () => {
    throw new Error('useradd: no space left');
  };
  expect(await install({ ...machine, run })).toMatchObject({ code: 1, err: 'useradd: no space left\n' });
  expect(await install(machine)).toMatchObject({ code: 0 });
  expect(existsSync(at('opt/career-tarot/current'))).toBe(true);
});
