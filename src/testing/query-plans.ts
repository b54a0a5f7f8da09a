import { vi } from 'vitest';
import type { TestApp } from './test-app.ts';

/** @returns how SQLite carries out what is asked of the orders meanwhile, a line for each step */
export async function plansOf(app: TestApp, ask: () => unknown): Promise<string[]> {
  const client = app.db.$client;
  const prepare = client.prepare.bind(client);
  const sources = new Set<string>();
  vi.spyOn(client, 'prepare').mockImplementation((source: string) => {
    sources.add(source);
    return prepare(source);
  });
  await ask();
  vi.restoreAllMocks();
  return [...sources]
    .filter((source) => source.includes('"orders"'))
    .flatMap((source) => {
      const values = Array(source.split('?').length - 1).fill('1');
      return prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source}`).all(...values);
    })
    .map(({ detail }) => detail);
}
