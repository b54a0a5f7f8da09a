import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judgeMemory } from './memory.ts';
import { notesOf, requireVersion, versionOfTag } from './version.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

test.each(['0.2.0', '1.10.3', '0.3.0-rc.1', '2.0.0-beta'])('takes %s as a version', (text) => {
  expect(requireVersion(text)).toBe(text);
});

test.each(['v0.3.0', '3', '../0.3.0', '0.3.0-a/b', ''])('refuses %j as a version', (text) => {
  expect(() => requireVersion(text)).toThrow('is not a version');
});

test('finds package.json’s version in the changelog and the lock file', () => {
  expect(notesOf(read('CHANGELOG.md'), version)).toMatch(/^From \d+\.\d+\.\d+: /);
  expect(JSON.parse(read('package-lock.json')).version).toBe(version);
});

test('finds the notes of exactly one version', () => {
  const changelog = '# Changes\n\n## 0.2.10\n\nTen.\n\n## 0.2.1\n\nOne.\n\nMore.\n\n## 0.2.0\n';
  expect(notesOf(changelog, '0.2.1')).toBe('One.\n\nMore.');
  expect(notesOf(changelog, '0.2.10')).toBe('Ten.');
  for (const missing of ['0.2.0', '0.2', '0.3.0']) {
    expect(() => notesOf(changelog, missing)).toThrow(`says nothing of ${missing}`);
  }
});

test.each(['v0.2.1', '0.2.0', 'v0.2.0-rc.1', 'latest'])('refuses the tag %s for 0.2.0', (tag) => {
  expect(versionOfTag('v0.2.0', '0.2.0')).toBe('0.2.0');
  expect(() => versionOfTag(tag, '0.2.0')).toThrow('npm version');
});

test.each([
  [0.9e9, true, 'Add swap'],
  [1.2e9, false, 'may be killed'],
  [2e9, false, 'there are 2.0 GB'],
])('judges %d bytes of memory and says what the release needs', (bytes, isTooLittle, words) => {
  const judged = judgeMemory(bytes);
  expect(judged).toEqual({ isTooLittle, line: expect.stringContaining(words) });
  expect(judged.line).toContain('1.5 GB');
});
