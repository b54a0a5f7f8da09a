import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type Asset, assetOf, etagOf, withHeaders } from '../site/assets.ts';
import type { PublicWords } from '../site/listener.ts';
import type { PageCache } from './page-cache.ts';
import {
  addressesOf,
  type MadePage,
  type PageProblem,
  type PublicPage,
  publicPages,
  type RenderPages,
} from './public-pages.ts';

export interface KeptPagesDependencies {
  /** Where the public answers are kept, by their addresses. */
  answers: Map<string, Asset>;
  /** @returns what the pages are to say now */
  readWords: () => PublicWords;
  /** Which build renders them. */
  build: string;
  cache: PageCache;
  render: RenderPages;
  /** Those of a page that says this. */
  headersOf: (page: PublicPage, words: PublicWords) => Readonly<Record<string, string>>;
  log: Logger;
}

/** The public pages: made once, and again when their words have changed. */
export interface KeptPages {
  /** Looks whether the pages say what they are to say, and has them made if not. The old ones stand meanwhile. */
  refresh(): void;
  /**
   * @returns a page once it was made for the first time; undefined for any other path
   * @throws when it could not be made
   */
  whenMade(path: string): Promise<Asset | undefined>;
  /** @returns whether they say all that they are to say now, and not what they said before */
  areMade(): boolean;
  close(): Promise<void>;
}

export function createKeptPages(dependencies: KeptPagesDependencies): KeptPages {
  const { answers, build, cache, render, headersOf, log } = dependencies;
  const pages = new Map<PublicPage, MadePage>();
  const known = new Set<string>(publicPages.flatMap(addressesOf));
  const stopping = new AbortController();
  let wanted = look();
  /** What the pages say, all of them. */
  let made: string | null = null;
  let reported: string | null = null;
  let making: Promise<void> | null = null;
  let progress = Promise.withResolvers<void>();

  function look() {
    const words = dependencies.readWords();
    const key = createHash('sha256')
      .update(JSON.stringify([build, words]))
      .digest('base64url');
    return { key, words };
  }

  function keep(page: MadePage, words: PublicWords): void {
    pages.set(page.page, page);
    const asset = withHeaders(assetOf(page.page, page), headersOf(page.page, words));
    for (const address of addressesOf(page.page)) answers.set(address, asset);
  }

  function step(): void {
    progress.resolve();
    progress = Promise.withResolvers();
  }

  /** @returns what went wrong, for each page that it went wrong with */
  async function makeOnce({ words }: typeof wanted): Promise<string[]> {
    const problems: string[] = [];
    const etags = Object.fromEntries([...pages].map(([page, { identity }]) => [page, etagOf(identity)]));
    const tell = (news: MadePage | PageProblem) => {
      if ('problem' in news) problems.push(news.problem);
      else keep(news, words);
      step();
    };
    await render({ words, etags }, tell, stopping.signal).catch((error: unknown) => {
      problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
    return problems;
  }

  async function make(): Promise<void> {
    while (made !== wanted.key && !stopping.signal.aborted) {
      const job = wanted;
      const problems = await makeOnce(job);
      if (stopping.signal.aborted) return;
      if (problems.length > 0) {
        if (reported !== job.key) log.error({ problems }, 'public pages could not be rendered');
        reported = job.key;
        // Again at the next look, unless something else is to be said already.
        if (job === wanted) return;
      } else {
        made = job.key;
        cache.write({ build, key: job.key, pages: [...pages.values()] });
      }
    }
  }

  function begin(): void {
    if (making || made === wanted.key) return;
    making = make().finally(() => {
      making = null;
      step();
    });
  }

  // Those of another day stand until they are rendered: an old page is better than none.
  const cached = cache.read(build);
  if (cached) {
    made = cached.key;
    for (const page of cached.pages) keep(page, wanted.words);
  }
  begin();

  return {
    refresh() {
      const now = look();
      if (now.key !== wanted.key) wanted = now;
      begin();
    },
    async whenMade(path) {
      if (!known.has(path)) return undefined;
      while (making && !answers.has(path)) await progress.promise;
      const asset = answers.get(path);
      if (!asset) throw new Error('a public page was never rendered');
      return asset;
    },
    areMade: () => made === look().key,
    async close() {
      stopping.abort();
      await making;
    },
  };
}
