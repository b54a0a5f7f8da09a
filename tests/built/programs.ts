import { test } from 'vitest';
import { isInstalled, type Program } from '../programs.ts';

/** @returns `test`; if the program is missing, it skips, and names it */
export function testWith(program: Program) {
  const isThere = isInstalled(program);
  return (name: string, work: () => void | Promise<void>) => {
    if (isThere) test(name, { timeout: 60_000 }, work);
    else test.skip(`${name} (${program} is not installed)`);
  };
}
