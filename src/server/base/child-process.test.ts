import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { resolveProgram, runInChildProcess } from './child-process.ts';

const own = pathToFileURL(import.meta.filename);

test('who runs from the sources runs a program from them, whatever was built', () => {
  const source = new URL('./child-process.ts', own);
  expect(resolveProgram(own, source)).toBe(source);
});

test('a program that is not there is missed before it is begun', () => {
  expect(() => resolveProgram(own, new URL('./none.ts', own))).toThrow(/none\.ts is missing from this build/);
});

test('a process that cannot be started ends like one that crashed', async () => {
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = '/nowhere/node';
  await runInChildProcess(own, {}, { timeoutMs: 60_000, onMessage: () => expect.unreachable() });
});
