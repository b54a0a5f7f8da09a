import { etagOf } from '../site/assets.ts';
import { compress } from '../site/compress.ts';
import type { PageHandler } from '../site/listener.ts';
import { type MadePage, type PageProblem, publicPages, type RenderJob } from './public-pages.ts';
import { renderPage } from './render-page.ts';

/*
 * Renders the public pages in a process of its own: the renderer is a large part of the whole program, and its memory
 * is freed with the process; no request waits while it compresses.
 */

process.once('message', (job: RenderJob & { entry: string }) => void renderAll(job));
// The parent process is gone.
process.once('disconnect', () => process.exit());

async function renderAll({ entry, words, etags }: RenderJob & { entry: string }): Promise<void> {
  const { handler }: { handler: PageHandler } = await import(entry);
  for (const page of publicPages) {
    try {
      const identity = await renderPage(handler, page, words);
      const etag = etagOf(identity);
      if (etag !== etags[page]) await tell({ page, ...compress(identity) });
    } catch (error) {
      await tell({ page, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
  process.disconnect();
}

/** Returns when it is on its way. */
function tell(news: MadePage | PageProblem): Promise<void> {
  return new Promise((resolve) => process.send?.(news, () => resolve()));
}
