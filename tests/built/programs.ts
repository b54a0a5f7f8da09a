import { spawnSync } from 'node:child_process';
import { test } from 'vitest';

/** @returns `test`, which says what it did not check where a program of others is not installed */
export function testWith(program: string) {
  const { error } = spawnSync(program, ['--help'], { stdio: 'ignore' });
  return (name: string, work: () => void | Promise<void>) => {
    if (error === undefined) {
      test(name, { timeout: 60_000 }, work);
      return;
    }
    console.warn(`not checked, because ${program} is not installed: ${name}`);
    test.skip(name);
  };
}
