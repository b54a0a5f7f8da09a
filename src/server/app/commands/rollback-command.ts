import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDatabasePath } from '../../base/config/config.ts';
import { findNewerDatabase } from '../install/find-newer-database.ts';
import { type Machine, placesOf, requireRoot, thisMachine } from '../install/machine.ts';
import { findBefore, findCurrent, listPrograms, type Program, switchTo } from '../install/programs.ts';
import { readValues } from '../install/settings-file.ts';
import { type Command, createCommand, UsageError } from './command.ts';

const usage = `Usage: npm run rollback -- [VERSION]
Switches back to the previous version, or to VERSION. If that version can't use the database's tables, the command
changes nothing and says which backup to restore first.`;

export const createRollback = (findMachine: () => Machine): Command =>
  createCommand(usage, async ({ words, env, say }) => {
    const { positionals } = parseArgs({ args: words, allowPositionals: true });
    const [wanted, ...more] = positionals;
    if (more.length > 0) throw new UsageError();
    const machine = findMachine();
    requireRoot(machine, 'rollback');
    const { programs, database, settings } = placesOf(machine.root);
    const current = findCurrent(programs);
    if (current === null) throw new Error(`There is no ${programs}/current: nothing is installed.`);
    const target = findTarget(programs, current, wanted);
    const databasePath = readDatabasePath({ DATABASE_PATH: database, ...readValues(settings), ...env });
    const obstacle = findNewerDatabase(databasePath, join(programs, target.folder));
    if (obstacle !== null) throw new Error(obstacle);
    switchTo(programs, target);
    say(`${programs}/current points to ${target.version} again; ${current.version} stays beside it.`);
    say(`A running service keeps using ${current.version} until you restart it:`);
    say(machine.hasSystemd ? '  systemctl restart career-tarot' : '  stop it, then start it again');
    say(`To go forward again later: node ${programs}/${current.folder}/bin/career-tarot.js install`);
  });

export const run = createRollback(thisMachine);

function findTarget(programs: string, current: Program, wanted: string | undefined): Program {
  const all = listPrograms(programs);
  const names = all.map(({ version }) => version).join(', ');
  if (wanted === undefined) {
    const before = findBefore(programs, current);
    if (before !== null) return before;
    throw new Error(`No version ran before ${current.version}. Name one: ${names}.`);
  }
  const named = all.find(({ folder, version }) => wanted === version || wanted === folder);
  if (named === undefined) throw new Error(`There is no version ${wanted}. The versions are: ${names}.`);
  if (named.folder === current.folder) throw new Error(`${wanted} is the current version already.`);
  return named;
}
