export interface CommandFormat {
  prefix: string;
  separator: string;
}

const byNpm: CommandFormat = { prefix: 'npm run ', separator: ' -- ' };

const isSource = import.meta.filename.endsWith('.ts');

/** Returns how commands run here: by npm, by the script named in `CAREER_TAROT_COMMAND`, or by Node. */
export function detectCommandFormat(
  env: Record<string, string | undefined>,
  isRunFromSource: boolean = isSource,
): CommandFormat {
  const { CAREER_TAROT_COMMAND: name, npm_lifecycle_event: npmScript } = env;
  if (name?.trim()) return { prefix: `${name.trim()} `, separator: ' ' };
  if (npmScript !== undefined || isRunFromSource) return byNpm;
  return { prefix: 'node bin/career-tarot.js ', separator: ' ' };
}

const command =
  /\bnpm run (install|start|demo|migrate|backup|restore|rollback|user|stripe|sandbox|doctor|privacy)\b( -- )?/g;

/** Replaces commands such as `npm run start` in a text with the way they run here. */
export function formatCommands(text: string, { prefix, separator }: CommandFormat): string {
  return text.replaceAll(command, (_whole, name: string, words?: string) =>
    words === undefined ? prefix + name : prefix + name + separator,
  );
}
