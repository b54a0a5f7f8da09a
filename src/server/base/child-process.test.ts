import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { resolveProgram, runInChildProcess } from './child-process.ts';

const own = pathToFileURL(import.meta.filename);

test('runs programs from the sources when started from them', () => {
  const source = new URL('./child-process.ts', own);
  expect(resolveProgram(own, source)).toBe(source);
});

test('reports a missing program before starting it', () => {
  expect(() => resolveProgram(own, new URL('./none.ts', own))).toThrow(/none\.ts is missing from this build/);
});

test('treats a process that cannot start like a crash', async () => {
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = '/nowhere/node';
  await runInChildProcess(own, {}, { timeoutMs: 60_000, onMessage: () => expect.unreachable() });
});
