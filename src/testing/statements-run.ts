import { vi } from 'vitest';
import type { TestApp } from './test-app.ts';

/** @returns each statement that runs on an app's database meanwhile, but those that begin and end transactions */
export async function statementsRun(app: TestApp, work: () => unknown): Promise<string[]> {
  const prototype = Object.getPrototypeOf(app.db.$client.prepare('SELECT 1'));
  const run: string[] = [];
  const spies = (['all', 'get', 'run'] as const).map((method) => {
    const original = prototype[method];
    return vi.spyOn(prototype, method).mockImplementation(function (this: { source: string }, ...values) {
      if (!/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)/i.test(this.source)) run.push(this.source);
      return original.apply(this, values);
    });
  });
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return run;
}
