export interface CommandWay {
  before: string;
  between: string;
}

const byNpm: CommandWay = { before: 'npm run ', between: ' -- ' };

const isSource = import.meta.filename.endsWith('.ts');

/** @returns how commands run here: by npm, by a script with a name of its own, or by Node */
export function commandWayOf(
  env: Record<string, string | undefined>,
  isRunFromSource: boolean = isSource,
): CommandWay {
  const { CAREER_TAROT_COMMAND: name, npm_lifecycle_event: npmScript } = env;
  if (name?.trim()) return { before: `${name.trim()} `, between: ' ' };
  if (npmScript !== undefined || isRunFromSource) return byNpm;
  return { before: 'node bin/career-tarot.js ', between: ' ' };
}

const command = /\bnpm run (start|demo|migrate|backup|restore|user|stripe|sandbox|doctor|privacy)\b( -- )?/g;

export function asRunHere(text: string, { before, between }: CommandWay): string {
  return text.replaceAll(command, (_whole, name: string, words?: string) =>
    words === undefined ? before + name : before + name + between,
  );
}
