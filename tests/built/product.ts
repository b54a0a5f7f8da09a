import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** Commands of what was built; `demo` builds first when npm runs it. */
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
/** Root's commands, which belong to an unpacked release: npm has no script for them. */
export const rootCommands = ['install', 'rollback'] as const;
export type Command = (typeof commands)[number];

/** @returns what Node is given for a command of what was built, exactly as in package.json */
export function argumentsOf(command: Command): string[] {
  const line = scripts[command]?.split(' && ').at(-1) ?? '';
  const [program, ...words] = line.split(' ');
  if (program !== 'node') throw new Error(`package.json does not run ${command} with node: ${line}`);
  return words;
}
