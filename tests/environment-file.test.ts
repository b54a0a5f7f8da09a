import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironmentFile } from '../bin/environment-file.js';
import { folderOfTest } from './kit/temporary-folder.ts';

/* What systemd's manual says of EnvironmentFile=, and its parser does (src/basic/env-file.c). */

const readName = (text: string) => readEnvironmentFile(`A=1\nNAME=${text}\nZ=26\n`);

test.each<[what: string, text: string, value: string]>([
  ['plain', 'smtp://me:pass@mail.example', 'smtp://me:pass@mail.example'],
  ['plain, with an apostrophe', "it's", "it's"],
  ['plain, with spaces inside and around', '  two words \t', 'two words'],
  [
    'plain, with shell syntax',
    '$(reboot) `reboot` $HOME; reboot & # no',
    '$(reboot) `reboot` $HOME; reboot & # no',
  ],
  ['plain, with backslashes', "a\\'b\\\\c\\ d", "a'b\\c d"],
  ['plain, on two lines', 'one \\\ntwo', 'one two'],
  ['empty', '', ''],
  ['in single quotes', "'Tarot <a@b.example>' ", 'Tarot <a@b.example>'],
  ['in single quotes, with backslashes', "'a\\b\\'", 'a\\b\\'],
  ['in single quotes, on three lines', "'One.\n\nTwo.'", 'One.\n\nTwo.'],
  ['in double quotes, with an apostrophe', `"it's"`, "it's"],
  ['in double quotes, with escapes', '"\\"\\$\\\\\\`\\x"', '"$\\`\\x'],
  ['in double quotes, with an escaped end of line', '"one \\\ntwo"', 'one two'],
  ['in several quotes', `'it'"'"'s'`, "it's"],
])('reads a value %s as systemd does', (_what, text, value) => {
  const { settings, problems } = readName(text);
  expect(Object.fromEntries(settings)).toEqual({ A: '1', NAME: value, Z: '26' });
  expect(problems).toEqual([]);
});

test('skips comments and empty lines, even with Windows line endings', () => {
  const text = '# It’s a comment \\\nthat goes on\n\n; A=0\r\n  A=1\r\n\t# B=2\r\nC = 3';
  const { settings, problems } = readEnvironmentFile(text);
  expect(Object.fromEntries(settings)).toEqual({ A: '1', C: '3' });
  expect(problems).toEqual([]);
});

test.each<[text: string, value: string, problem: RegExp]>([
  ["'it's'", "its'", /^line 2: NAME continues after its quotes\. .* double quotes\.$/],
  [`'it'\\''s'`, "it''s'", /^line 2: NAME continues after its quotes/],
  ["'open", 'open\nZ=26\n', /^line 2: the quote of NAME is never closed\.$/],
])('reads %s as systemd does and reports the mistake', (text, value, problem) => {
  const { settings, problems } = readName(text);
  expect(Object.fromEntries(settings).NAME).toBe(value);
  expect(problems).toEqual([expect.stringMatching(problem)]);
});

test('reports a line that is not a setting and reads the others', () => {
  const { settings, problems } = readEnvironmentFile('A=1\nexport B=2\nsome words\nC=3\n');
  expect(Object.fromEntries(settings)).toEqual({ A: '1', C: '3' });
  expect(problems).toEqual(['line 2', 'line 3'].map((line) => `${line} is not NAME=VALUE, and is ignored.`));
});

test('prints settings that a shell reads back exactly', () => {
  const file = join(folderOfTest(), 'environment');
  writeFileSync(file, `A=it's $(echo no) "x"\nB='$A \\'\n`);
  // As where /opt/career-tarot is a link to the version that runs.
  const program = join(dirname(file), 'current', 'environment-file.js');
  symlinkSync(join(import.meta.dirname, '../bin'), dirname(program));
  const words = 'read=$("$1" "$2" "$3") && eval "$read" && printf "%s|" "$A" "$B"';
  const { stdout, stderr } = spawnSync('sh', ['-c', words, 'sh', process.execPath, program, file], {
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual([`it's $(echo no) "x"|$A \\|`, '']);
});
