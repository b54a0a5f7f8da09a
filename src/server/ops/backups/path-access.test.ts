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

test('a new file is one that is not there yet, in a folder that is', () => {
  expect(() => requireNewFile(join(ours, 'new.db'), ours)).not.toThrow();
  expect(() => requireNewFile(file, ours)).toThrow(`${file} is there already. Choose another name.`);
  expect(() => requireNewFile(ours, ours)).toThrow(`Name a file in it, like ${join(ours, 'NAME')}.`);
  for (const folder of [join(ours, 'no'), file]) {
    expect(() => requireNewFile(join(folder, 'new.db'), ours)).toThrow(`There is no folder ${folder}, or`);
  }
  expect(() => requireNewFile(join(ours, 'new.db'), '/ours', mayNothing)).toThrow(
    /^User \S+ may not write into .*\. Name a file where it may, like \/ours\/new\.db\.$/,
  );
});

test('a file to be read is there, and may be read', () => {
  expect(() => requireReadableFile(file, ours)).not.toThrow();
  expect(() => requireReadableFile(ours, ours)).toThrow(`${ours} is a folder. Name a file in it.`);
  expect(() => requireReadableFile(file, '/ours', mayNothing)).toThrow(
    /^User \S+ may not read .*a\.db\. Put it/,
  );
  expect(() => requireReadableFile(join(ours, 'b.db'), '/ours')).toThrow(
    /^User \S+ sees no file .*b\.db\. Put it where it may, like \/ours, or give it to that user\.$/,
  );
});

test('a folder to be written may still have to be made', () => {
  for (const folder of [ours, join(ours, 'yet', 'to', 'come')]) {
    expect(() => requireWritableFolder(folder)).not.toThrow();
  }
  expect(() => requireWritableFolder(join(file, 'below'))).toThrow(`${file} is no folder.`);
  expect(() => requireWritableFolder(join(ours, 'below'), mayNothing)).toThrow(
    /^User \S+ may not write into /,
  );
});
