import type Sqlite from 'better-sqlite3';
import { Column, is, Param, Placeholder, SQL } from './drizzle.ts';

/*
 * Drizzle looks at each column of each row anew, and asks of each value what it is: for a row of an order that takes
 * longer than SQLite takes to find it. What there is to do with a statement's values and rows is found out once here,
 * when it is prepared.
 */

type Values = Record<string, unknown>;
type Convert = (value: unknown) => unknown;

/** What a statement does that Drizzle has prepared. */
interface Runnable {
  all(values?: Values): unknown;
  get(values?: Values): unknown;
  run(values?: Values): unknown;
}

/** What Drizzle keeps in it. */
interface Drizzled {
  query: { sql: string; params: unknown[] };
  stmt: Sqlite.Statement<unknown[]>;
  fields?: { path: string[]; field: unknown }[];
  customResultMapper?: unknown;
}

/** All that there is to know of a statement without a connection: the same on each. */
export interface Plan {
  sql: string;
  /** Makes a list of what is to stand in it. */
  fill: (values?: Values) => unknown[];
  /** Makes an object of a row's values; null where rows stay as SQLite has them, or none come. */
  toRow: ((values: unknown[]) => object) | null;
}

/** A statement, and by what it can be made on another connection. */
export interface Planned extends Runnable {
  plan: Plan;
}

/** @returns the same statement, which does as Drizzle would, without looking at what is known of it */
export function withoutDetours(prepared: Runnable | Planned): Runnable | Planned {
  if ('plan' in prepared) return prepared;
  const { stmt, query, fields, customResultMapper } = prepared as unknown as Drizzled;
  const fill = fillerOf(query.params);
  const toRow = fields && !customResultMapper ? rowMaker(fields) : null;
  if (toRow || !(fields || customResultMapper)) return runnable(stmt, { sql: query.sql, fill, toRow });
  // Rows in groups, as joins have them, are left to Drizzle: there are few of them.
  return {
    all: (values) => prepared.all(values),
    get: (values) => prepared.get(values),
    run: (values) => stmt.run(...fill(values)),
  };
}

/** @param statement of the plan's SQL, on some connection */
export function runnable(statement: Sqlite.Statement<unknown[]>, plan: Plan): Planned {
  const { fill, toRow } = plan;
  const run = (values?: Values) => statement.run(...fill(values));
  if (!toRow) {
    return {
      plan,
      all: (values) => statement.all(...fill(values)),
      get: (values) => statement.get(...fill(values)),
      run,
    };
  }
  statement.raw();
  return {
    plan,
    all: (values) => (statement.all(...fill(values)) as unknown[][]).map(toRow),
    get(values) {
      const found = statement.get(...fill(values)) as unknown[] | undefined;
      return found && toRow(found);
    },
    run,
  };
}

/**
 * @param params as Drizzle has them: constants, or places for values
 * @returns makes a list of what is to stand in a statement
 */
export function fillerOf(params: readonly unknown[]): (values?: Values) => unknown[] {
  const places = params.map(placeOf);
  return (values = {}) =>
    places.map(({ name, constant, convert }) => {
      if (name === null) return constant;
      const value = values[name];
      if (value === undefined && !(name in values)) throw new Error(`There is no value for "${name}".`);
      return convert ? convert(value) : value;
    });
}

interface Place {
  /** null where a constant stands. */
  name: string | null;
  constant: unknown;
  convert: Convert | null;
}

function placeOf(param: unknown): Place {
  if (is(param, Placeholder)) return { name: param.name, constant: null, convert: null };
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder, value } = param;
    return { name: value.name, constant: null, convert: (given) => encoder.mapToDriverValue(given) };
  }
  return { name: null, constant: param, convert: null };
}

/** @returns makes an object of a row's values; null when its columns come in groups */
function rowMaker(fields: NonNullable<Drizzled['fields']>): ((values: unknown[]) => object) | null {
  const columns: { name: string; convert: Convert | null }[] = [];
  for (const { path, field } of fields) {
    const [name, ...others] = path;
    const decoder = decoderOf(field);
    if (name === undefined || others.length > 0 || !decoder) return null;
    const isPlain = decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    columns.push({ name, convert: isPlain ? null : (value) => decoder.mapFromDriverValue(value) });
  }
  const empty: Values = Object.fromEntries(columns.map(({ name }) => [name, null]));
  return (values) => {
    const row = { ...empty };
    for (let i = 0; i < columns.length; i++) {
      const { name, convert } = columns[i] as (typeof columns)[number];
      const value = values[i];
      row[name] = convert && value !== null ? convert(value) : value;
    }
    return row;
  };
}

/** @returns what makes a value of a column of what SQLite has; undefined for what is none */
function decoderOf(field: unknown): { mapFromDriverValue: Convert } | undefined {
  if (is(field, Column)) return field as { mapFromDriverValue: Convert };
  if (is(field, SQL)) return (field as unknown as { decoder: { mapFromDriverValue: Convert } }).decoder;
  if (is(field, SQL.Aliased)) return decoderOf(field.sql);
  return undefined;
}
