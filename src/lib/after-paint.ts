import type { ClientDirective } from 'astro';

/** For browsers that report no paint, for privacy: how long after a frame. */
const paintWithinMs = 200;

/** Runs something once the page has been painted, which a tab in the background never is. */
export function afterPaint(run: () => void): void {
  let isOver = false;
  const runOnce = () => {
    if (!isOver) run();
    isOver = true;
  };
  new PerformanceObserver(runOnce).observe({ type: 'paint', buffered: true });
  // The first callback comes just before a frame, the second after it.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(runOnce, paintWithinMs)));
}

/** Crawlers and previews that say so, and run scripts. */
const crawlers = /bot|crawl|spider|preview|google|lighthouse|http/i;

export const isCrawler = (userAgent: string): boolean => crawlers.test(userAgent);

/**
 * `client:painted`: with `client:load`, scripts compete with the style sheet, and a background tab starts a payment.
 *
 * The policy allows the inline scripts of the static pages (server/base/http/assets.ts): a directive that only a dashboard
 * uses would not run.
 */
const painted: ClientDirective = (load) => {
  afterPaint(async () => {
    const hydrate = await load();
    await hydrate();
  });
};
export default painted;
