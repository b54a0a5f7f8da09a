import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readEnvironmentFile } from '../../../../bin/environment-file.js';

/** Settings by their names, for `/etc/career-tarot/environment`. */
export type Values = Record<string, string>;

/** Returns a file's text; '' if it is missing. */
export function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Reads a settings file by systemd's rules, without its invalid lines; {} if it is missing. */
export function readValues(path: string): Values {
  return Object.fromEntries(readEnvironmentFile(readText(path)).settings);
}

/** Appends settings, quoted for the shell and systemd, and gives the file mode 600. Existing lines stay unchanged. */
export function addSettings(path: string, values: Values): void {
  const text = readText(path);
  const lines = Object.entries(values).map(([name, value]) => `${name}=${quote(value)}\n`);
  replaceFile(path, text + (text === '' || text.endsWith('\n') ? '' : '\n') + lines.join(''), 0o600);
}

function quote(value: string): string {
  return value.includes("'") ? `"${value.replaceAll(/[\\"$`]/g, '\\$&')}"` : `'${value}'`;
}

/** Replaces a file atomically: after a power cut, either the old or the new one is there, complete. */
export function replaceFile(path: string, text: string, mode: number): void {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { mode, flush: true });
  chmodSync(part, mode);
  renameSync(part, path);
}
