import { appendFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/*
 * Preloaded into the product (`--import`): notes every statement that it runs, so that a bare server can be
 * made to run the same ones. A line of JSON each, in the file that SQL_TRACE names.
 */

/** A statement as it was run. */
export interface TracedStatement {
  sql: string;
  parameters: unknown[];
}

const { SQL_TRACE: path } = process.env;
if (!path) throw new Error('SQL_TRACE does not say where to write.');

const probe = new Sqlite(':memory:');
const prototype: Record<'all' | 'get' | 'run', (...parameters: unknown[]) => unknown> = Object.getPrototypeOf(
  probe.prepare('SELECT 1'),
);
probe.close();

for (const name of ['all', 'get', 'run'] as const) {
  const original = prototype[name];
  prototype[name] = function traced(this: Sqlite.Statement, ...parameters: unknown[]) {
    const line: TracedStatement = { sql: this.source, parameters };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
    return Reflect.apply(original, this, parameters);
  };
}
