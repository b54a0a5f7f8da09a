import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDatabasePath } from '../../base/config/config.ts';
import { findNewerDatabase } from '../install/find-newer-database.ts';
import { type Machine, placesOf, requireRoot, thisMachine } from '../install/machine.ts';
import { findCurrent, listPrograms, type Program, switchTo } from '../install/programs.ts';
import { type Command, createCommand, UsageError } from './command.ts';

const usage = `Usage: npm run rollback -- [VERSION]
Switches back to the version before, or to the one that is named. It refuses when that version does not know the
database's tables, and says which copy to restore first.`;

export const createRollback = (findMachine: () => Machine): Command =>
  createCommand(usage, async ({ words, env, say }) => {
    const { positionals } = parseArgs({ args: words, allowPositionals: true });
    const [wanted, ...more] = positionals;
    if (more.length > 0) throw new UsageError();
    const machine = findMachine();
    requireRoot(machine, 'rollback');
    const { programs, database } = placesOf(machine.root);
    const current = findCurrent(programs);
    if (current === null) throw new Error(`There is no ${programs}/current: nothing is installed.`);
    const target = findTarget(listPrograms(programs), current, wanted);
    const databasePath = readDatabasePath({ DATABASE_PATH: database, ...env });
    const obstacle = findNewerDatabase(databasePath, join(programs, target.folder));
    if (obstacle !== null) throw new Error(obstacle);
    switchTo(programs, target);
    say(`${programs}/current leads to ${target.version} again; ${current.version} stays beside it.`);
    say(`A running service stays with ${current.version} until:`);
    say(machine.hasSystemd ? '  systemctl restart career-tarot' : '  stop it and start it again');
    say(`To go forward again later: node ${programs}/${current.folder}/bin/career-tarot.js install`);
  });

export const run = createRollback(thisMachine);

function findTarget(all: readonly Program[], current: Program, wanted: string | undefined): Program {
  const names = all.map(({ version }) => version).join(', ');
  if (wanted === undefined) {
    const before = all[all.findIndex(({ folder }) => folder === current.folder) - 1];
    if (before !== undefined) return before;
    throw new Error(`There is no version before ${current.version}. There are: ${names}.`);
  }
  const named = all.find(({ folder, version }) => wanted === version || wanted === folder);
  if (named === undefined) throw new Error(`There is no version ${wanted}. There are: ${names}.`);
  if (named.folder === current.folder) throw new Error(`${wanted} is the current version already.`);
  return named;
}
