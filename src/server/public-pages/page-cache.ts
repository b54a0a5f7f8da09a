import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { Logger } from 'pino';
import type { MadePage } from './public-pages.ts';

/** Rendered pages, and what they were rendered from. */
export interface CachedPages {
  /** Which build rendered them. */
  build: string;
  /** Of all that they say. */
  key: string;
  pages: MadePage[];
}

/** Keeps the rendered pages for the next start. If they still say what they are to say, that renders nothing. */
export interface PageCache {
  /** @returns the pages of a build, whatever they say; null when there are none */
  read(build: string): CachedPages | null;
  write(cached: CachedPages): void;
}

/** @param file where the pages are kept; null keeps none */
export function createPageCache(file: string | null, log: Logger): PageCache {
  return {
    read(build) {
      if (file === null) return null;
      try {
        const cached: CachedPages = deserialize(readFileSync(file));
        return cached.build === build ? cached : null;
      } catch {
        // The cache is missing or damaged: the pages are rendered, as for the first time.
        return null;
      }
    },
    write(cached) {
      if (file === null) return;
      try {
        writeFileSync(`${file}.new`, serialize(cached), { mode: 0o600 });
        renameSync(`${file}.new`, file);
      } catch (error) {
        log.warn({ err: error }, 'the rendered pages could not be kept for the next start');
      }
    },
  };
}
