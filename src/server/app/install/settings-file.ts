import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { placesOf } from './machine.ts';

/** Settings by their names, for `/etc/career-tarot/environment`. */
export type Values = Record<string, string>;

const assignment = /^[ \t]*(?:export[ \t]+|Environment=["']?)?([A-Z][A-Z0-9_]*)=(.*)$/gm;

export function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/**
 * Reads what the service is set to, from the unit, its drop-ins and the settings file, the last of which counts. Values of
 * one line are read: enough for addresses and paths.
 */
export function readSettings(root: string): Values {
  const { unit, settings } = placesOf(root);
  const folder = `${unit}.d`;
  const dropIns = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.conf')) : [];
  const files = [unit, ...dropIns.sort().map((name) => join(folder, name)), settings];
  const assignments = files.flatMap((file) => [...readText(file).matchAll(assignment)]);
  return Object.fromEntries(
    assignments.map(([, name = '', value = '']) => [name, value.trim().replaceAll(/^['"]|['"]$/g, '')]),
  );
}

/** @returns lines that both the shell and systemd read as they are meant */
function composeLines(values: Values): string {
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
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  replaceFile(path, text + separator + composeLines(values), 0o600);
}

/** Writes a file in one step: after a power cut it is the old one or the new one, and whole. */
export function replaceFile(path: string, text: string, mode: number): void {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { mode, flush: true });
  chmodSync(part, mode);
  renameSync(part, path);
}
