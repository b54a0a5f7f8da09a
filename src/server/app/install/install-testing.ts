import { cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Machine, run } from './machine.ts';

const sources = fileURLToPath(new URL('../../../..', import.meta.url));

/** The programs that tests run; others would change this machine. */
const harmless = ['install', 'chmod', 'cp', 'rm', 'diff'];

const isOwnerOption = (word = '') => word === '-o' || word === '-g';

/** A machine in a folder, on which everything belongs to the user of this process. */
export function createTestMachine(root: string, release: string) {
  const ran: string[] = [];
  const machine: Machine = {
    root,
    release,
    platform: 'linux',
    isRoot: true,
    hasSystemd: true,
    timeZone: 'Europe/Vienna',
    nodePath: '/usr/bin/node',
    tryMail: async () => ({ state: 'ok', found: 'It answers.', advice: null }),
    run(program, words) {
      ran.push([program, ...words].join(' '));
      const withoutOwner = words.filter((word, index) => ![word, words[index - 1]].some(isOwnerOption));
      if (harmless.includes(program)) run(program, withoutOwner);
    },
  };
  for (const folder of ['etc/systemd/system', 'usr/local/sbin', 'opt', 'var/lib', 'var/cache', 'var/log']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  return { machine, ran };
}

/** Puts what an installation reads of a release into a folder. @param migrations how many it knows; all, if not said */
export function unpackRelease(folder: string, version: string, migrations?: number): string {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'dist/compiled'), { recursive: true });
  writeFileSync(join(folder, 'bin/career-tarot.js'), `// ${version}`);
  writeFileSync(join(folder, 'dist/compiled/code'), '');
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), '');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'career-tarot', version }));
  cpSync(join(sources, 'deploy'), join(folder, 'deploy'), { recursive: true });
  cpSync(join(sources, 'db/migrations'), join(folder, 'db/migrations'), { recursive: true });
  if (migrations === undefined) return folder;
  const path = join(folder, 'db/migrations/meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: unknown[] };
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, migrations) }));
  return folder;
}

/** @returns every path below a folder with what it is: mode and content, or where a link leads */
export function listTree(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      if (entry.isSymbolicLink()) return [path, `-> ${readlinkSync(path)}`];
      const mode = (statSync(path).mode & 0o777).toString(8);
      return [path, entry.isFile() ? `${mode} ${readFileSync(path, 'utf8')}` : mode];
    }),
  );
}
