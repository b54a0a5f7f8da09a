import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { requireNewFile, requireReadableFile, requireWritableFolder } from './path-access.ts';

const ours = folderOfFile();
const file = join(ours, 'a.db');
writeFileSync(file, '');
/** Root may do everything, and the tests may run as root. */
const mayNothing = () => false;

test('requires a new file’s name to be free and its folder writable', () => {
  expect(() => requireNewFile(join(ours, 'new.db'), ours)).not.toThrow();
  expect(() => requireNewFile(file, ours)).toThrow(`${file} already exists. Choose another name.`);
  expect(() => requireNewFile(ours, ours)).toThrow(`Name a file in it, like ${join(ours, 'NAME')}.`);
  for (const folder of [join(ours, 'no'), file]) {
    expect(() => requireNewFile(join(folder, 'new.db'), ours)).toThrow(`There is no folder ${folder}, or`);
  }
  expect(() => requireNewFile(join(ours, 'new.db'), '/ours', mayNothing)).toThrow(
    /^User \S+ cannot write to .*\. Choose a place where it can, such as \/ours\/new\.db\.$/,
  );
});

test('requires a file that exists and can be read', () => {
  expect(() => requireReadableFile(file, ours)).not.toThrow();
  expect(() => requireReadableFile(ours, ours)).toThrow(`${ours} is a folder. Name a file in it.`);
  expect(() => requireReadableFile(file, '/ours', mayNothing)).toThrow(
    /^User \S+ cannot read .*a\.db\. Put the file/,
  );
  expect(() => requireReadableFile(join(ours, 'b.db'), '/ours')).toThrow(
    /^User \S+ cannot find .*b\.db\. Put the file where that user can read it, such as \/ours, or make that user its owner\.$/,
  );
});

test('accepts a writable folder that does not exist yet', () => {
  for (const folder of [ours, join(ours, 'yet', 'to', 'come')]) {
    expect(() => requireWritableFolder(folder)).not.toThrow();
  }
  expect(() => requireWritableFolder(join(file, 'below'))).toThrow(`${file} is not a folder.`);
  expect(() => requireWritableFolder(join(ours, 'below'), mayNothing)).toThrow(/^User \S+ cannot write to /);
});
