import Sqlite from 'better-sqlite3';
import { vi } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Resolves with all SQL statements prepared while the work runs, on any connection. */
export async function statementsOf(work: () => unknown): Promise<Set<string>> {
  const noted = new Set<string>();
  const { prepare } = Sqlite.prototype;
  const spy = vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (
    this: Sqlite.Database,
    source,
  ) {
    noted.add(source);
    return prepare.call(this, source);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return noted;
}

/** Returns SQLite's plan for a statement, with '1' for each parameter. */
export function planOf(app: TestApp, source: string): string[] {
  const values = Array(source.split('?').length - 1).fill('1');
  return app.db.$client
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source}`)
    .all(...values)
    .map(({ detail }) => detail);
}
