// @ts-check
import { readFileSync, realpathSync } from 'node:fs';

/*
 * Reads a settings file by the rules of systemd's EnvironmentFile=, and prints it as assignments for a shell:
 * `node bin/environment-file.js FILE`. A shell that read the file itself would stop at an apostrophe, and run what is in
 * $(…).
 */

const unprintedLine = /[ \t\r\n]*(?:[#;](?:\\[\s\S]|[^\\\r\n])*)?(?:[\r\n]|$)/y;
const nameOfLine = /[ \t]*([A-Za-z_]\w*)[ \t]*=/y;
const quotedPart = /[ \t]*(?:'([^']*)('|$)|"((?:\\[\s\S]|[^"\\])*)("|$))/y;
const plainPart = /[ \t]*((?:\\[\s\S]|[^\\\r\n])*)/y;
const anyLine = /[^\r\n]*/y;

/**
 * Parses lines of `NAME=VALUE`; a value may be in single or double quotes. Returns the settings in the order of the
 * file, and a sentence for each invalid line.
 * @param {string} text
 */
export function readEnvironmentFile(text) {
  /** @type {[name: string, value: string][]} */
  const settings = [];
  /** @type {string[]} */
  const problems = [];
  let at = 0;
  /** Matches a pattern at the current position, and moves behind the match. */
  const take = (/** @type {RegExp} */ pattern) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at += match[0].length;
    return match;
  };
  while (at < text.length) {
    if (take(unprintedLine)) continue;
    const line = text.slice(0, at).split('\n').length;
    const [, name] = take(nameOfLine) ?? [];
    if (name === undefined) {
      take(anyLine);
      problems.push(`line ${line} is not NAME=VALUE, and is ignored.`);
      continue;
    }
    let value = '';
    let isQuoted = false;
    for (let part = take(quotedPart); part; part = take(quotedPart)) {
      const [, single, singleEnd, double = '', doubleEnd] = part;
      value += single ?? double.replace(/\\(?:([$"\\`])|\n)/g, '$1');
      if ((singleEnd ?? doubleEnd) === '')
        problems.push(`line ${line}: the quote of ${name} is never closed.`);
      isQuoted = true;
    }
    const [, plain = ''] = take(plainPart) ?? [];
    const rest = plain.replace(/(?<!\\)[ \t]+$/, '').replace(/\\([\s\S])/g, (_whole, character) => {
      return /[\r\n]/.test(character) ? '' : character;
    });
    if (isQuoted && rest !== '') {
      problems.push(
        `line ${line}: ${name} continues after its quotes. Put a value that contains ' in double quotes.`,
      );
    }
    settings.push([name, value + rest]);
  }
  return { settings, problems };
}

const [, program = '', file] = process.argv;
if (file !== undefined && realpathSync(program) === import.meta.filename) {
  const { settings, problems } = readEnvironmentFile(readFileSync(file, 'utf8'));
  for (const problem of problems) process.stderr.write(`career-tarot: ${file}, ${problem}\n`);
  for (const [name, value] of settings) {
    process.stdout.write(`${name}='${value.replaceAll("'", "'\\''")}'\n`);
  }
}
