// @ts-check
import { realpathSync } from 'node:fs';

/* Loads the libraries with compiled parts: `node bin/libraries.js` prints what is wrong. */

const compiled = ['better-sqlite3', '@node-rs/argon2', 'sharp'];

/**
 * Returns a sentence on which library cannot be loaded, and what to do; null for any other error.
 * @param {unknown} error
 */
export function describeUnloadable(error) {
  if (!(error instanceof Error)) return null;
  const { message, stack } = error;
  const code = 'code' in error ? String(error.code) : '';
  const name = compiled.find((library) => `${message} ${stack}`.replaceAll('\\', '/').includes(library));
  const isUnloadable =
    /^(ERR_DLOPEN_FAILED|(ERR_)?MODULE_NOT_FOUND)$/.test(code) ||
    /native binding|Could not load the "sharp"/.test(message);
  if (name === undefined || !isUnloadable) return null;
  return `The library ${name} cannot be loaded (${message.split('\n', 1)[0]}). It is incomplete, or made for another system or version of Node: install the program again on this machine.`;
}

if (realpathSync(process.argv[1] ?? '.') === import.meta.filename) {
  for (const name of compiled) {
    try {
      const { default: Library } = await import(name);
      if (name === 'better-sqlite3') new Library(':memory:').close();
    } catch (error) {
      process.stdout.write(`${describeUnloadable(error) ?? error}\n`);
    }
  }
}
