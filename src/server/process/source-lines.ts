import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const maps = new Map<string, SourceMap | null>();

/**
 * Names the lines of the sources in a stack of the bundle. For what is logged only: libraries look at stacks for
 * their own ends (Stripe's with every call), and `node --enable-source-maps` would read every map at the start.
 *
 * @returns the stack; as it was where there is no map
 */
export function withSourceLines(stack: string): string {
  return stack.replaceAll(/(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g, (same, file, line, column) => {
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return same;
    return `${new URL(entry.originalSource, file)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const path = new URL(`${file}.map`);
  const isThere = file.includes('/dist/service/') && existsSync(path);
  const map = isThere ? readMap(path) : null;
  maps.set(file, map);
  return map;
}

/** @returns null when it cannot be read: what is logged then is the error, not that */
function readMap(path: URL): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
