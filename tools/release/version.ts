import { readFileSync } from 'node:fs';

/*
 * Run as a command with a tag, such as v0.2.0, this prints what CHANGELOG.md says of that version, for its release.
 */

const pattern = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** Returns a version. @throws for other text */
export function requireVersion(text: string): string {
  if (pattern.test(text)) return text;
  throw new Error(`“${text}” is not a version. It looks like 0.2.0 or 0.2.0-rc.1.`);
}

/** Finds the notes of a version in a changelog. @throws when there are none */
export function notesOf(changelog: string, version: string): string {
  const [, ...sections] = changelog.split(/^## /m);
  const notes = sections
    .find((section) => section.startsWith(`${version}\n`))
    ?.slice(version.length)
    .trim();
  if (!notes) throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return notes;
}

/** Returns the version of a tag. @throws when package.json names another one */
export function versionOfTag(tag: string, version: string): string {
  if (tag === `v${version}`) return version;
  throw new Error(`The tag is ${tag}, and package.json has ${version}. Tag with: npm version`);
}

if (import.meta.main) {
  const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
  const version = versionOfTag(process.argv[2] ?? '', JSON.parse(read('package.json')).version);
  process.stdout.write(`${notesOf(read('CHANGELOG.md'), version)}\n`);
}
