import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import { folderOfFile } from '../../testing/temporary-folder.ts';
import { originalBusiness } from '../business/read-business.ts';
import { parseConfig } from '../config/config.ts';
import type { Asset } from '../site/assets.ts';
import type { PublicWords } from '../site/listener.ts';
import { createKeptPages, type KeptPages } from './kept-pages.ts';
import { createPageCache } from './page-cache.ts';
import { type PublicPage, publicPages, type RenderPages } from './public-pages.ts';

const folder = folderOfFile();
const file = join(folder, 'shop.db.pages');
beforeEach(() => rmSync(file, { force: true }));

/** Pages that say what a reading costs. The build can be told to break one of them. */
function start({
  build = 'first',
  cents = 6_000,
  cacheFile = null as string | null,
  broken = null as PublicPage | null,
} = {}) {
  const answers = new Map<string, Asset>();
  const lines: string[] = [];
  const log = pino(
    { level: 'warn' },
    new Writable({
      write(line, _encoding, done) {
        lines.push(String(line));
        done();
      },
    }),
  );
  const shop = {
    cents,
    broken,
    /** How often everything was rendered. */
    renderings: 0,
    /** The pages that were told to have changed. */
    told: [] as PublicPage[],
    /** What the next rendering waits for. */
    gate: Promise.resolve(),
  };
  const words = (): PublicWords => ({
    site: originalBusiness(parseConfig({})),
    offer: { priceCents: shop.cents, currency: 'usd', promisedDay: '2026-11-25', closed: null },
    readers: [],
    aftercare: { hasWithdrawal: false, quotes: [] },
    payment: { isSandbox: true, wallets: false },
  });
  const render: RenderPages = async (job, tell) => {
    shop.renderings += 1;
    await shop.gate;
    for (const page of publicPages) {
      if (page === shop.broken) tell({ page, problem: `${page} is broken` });
      else {
        shop.told.push(page);
        tell({ page, identity: Buffer.from(`${page} costs ${job.words.offer.priceCents}`) });
      }
    }
  };
  const pages: KeptPages = createKeptPages({
    answers,
    readWords: words,
    build,
    cache: createPageCache(cacheFile, log),
    render,
    headersOf: () => ({ 'X-Always': 'there' }),
    log,
  });
  return {
    shop,
    pages,
    lines,
    shown: (path: string) => answers.get(path)?.variants.identity.body.toString(),
    headersOf: (path: string) => answers.get(path)?.headers,
    async whole() {
      await vi.waitFor(() => expect(answers.size).toBeGreaterThanOrEqual(publicPages.length));
    },
  };
}

test('a page is waited for until it was made for the first time, or could not be', async () => {
  const { shop, pages, headersOf } = start();
  const page = await pages.whenMade('/thank-you/');
  expect(page?.variants.identity.body.toString()).toBe('/thank-you costs 6000');
  expect(headersOf('/robots.txt')).toMatchObject({
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'X-Always': 'there',
  });
  expect(await pages.whenMade('/nowhere')).toBeUndefined();
  pages.refresh();
  await pages.close();
  expect(shop.renderings).toBe(1);
  await expect(start({ broken: '/' }).pages.whenMade('/')).rejects.toThrow('never rendered');
});

test('a change is on the pages once they are made; until then the old ones stand', async () => {
  const { shop, pages, shown, whole } = start();
  await whole();
  const gate = Promise.withResolvers<void>();
  shop.gate = gate.promise;
  shop.cents = 7_000;
  expect(pages.areMade()).toBe(false);
  pages.refresh();
  expect(shown('/')).toBe('/ costs 6000');
  // What changes meanwhile is on them in the end.
  shop.cents = 8_000;
  pages.refresh();
  gate.resolve();
  expect(pages.areMade()).toBe(false);
  await vi.waitFor(() => expect(shown('/404')).toBe('/404 costs 8000'));
  await vi.waitFor(() => expect(pages.areMade()).toBe(true));
});

test('a page that cannot be rendered stays as it was, is tried again, and reported once', async () => {
  const { shop, pages, shown, lines, whole } = start();
  await whole();
  shop.broken = '/';
  shop.cents = 7_000;
  pages.refresh();
  await vi.waitFor(() => expect(shown('/404')).toBe('/404 costs 7000'));
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]).toContain('/ is broken');
  expect(shown('/')).toBe('/ costs 6000');

  const before = shop.renderings;
  pages.refresh();
  await vi.waitFor(() => expect(shop.renderings).toBe(before + 1));
  shop.broken = null;
  await vi.waitFor(() => {
    pages.refresh();
    expect(shown('/')).toBe('/ costs 7000');
  });
  expect(lines).toHaveLength(1);
});

test('a start finds the pages that its build has kept, and renders nothing', async () => {
  const first = start({ cacheFile: file });
  await vi.waitFor(() => expect(statSync(file).mode & 0o777).toBe(0o600));
  await first.pages.close();
  const second = start({ cacheFile: file });
  expect(second.shown('/')).toBe('/ costs 6000');
  expect(second.shop.renderings).toBe(0);
  const another = start({ cacheFile: file, build: 'another' });
  expect(another.shown('/')).toBeUndefined();
  await another.whole();
  expect(another.shop.renderings).toBe(1);
});

test('pages of another day stand until they are rendered, and whole ones stay when that fails', async () => {
  const first = start({ cacheFile: file });
  await vi.waitFor(() => statSync(file));
  await first.pages.close();
  const second = start({ cacheFile: file, cents: 7_000, broken: '/' });
  expect(second.shown('/')).toBe('/ costs 6000');
  await vi.waitFor(() => expect(second.shown('/sitemap.xml')).toBe('/sitemap.xml costs 7000'));
  expect((await second.pages.whenMade('/'))?.variants.identity.body.toString()).toBe('/ costs 6000');
  second.shop.broken = null;
  await vi.waitFor(() => {
    second.pages.refresh();
    expect(second.shown('/')).toBe('/ costs 7000');
  });
  await second.pages.close();
  const third = start({ cacheFile: file, cents: 7_000 });
  expect(third.shown('/')).toBe('/ costs 7000');
  expect(third.shop.renderings).toBe(0);
});

test('what is no file of pages is passed over, and a folder that cannot be written to is told of', async () => {
  writeFileSync(file, 'broken');
  const { whole } = start({ cacheFile: file });
  await whole();
  const { lines } = start({ cacheFile: join(folder, 'nowhere', 'shop.db.pages') });
  await vi.waitFor(() => expect(lines[0]).toContain('could not be kept'));
});
