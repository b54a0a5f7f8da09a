import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfTest } from '../../../../tests/kit/temporary-folder.ts';
import { findEarlierShop, isBeforeFirstStart, noteDatabase } from './earlier-shop.ts';

/** A machine with a folder for the data, which may be a disk of its own, and one for the cache. */
function createMachine() {
  const root = folderOfTest();
  const [data, cache] = [join(root, 'data'), join(root, 'cache')];
  mkdirSync(data);
  return { root, data, cache, path: join(data, 'tarot.db') };
}
type Machine = ReturnType<typeof createMachine>;

const serve = ({ path, cache }: Machine) => {
  writeFileSync(path, 'orders');
  noteDatabase(path, cache);
};
const put = (name: string) => (machine: Machine) => {
  mkdirSync(join(machine.data, 'backups'), { recursive: true });
  writeFileSync(join(machine.data, name), 'x');
};

test.each<[what: string, arrange: (machine: Machine) => void, trace: RegExp]>([
  [
    'the disk of the whole folder is not mounted',
    (machine) => {
      serve(machine);
      renameSync(machine.data, join(machine.root, 'unmounted'));
      mkdirSync(machine.data);
    },
    /^the service last used \/.*data\/tarot\.db, as .*cache\/last-database says$/,
  ],
  [
    'the folder is gone as well',
    (machine) => {
      serve(machine);
      rmSync(machine.data, { recursive: true });
    },
    /last used/,
  ],
  [
    'DATABASE_PATH was changed to a disk without a shop',
    (machine) => {
      serve(machine);
      machine.path = join(machine.root, 'other', 'shop.db');
    },
    /last used \/.*data\/tarot\.db/,
  ],
  ['backups are left', put('backups/tarot-20260304T130000Z.db'), /there is the backup .*tarot-2026/],
  ['a list of erasures is left', put('tarot.db.erased'), /tarot\.db\.erased is still there/],
  [
    'a copy of an upgrade is left',
    put('tarot.db.before-migration-20260101T000000000Z'),
    /before-mig.* is still there/,
  ],
  ['a write-ahead log is left', put('tarot.db-wal'), /tarot\.db-wal is still there/],
  [
    'it is a link to another disk',
    ({ path }) => symlinkSync('/nowhere/tarot.db', path),
    /is a link to a file that is not there/,
  ],
])('notices a missing database when %s', (_what, arrange, trace) => {
  const machine = createMachine();
  arrange(machine);
  expect(findEarlierShop(machine.path, machine.cache)).toMatch(trace);
  expect(isBeforeFirstStart(machine.path, machine.cache)).toBe(false);
});

test.each<[what: string, arrange: (machine: Machine) => void]>([
  ['an empty folder', () => {}],
  ['no folder', ({ data }) => rmSync(data, { recursive: true })],
  ['a lock of a start that failed', put('tarot.db-lock')],
  ['files of another shop', put('shop.db')],
  ['backups of another shop', put('backups/shop-20260304T130000Z.db')],
])('starts a new shop on a machine with %s', (_what, arrange) => {
  const machine = createMachine();
  arrange(machine);
  expect(findEarlierShop(machine.path, machine.cache)).toBeNull();
  expect(isBeforeFirstStart(machine.path, null)).toBe(true);
});

test('ignores an unwritable cache, and traces beside an existing database', () => {
  const machine = createMachine();
  serve(machine);
  expect(findEarlierShop(machine.path, machine.cache)).toBeNull();
  expect(isBeforeFirstStart(machine.path, machine.cache)).toBe(false);
  writeFileSync(join(machine.root, 'file'), '');
  expect(() => noteDatabase(machine.path, join(machine.root, 'file'))).not.toThrow();
});
