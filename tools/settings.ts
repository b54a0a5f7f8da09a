import { readFileSync, writeFileSync } from 'node:fs';
import { secretFileVariables } from '../src/server/base/config/config.ts';
import { environment } from '../src/server/base/config/environment.ts';

/* `npm run settings` writes the table of docs/settings.md from the environment's schema. */

const head = '| variable | default | meaning |\n|---|---|---|\n';
const tables = /^\| variable \|.*\n(?:\|.*\n)+/gm;

/** Returns a document with its first table written from the schema. */
export function withSettings(document: string): string {
  const [old] = document.match(tables) ?? [];
  if (old === undefined) throw new Error('docs/settings.md has no table of variables.');
  return document.replace(old, () => head + renderRows());
}

function renderRows(): string {
  const rows = Object.entries(environment.shape).flatMap(([name, schema]) => {
    const { description, shownDefault } = schema.meta() ?? {};
    if (description === undefined) return [];
    const names = [name, `${name}_FILE`].filter((one) => one === name || secretFileVariables.includes(one));
    const ifUnset = shownDefault ?? schema.parse(undefined);
    const shown = ifUnset === undefined ? 'none' : `\`${ifUnset}\``;
    // The linked documents are in the same folder as this one.
    const meaning = description.replaceAll('](docs/', '](');
    return `| ${names.map((one) => `\`${one}\``).join(', ')} | ${shown} | ${meaning} |\n`;
  });
  return rows.join('');
}

if (import.meta.main) {
  const document = new URL('../docs/settings.md', import.meta.url);
  writeFileSync(document, withSettings(readFileSync(document, 'utf8')));
}
