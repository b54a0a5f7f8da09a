import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../db/client.ts';
import { createInstall } from '../../src/server/app/commands/install-command.ts';
import { createTestMachine, unpackRelease } from '../../src/server/app/install/install-testing.ts';
import type { Machine } from '../../src/server/app/install/machine.ts';
import { callCommand } from './commands.ts';
import { folderOfTest } from './temporary-folder.ts';

/** Unpacks a release for a test machine in a temporary folder. */
export function setUp(version = '0.2.0') {
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

export const all = [
  ...['--yes', '--domain', 'tarot.example.org', '--time-zone', 'Europe/Berlin'],
  ...['--mail-from', "O'Hara's Tarot <hello@tarot.example.org>"],
];

/** Installs from a terminal, typing one answer per question. */
export const installAsking = (machine: Machine, ...typed: string[]) =>
  callCommand(
    createInstall(() => machine),
    [],
    { typed },
  );

export const install = (machine: Machine, words: string[] = all) =>
  callCommand(
    createInstall(() => machine),
    words,
  );

/** Returns settings as the guide's script reads them. */
export function readByShell(path: string, names: string[]): string[] {
  const say = names.map((name) => `"$${name}"`).join(' ');
  const { stdout } = spawnSync('sh', ['-c', `. '${path}'; printf '%s\\n' ${say}`], { encoding: 'utf8' });
  return stdout.trim().split('\n');
}

export const answersOfAda = [
  ...['https://tarot.example.org/', 'Mars', 'Asia/Tokyo', 'Ada, of Tarot', 'ada', 'ada@tarot.example.org'],
  ...['mail.example.org', '587', '', "p@ss:w/r'd%"],
];
