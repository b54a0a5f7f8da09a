import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { Logger } from 'pino';
import type { MadePage } from './public-pages.ts';

/** Keeps the rendered pages for the next start, which then renders nothing. */
export interface PageCache {
  /** @param key what they were rendered from @returns the pages; null when there are none from that */
  read(key: string): MadePage[] | null;
  write(key: string, pages: MadePage[]): void;
}

interface Content {
  key: string;
  pages: MadePage[];
}

/** @param file where the pages are kept; null keeps none */
export function createPageCache(file: string | null, log: Logger): PageCache {
  return {
    read(key) {
      if (file === null) return null;
      try {
        const content: Content = deserialize(readFileSync(file));
        return content.key === key ? content.pages : null;
      } catch {
        // None yet, or not whole: they are rendered, as for the first time.
        return null;
      }
    },
    write(key, pages) {
      if (file === null) return;
      try {
        writeFileSync(`${file}.new`, serialize({ key, pages } satisfies Content), { mode: 0o600 });
        renameSync(`${file}.new`, file);
      } catch (error) {
        log.warn({ err: error }, 'the rendered pages could not be kept for the next start');
      }
    },
  };
}
