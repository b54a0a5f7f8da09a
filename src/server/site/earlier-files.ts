import { readdirSync } from 'node:fs';
import { mkdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { days } from '../../shared/durations.ts';
import { type Asset, type Assets, assetOf, withHeaders } from './assets.ts';

/** Where the build puts files whose names carry a hash of their content. */
const hashed = '/_astro/';

/** How long a file outlives the version that it is of, in milliseconds. */
const life = days(30);

/** The hashed files of the versions before this one: a page that was opened then asks for some of them only now. */
export interface EarlierFiles {
  /** @returns such a file; undefined for one of this version, or of none that is kept */
  find(path: string): Promise<Asset | undefined>;
  /** Keeps what this version has for the next one, and deletes what was replaced long ago. Never throws. */
  tidy(): Promise<void>;
  /** Ends the tidying. */
  close(): Promise<void>;
}

/**
 * A program is replaced as a whole, so its files are kept beside the database. The time of a file is 0 as long as the
 * version that runs has it, then when it was first missed.
 *
 * @param folder where they are kept; it need not be there yet
 * @param assets those of this version
 * @param headers those of every answer
 */
export function openEarlierFiles(dependencies: {
  folder: string;
  assets: Assets;
  headers: Readonly<Record<string, string>>;
  now: () => number;
  log: Logger;
}): EarlierFiles {
  const { folder, assets, headers, now, log } = dependencies;
  const present = new Map(
    [...assets].flatMap(([path, { variants }]) =>
      path.startsWith(hashed) ? [[path.slice(hashed.length), variants.identity.body] as const] : [],
    ),
  );
  // Only what is listed here is ever read: an address cannot lead out of the folder.
  const kept = new Set(listFolder(folder));
  let isClosed = false;
  let tidying: Promise<void> | undefined;

  async function keep(name: string, body: Buffer): Promise<void> {
    const path = join(folder, name);
    await writeFile(`${path}.new`, body, { mode: 0o600 });
    await utimes(`${path}.new`, 0, 0);
    await rename(`${path}.new`, path);
  }

  async function age(name: string): Promise<void> {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (present.has(name)) {
      if (mtimeMs !== 0) await utimes(path, 0, 0);
    } else if (mtimeMs === 0) await utimes(path, now() / 1000, now() / 1000);
    else if (now() - mtimeMs > life) {
      kept.delete(name);
      await unlink(path);
    }
  }

  async function tidyOnce(): Promise<void> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of kept) if (!isClosed) await age(name);
      for (const [name, body] of present) if (!isClosed && !kept.has(name)) await keep(name, body);
    } catch (error) {
      log.warn({ err: error }, 'the files of this version could not be kept for pages that stay open');
    }
  }

  return {
    async find(path) {
      const name = path.startsWith(hashed) ? path.slice(hashed.length) : '';
      if (!kept.has(name) || present.has(name)) return undefined;
      const identity = await readFile(join(folder, name)).catch(() => null);
      return identity ? withHeaders(assetOf(path, { identity }, true), headers) : undefined;
    },
    tidy() {
      tidying ??= tidyOnce();
      return tidying;
    },
    async close() {
      isClosed = true;
      await tidying;
    },
  };
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.endsWith('.new'));
  } catch {
    return [];
  }
}
