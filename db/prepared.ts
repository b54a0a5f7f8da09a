import type Sqlite from 'better-sqlite3';
import type { Column, Placeholder, SQL } from 'drizzle-orm';
import {
  BetterSQLite3Database,
  BetterSQLiteSession,
  type DrizzleDatabase,
  SQLiteSyncDialect,
  sql,
} from './drizzle.ts';

/*
 * Each statement is Drizzle's own prepared query, made when a connection first needs it. Building one on every call
 * would cost ten to twenty times what SQLite takes to run it (docs/decisions/016-prepared-statements.md).
 */

/** Drizzle on a connection. Only what makes a statement sees it. */
export type Builder = DrizzleDatabase<Record<string, unknown>> & {
  prepareSql: (source: SQL) => ReturnType<Preparable['prepare']>;
};

/** What a repository reads with: statements that were prepared run on it, and nothing else does. */
export interface Queryable {
  readonly statements: Statements;
}

declare const isOpen: unique symbol;

/** What a repository writes with: only `writeTransaction` hands one out, so that no write waits for a lock. */
export interface Transaction extends Queryable {
  readonly [isOpen]: true;
}

/** Drizzle's insert, update and delete can return rows. */
type Target<Of> = Of extends { readonly _: { readonly returning: unknown } } ? Transaction : Queryable;

/**
 * A parameter is `+?`: the same value, which SQLite ignores when it plans. Where SQLite uses a parameter to plan, as in
 * every join, it plans again each time a value is given, which takes eight times as long as the statement itself.
 */
class Dialect extends SQLiteSyncDialect {
  override escapeParam(): string {
    return '+?';
  }
}
const dialect = new Dialect();

/** The statements of one connection. */
export class Statements {
  readonly #made = new Map<object, Map<string, unknown>>();
  readonly #builder: Builder;

  constructor(client: Sqlite.Database) {
    const session = new BetterSQLiteSession(client, dialect, undefined);
    const builder = new BetterSQLite3Database('sync', dialect, session, undefined);
    const prepareSql = (source: SQL) =>
      session.prepareQuery(dialect.sqlToQuery(source), undefined, 'all', false);
    this.#builder = Object.assign(builder, { prepareSql });
  }

  /** @returns the statement of a query in one of its shapes, built when it is asked for the first time */
  find<T>(query: object, shape: string, build: (db: Builder) => T): T {
    let shapes = this.#made.get(query);
    if (!shapes) {
      shapes = new Map();
      this.#made.set(query, shapes);
    }
    let statement = shapes.get(shape);
    if (!statement) {
      statement = build(this.#builder);
      shapes.set(shape, statement);
    }
    return statement as T;
  }
}

/**
 * A statement's parameters by name, to be put where its values will stand. A column takes one for a value of its
 * own; that Drizzle's types want SQL in an update is the reason why it is one here, too.
 */
export type Given<Values> = {
  readonly [Name in keyof Values]-?: Placeholder<Name & string, Values[Name]> & SQL<Values[Name]>;
};

/** What Drizzle's builders end in. */
interface Preparable {
  getSQL(): SQL;
  prepare(): {
    all(values?: Record<string, unknown>): unknown;
    get(values?: Record<string, unknown>): unknown;
    run(values?: Record<string, unknown>): unknown;
  };
}

/** A prepared statement: all rows that it finds, the first, or what it changed. */
export interface Statement<Values, Of extends Preparable> {
  all(...values: Arguments<Values>): ReturnType<ReturnType<Of['prepare']>['all']>;
  get(...values: Arguments<Values>): ReturnType<ReturnType<Of['prepare']>['get']>;
  run(...values: Arguments<Values>): ReturnType<ReturnType<Of['prepare']>['run']>;
}

/** No argument for a statement that takes no values. */
type Arguments<Values> = keyof Values extends never ? [] : [values: Values];

// biome-ignore lint/complexity/noBannedTypes: no values at all
type None = {};

/**
 * A statement of a fixed form.
 *
 * @param build makes it, with `given` for the values that come with each call
 * @returns finds it for a database
 */
export function prepared<Of extends Preparable, Values extends object = None>(
  build: (db: Builder, given: Given<Values>) => Of,
): (db: Target<Of>) => Statement<Values, Of> {
  const make = (builder: Builder): Statement<Values, Of> => prepare(build(builder, everyName()));
  return (db) => db.statements.find(build, '', make);
}

/**
 * A statement that has a few forms: which columns it writes, what it sorts by. Each is prepared when it is needed.
 *
 * @param build makes it in one form; of what distinguishes the forms there must be few
 * @returns finds the one of a form for a database
 */
export function preparedPer<Shape, Of extends Preparable, Values extends object = None>(
  build: (db: Builder, shape: Shape, given: Given<Values>) => Of,
): (db: Target<Of>, shape: Shape) => Statement<Values, Of> {
  return (db, shape) =>
    db.statements.find(
      build,
      JSON.stringify(shape),
      (builder): Statement<Values, Of> => prepare(build(builder, shape, everyName())),
    );
}

/**
 * Constants stand in the statement itself. Were they parameters, as Drizzle makes of them, SQLite could not know that
 * an index with a condition (`WHERE state = 'queued'`) holds all that is asked for, and would read the whole table.
 */
function prepare<Values, Of extends Preparable>(query: Of): Statement<Values, Of> {
  const source = query.getSQL().inlineParams();
  return Object.assign(query, { getSQL: () => source }).prepare() as Statement<Values, Of>;
}

/** What a statement written as SQL answers with. */
interface RowsOf<Row> {
  all(values?: Record<string, unknown>): Row[];
  get(values?: Record<string, unknown>): Row | undefined;
  run(values?: Record<string, unknown>): Sqlite.RunResult;
}

/** @returns SQL that Drizzle has no words for, to be prepared; its rows come as SQLite has them */
export function written<Row>(builder: Builder, source: SQL) {
  return {
    getSQL: () => source,
    prepare() {
      return builder.prepareSql(this.getSQL()) as RowsOf<Row>;
    },
  };
}

/** @returns columns of a table by the names that they have in the program, for `written` */
export function named<Name extends string>(table: Record<Name, Column>, names: readonly Name[]): SQL {
  const columns = names.map((name) => sql`${table[name]} AS ${sql.identifier(name)}`);
  return sql.join(columns, sql`, `);
}

/** Which columns a statement writes: what distinguishes its forms. */
export type Columns<Row> = readonly (keyof Row & string)[];

/** @returns the columns for which there is a value */
export function columnsOf<Row extends object>(row: Row): Columns<Row> {
  const columns = Object.keys(row) as (keyof Row & string)[];
  return columns.filter((column) => row[column] !== undefined);
}

/** @returns these columns, each with its value as a parameter of the same name */
export function only<Values, Name extends keyof Values & string>(
  given: Given<Values>,
  columns: readonly Name[],
): Pick<Given<Values>, Name> {
  return Object.fromEntries(columns.map((column) => [column, given[column]])) as Pick<Given<Values>, Name>;
}

/** @returns whether a column has one of the values that `listed` made one of, however many there are */
export function isAmong(column: Column | SQL, list: Placeholder): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${list}))`;
}

/** @returns values as one, for `isAmong` */
export function listed(values: readonly (string | number)[]): string {
  return JSON.stringify(values);
}

function everyName<Values>(): Given<Values> {
  return new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) }) as Given<Values>;
}
