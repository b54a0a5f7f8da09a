import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readEnvironmentFile } from '../../../../bin/environment-file.js';
import { placesOf } from './machine.ts';

/** Settings by their names, for `/etc/career-tarot/environment`. */
export type Values = Record<string, string>;

export function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

export function readValues(path: string): Values {
  return Object.fromEntries(readEnvironmentFile(readText(path)).settings);
}

/** Reads what the service is set to, from the unit, its drop-ins and the settings file, the last of which counts. */
export function readSettings(root: string): Values {
  const { unit, settings } = placesOf(root);
  const folder = `${unit}.d`;
  const dropIns = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.conf')) : [];
  const units = [unit, ...dropIns.sort().map((name) => join(folder, name))];
  const ofUnits = units.flatMap((file) => readUnit(readText(file)));
  return { ...Object.fromEntries(ofUnits), ...readValues(settings) };
}

/** Reads the lines `Environment=NAME=VALUE "NAME=WITH SPACES" …` of a unit. */
function readUnit(text: string): [name: string, value: string][] {
  const lines = [...text.matchAll(/^[ \t]*Environment=(.*)$/gm)].map(([, assignments = '']) => assignments);
  const found = lines.flatMap((line) => [...line.matchAll(/(["']?)(\w+)=(.*?)\1(?=\s|$)/g)]);
  return found.map(([, , name = '', value = '']) => [name, value]);
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

/** Keeps the answers of an installation until it is done, without the mail server's password. */
export function keepAnswers(path: string, values: Values): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const withoutPassword = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    name === 'SMTP_URL' ? value.replace(/:[^:@]*@/, '@') : value,
  ]);
  replaceFile(path, composeLines(Object.fromEntries(withoutPassword)), 0o600);
}

/** Writes a file in one step: after a power cut it is the old one or the new one, and whole. */
export function replaceFile(path: string, text: string, mode: number): void {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { mode, flush: true });
  chmodSync(part, mode);
  renameSync(part, path);
}
