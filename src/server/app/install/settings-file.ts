import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readEnvironmentFile } from '../../../../bin/environment-file.js';

/** Settings by their names, for `/etc/career-tarot/environment`. */
export type Values = Record<string, string>;

export function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

export function readValues(path: string): Values {
  return Object.fromEntries(readEnvironmentFile(readText(path)).settings);
}

/** Adds lines that the shell and systemd read as they are meant; what is in the file stays as it is. */
export function addSettings(path: string, values: Values): void {
  const text = readText(path);
  const lines = Object.entries(values).map(([name, value]) => `${name}=${quote(value)}\n`);
  replaceFile(path, text + (text === '' || text.endsWith('\n') ? '' : '\n') + lines.join(''), 0o600);
}

function quote(value: string): string {
  return value.includes("'") ? `"${value.replaceAll(/[\\"$`]/g, '\\$&')}"` : `'${value}'`;
}

/** Writes a file in one step: after a power cut it is the old one or the new one, and whole. */
export function replaceFile(path: string, text: string, mode: number): void {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { mode, flush: true });
  chmodSync(part, mode);
  renameSync(part, path);
}
