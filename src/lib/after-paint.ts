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
const crawlers = /bot|crawl|spider|slurp|preview|inspection|lighthouse|googleother|https?:/i;

const idleWithinMs = 5_000;

/** Runs something once a person may look at the page and the browser is idle: never for crawlers or hidden pages. */
export function whenLookedAt(
  run: () => void,
  { userAgent }: Pick<Navigator, 'userAgent'> = navigator,
  page: EventTarget & Pick<Document, 'visibilityState'> = document,
): void {
  if (crawlers.test(userAgent)) return;
  const look = () => {
    // A prerendered page is hidden, too.
    if (page.visibilityState !== 'visible') return;
    page.removeEventListener('visibilitychange', look);
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: idleWithinMs });
    else setTimeout(run);
  };
  page.addEventListener('visibilitychange', look);
  look();
}
