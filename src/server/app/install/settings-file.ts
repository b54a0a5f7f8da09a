import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Settings by their names, for `/etc/career-tarot/environment`. */
export type Values = Record<string, string>;

const assignment = /^[ \t]*(?:export[ \t]+|Environment=)?([A-Z][A-Z0-9_]*)=(.*)$/gm;

export function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Reads values of one line: enough for addresses and paths. Understands the unit's `Environment=` as well. */
export function readValues(text: string): Values {
  return Object.fromEntries(
    [...text.matchAll(assignment)].map(([, name = '', value = '']) => [name, unquote(value.trim())]),
  );
}

function unquote(value: string): string {
  return /^(['"]).*\1$/.test(value) ? value.slice(1, -1) : value;
}

/** @returns lines that both the shell and systemd read as they are meant */
export function composeLines(values: Values): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${quote(value)}\n`)
    .join('');
}

function quote(value: string): string {
  return value.includes("'") ? `"${value.replaceAll(/[\\"$`]/g, '\\$&')}"` : `'${value}'`;
}

/** Adds lines for the values; what is in the file stays as it is. */
export function addSettings(path: string, values: Values): void {
  const text = readText(path);
  if (text === '') writeFileSync(path, '', { flag: 'a', mode: 0o600 });
  chmodSync(path, 0o600);
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  appendFileSync(path, separator + composeLines(values));
}
