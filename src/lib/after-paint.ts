import type { ClientDirective } from 'astro';

/** Milliseconds after a frame, for browsers that hide paint events for privacy. */
const paintWithinMs = 200;

/** Runs a callback once, after the first paint; in a background tab, not until the tab is shown. */
export function afterPaint(run: () => void): void {
  let isOver = false;
  const runOnce = () => {
    if (!isOver) run();
    isOver = true;
  };
  new PerformanceObserver(runOnce).observe({ type: 'paint', buffered: true });
  // The first callback runs just before a frame, the second after it.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(runOnce, paintWithinMs)));
}

/** Crawlers and link previews that identify themselves and run scripts. */
const crawlers = /bot|crawl|spider|preview|google|lighthouse|http/i;

export const isCrawler = (userAgent: string): boolean => crawlers.test(userAgent);

/**
 * `client:painted`: with `client:load`, scripts compete with the style sheet, and a background tab starts a
 * payment. Inline scripts of static pages are allowed by the policy (server/base/http/assets.ts): a directive
 * that only a dashboard uses would not run.
 */
const painted: ClientDirective = (load) => {
  afterPaint(async () => {
    const hydrate = await load();
    await hydrate();
  });
};
export default painted;
