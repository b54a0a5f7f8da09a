import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { resolveProgram } from './child-process.ts';

const own = pathToFileURL(import.meta.filename);

test('who runs from the sources runs a program from them, whatever was built', () => {
  const source = new URL('./child-process.ts', own);
  expect(resolveProgram(own, source)).toBe(source);
});

test('a program that is not there is missed before it is begun', () => {
  expect(() => resolveProgram(own, new URL('./none.ts', own))).toThrow(/none\.ts is missing from this build/);
});
