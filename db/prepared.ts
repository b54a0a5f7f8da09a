import type Sqlite from 'better-sqlite3';
import type { Column, Placeholder, SQL } from 'drizzle-orm';
import {
  and,
  BetterSQLite3Database,
  BetterSQLiteSession,
  count,
  type DrizzleDatabase,
  eq,
  type SQLiteColumn,
  SQLiteSyncDialect,
  type SQLiteTable,
  sql,
} from './drizzle.ts';

/* Drizzle's own prepared queries, built when a connection first needs them (docs/decisions/016). */

export type Builder = DrizzleDatabase<Record<string, unknown>> & {
  prepareSql: (source: SQL) => ReturnType<Preparable['prepare']>;
};

/** What a repository reads with: only prepared statements run on it. */
export interface Queryable {
  readonly statements: Statements;
}

declare const isOpen: unique symbol;

/** What a repository writes with: only `writeTransaction` hands one out. */
export interface Transaction extends Queryable {
  readonly [isOpen]: true;
}

type Target<Of> = Of extends { readonly _: { readonly returning: unknown } } ? Transaction : Queryable;

/** Writes a parameter as `+?`: by a plain one SQLite may plan each call again, which takes eight times as long. */
class Dialect extends SQLiteSyncDialect {
  override escapeParam(): string {
    return '+?';
  }
}
const dialect = new Dialect();

export class Statements {
  readonly #built = new Map<object, Map<string, unknown>>();
  readonly #builder: Builder;

  constructor(client: Sqlite.Database) {
    const session = new BetterSQLiteSession(client, dialect, undefined);
    const builder = new BetterSQLite3Database('sync', dialect, session, undefined);
    const prepareSql = (source: SQL) =>
      session.prepareQuery(dialect.sqlToQuery(source), undefined, 'all', false);
    this.#builder = Object.assign(builder, { prepareSql });
  }

