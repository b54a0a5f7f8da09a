import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** The built commands; npm builds first for `demo`. */
export const commands = [
  'start',
  'demo',
  'migrate',
  'backup',
  'restore',
  'user',
  'stripe',
  'sandbox',
  'doctor',
  'privacy',
] as const;
/** Root's commands, which come with an unpacked release: npm has no script for them. */
export const rootCommands = ['install', 'rollback'] as const;
export type Command = (typeof commands)[number];

/** @returns Node's arguments for a built command, exactly as in package.json */
export function argumentsOf(command: Command): string[] {
  const line = scripts[command]?.split(' && ').at(-1) ?? '';
  const [program, ...words] = line.split(' ');
  if (program !== 'node') throw new Error(`package.json does not run ${command} with node: ${line}`);
  return words;
}
