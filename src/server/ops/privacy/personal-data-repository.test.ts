import { getTableColumns, getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import {
  derivedTables,
  otherTables,
  type PersonalTableData,
  personalData,
} from './personal-data-repository.ts';

const tables: PersonalTableData[] = Object.values(personalData);

/** The columns of a table that is in the database, as the list has it. */
function listedColumns({ table, deleted = [], changed = {}, record = [], none = [] }: PersonalTableData) {
  const known = getTableColumns(table);
  const names = [...deleted, ...Object.keys(changed), ...record, ...none];
  return names.map((name) => known[name]?.name ?? `${name}, which there is not`);
}

test('lists every table, and every column of tables with customer data', () => {
  const { $client } = createTestApp().db;
  const found = $client
    .prepare<[], { name: string; type: string }>(
      "SELECT name, type FROM pragma_table_list WHERE schema = 'main'",
    )
    .all()
    .filter(({ name, type }) => type !== 'shadow' && !/^(sqlite_|__drizzle_)/.test(name));
  const listed = new Map(tables.map((listed) => [getTableName(listed.table), listed]));
  const known = [...listed.keys(), ...otherTables.map(getTableName), ...Object.keys(derivedTables)];
  expect(found.map(({ name }) => name).sort()).toEqual(known.sort());
  for (const [name, held] of listed) {
    const columns = $client
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(name);
    expect([name, listedColumns(held).sort()]).toEqual([name, columns.sort()]);
  }
});