  find<T>(query: object, shape: string, build: (db: Builder) => T): T {
    const shapes = this.#built.get(query) ?? new Map<string, unknown>();
    this.#built.set(query, shapes);
    const statement = shapes.get(shape) ?? build(this.#builder);
    shapes.set(shape, statement);
    return statement as T;
  }
}

/** A statement's parameters by name. They are typed as SQL, too, because Drizzle's updates require it. */
export type Params<Values> = {
  readonly [Name in keyof Values]-?: Placeholder<Name & string, Values[Name]> & SQL<Values[Name]>;
};

interface Preparable {
  getSQL(): SQL;
  prepare(): {
    all(values?: Record<string, unknown>): unknown;
    get(values?: Record<string, unknown>): unknown;
    run(values?: Record<string, unknown>): unknown;
  };
}

export interface Statement<Values, Of extends Preparable> {
  all(...values: Arguments<Values>): ReturnType<ReturnType<Of['prepare']>['all']>;
  get(...values: Arguments<Values>): ReturnType<ReturnType<Of['prepare']>['get']>;
  run(...values: Arguments<Values>): ReturnType<ReturnType<Of['prepare']>['run']>;
}

type Arguments<Values> = keyof Values extends never ? [] : [values: Values];

// biome-ignore lint/complexity/noBannedTypes: no values at all
type None = {};

/** Declares a statement, with `given` for the values that come with each call. */
export function prepared<Of extends Preparable, Values extends object = None>(
  build: (db: Builder, given: Params<Values>) => Of,
): (db: Target<Of>) => Statement<Values, Of> {
  return (db) => db.statements.find(build, '', (builder) => prepare(build(builder, everyName())));
}

/** Declares a statement that has a few shapes: which columns it writes, what it sorts by. */
export function preparedPer<Shape, Of extends Preparable, Values extends object = None>(
  build: (db: Builder, shape: Shape, given: Params<Values>) => Of,
): (db: Target<Of>, shape: Shape) => Statement<Values, Of> {
  return (db, shape) =>
    db.statements.find(build, JSON.stringify(shape), (builder) =>
      prepare(build(builder, shape, everyName())),
    );
}

/** Writes constants into the statement: as parameters they would keep SQLite from using a partial index. */
function prepare<Values, Of extends Preparable>(query: Of): Statement<Values, Of> {
  const source = query.getSQL().inlineParams();
  return Object.assign(query, { getSQL: () => source }).prepare() as Statement<Values, Of>;
}

interface RowsOf<Row> {
  all(values?: Record<string, unknown>): Row[];
  get(values?: Record<string, unknown>): Row | undefined;
  run(values?: Record<string, unknown>): Sqlite.RunResult;
}

/** Prepares SQL that Drizzle cannot express; its rows come as SQLite has them. */
export function rawStatement<Row>(builder: Builder, source: SQL) {
  return {
    getSQL: () => source,
    prepare() {
      return builder.prepareSql(this.getSQL()) as RowsOf<Row>;
    },
  };
}

/** Selects columns of a table by their names in the program, for `rawStatement`. */
export function aliasedColumns<Name extends string>(
  table: Record<Name, Column>,
  names: readonly Name[],
): SQL {
  const columns = names.map((name) => sql`${table[name]} AS ${sql.identifier(name)}`);
  return sql.join(columns, sql`, `);
}

export type Columns<Row> = readonly (keyof Row & string)[];

export function definedKeys<Row extends object>(row: Row): Columns<Row> {
  const columns = Object.keys(row) as (keyof Row & string)[];
  return columns.filter((column) => row[column] !== undefined);
}

type Values = Record<string, unknown>;

/** Declares how a row is found by the value of a column, among those of a condition if one is given. */
export function findIn<Table extends SQLiteTable, Of extends SQLiteColumn>(
  table: Table,
  column: Of,
  condition?: SQL,
) {
  const find = prepared((db, { value }: Params<{ value: unknown }>) =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(and(eq(column, value), condition)),
  );
  return (db: Queryable, value: Of['_']['data']) =>
    find(db).get({ value }) as Table['$inferSelect'] | undefined;
}

/** Declares how the rows with a value in a column are listed, in an order. */
export function listIn<Table extends SQLiteTable, Of extends SQLiteColumn>(
  table: Table,
  column: Of,
  ...order: SQL[]
) {
  const list = prepared((db, { value }: Params<{ value: unknown }>) =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(eq(column, value))
      .orderBy(...order),
  );
  return (db: Queryable, value: Of['_']['data']) => list(db).all({ value }) as Table['$inferSelect'][];
}

/** Declares how the rows of a table that meet a condition are counted. */
export function countIn<Given extends Values>(
  table: SQLiteTable,
  condition: (given: Params<Given>) => SQL | undefined,
) {
  const rows = prepared((db, given: Params<Values>) =>
    db
      .select({ count: count() })
      .from(table)
      .where(condition(given as Params<Given>)),
  );
  return (db: Queryable, given: Given): number => rows(db).get(given)?.count ?? 0;
}

/** Declares how the rows with a value in a column are deleted. */
export function deleteIn<Of extends SQLiteColumn>(table: SQLiteTable, column: Of) {
  const remove = prepared((db, { value }: Params<{ value: unknown }>) =>
    db.delete(table).where(eq(column, value)),
  );
  return (db: Transaction, value: Of['_']['data']): void => {
    remove(db).run({ value });
  };
}

/** Declares how a row is added to a table; columns that it does not have get their default. Returns SQLite's rowid. */
export function insertInto<Table extends SQLiteTable>(table: Table) {
  type Row = Table['$inferInsert'];
  const insert = preparedPer((db, columns: readonly string[], given: Params<Values>) =>
    db.insert(table).values(pickParams(given, columns) as Row),
  );
  return (db: Transaction, row: Row) => Number(insert(db, definedKeys(row)).run(row).lastInsertRowid);
}

/** Declares how columns of a row are changed, by its id. */
export function updateIn<Table extends SQLiteTable & { id: Column }>(table: Table) {
  type Row = Table['$inferSelect'];
  const update = preparedPer((db, columns: readonly string[], given: Params<Values & { rowId: unknown }>) =>
    db
      .update(table)
      .set(pickParams(given, columns) as Row)
      .where(eq(table.id, given.rowId)),
  );
  return (db: Transaction, id: Row['id'], changes: Partial<Row>): void => {
    update(db, definedKeys(changes)).run({ ...changes, rowId: id });
  };
}

/** Declares how a row is stored: added to a table, or written over the one with the same key. */
export function storeIn<Table extends SQLiteTable>(table: Table, key: SQLiteColumn) {
  type Row = Table['$inferInsert'];
  const store = preparedPer((db, columns: readonly string[], given: Params<Values>) => {
    const values = pickParams(given, columns) as Row;
    return db.insert(table).values(values).onConflictDoUpdate({ target: key, set: values });
  });
  return (db: Transaction, row: Row): void => {
    store(db, definedKeys(row)).run(row);
  };
}

/** Returns whether a row has all these values; undefined ones are ignored. */
export function matchesRow<Row extends object>(row: Row, values: Partial<Row>): boolean {
  return definedKeys(values).every((column) => row[column] === values[column]);
}

export function pickParams<Values, Name extends keyof Values & string>(
  given: Params<Values>,
  columns: readonly Name[],
): Pick<Params<Values>, Name> {
  return Object.fromEntries(columns.map((column) => [column, given[column]])) as Pick<Params<Values>, Name>;
}

export function isInList(column: Column | SQL, list: Placeholder): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${list}))`;
}

export function jsonList(values: readonly (string | number)[]): string {
  return JSON.stringify(values);
}

function everyName<Values>(): Params<Values> {
  return new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) }) as Params<Values>;
}
