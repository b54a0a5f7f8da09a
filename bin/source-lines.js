// @ts-check
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/*
 * Stacks name the lines of the sources, not those of the bundle. `node --enable-source-maps` would read every map at
 * the start, for half as much memory again; this reads the map of a file when a stack of it is looked at.
 */

/** @type {Map<string, SourceMap | null>} */
const maps = new Map();

/** @param {string} folder the address of the folder whose files have maps */
export function nameSourceLines(folder) {
  const place = new RegExp(`(${folder.replaceAll(/[.+$()]/g, '\\$&')}[\\w-]+\\.js):(\\d+):(\\d+)`);
  Error.prepareStackTrace = (error, sites) =>
    [
      Error.prototype.toString.call(error),
      ...sites.map((site) => {
        const words = String(site).replace(
          place,
          (same, file, line, column) => sourceOf(file, line, column) ?? same,
        );
        return `    at ${words}`;
      }),
    ].join('\n');
}

/**
 * @param {string} file
 * @param {string} line
 * @param {string} column
 */
function sourceOf(file, line, column) {
  const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!entry || !('originalSource' in entry)) return null;
  return `${new URL(entry.originalSource, file)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

/** @param {string} file */
function mapOf(file) {
  const known = maps.get(file);
  if (known !== undefined) return known;
  /** @type {SourceMap | null} */
  let map = null;
  try {
    map = new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
  } catch {}
  maps.set(file, map);
  return map;
}
