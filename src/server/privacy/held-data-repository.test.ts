import { expect, test } from 'vitest';
import { getTableColumns, getTableName } from '../../../db/drizzle.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { derivedTables, type Held, heldData } from './held-data-repository.ts';

const tables: [name: string, held: Held][] = Object.entries(heldData);

/** The columns of a table that is in the database, as the list has it. */
function listedColumns({ table, columns }: Held): string[] {
  const known = getTableColumns(table);
  return Object.keys(columns).map((name) => known[name]?.name ?? `${name}, which there is not`);
}

test('every table and column of the database is in the list of what is kept of whom', () => {
  const { $client } = createTestApp().db;
  const found = $client
    .prepare<[], { name: string; type: string }>(
      "SELECT name, type FROM pragma_table_list WHERE schema = 'main'",
    )
    .all()
    .filter(({ name, type }) => type !== 'shadow' && !/^(sqlite_|__drizzle_)/.test(name));
  const listed = new Map(tables.map(([, held]) => [getTableName(held.table), held]));
  const known = [...listed.keys(), ...Object.keys(derivedTables)];
  expect(found.map(({ name }) => name).sort()).toEqual(known.sort());
  for (const [name, held] of listed) {
    const columns = $client
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(name);
    expect([name, listedColumns(held).sort()]).toEqual([name, columns.sort()]);
  }
});

test('whatever is personal goes when somebody is erased, and nothing else changes', () => {
  for (const [name, { columns, erased, rowsOf }] of tables) {
    const personal = Object.keys(columns).filter((column) => columns[column] === 'personal');
    if (erased === 'kept') expect([name, personal]).toEqual([name, []]);
    else expect([name, rowsOf !== null, personal.length > 0]).toEqual([name, true, true]);
    if (typeof erased === 'object')
      expect([name, Object.keys(erased).sort()]).toEqual([name, personal.sort()]);
  }
});
