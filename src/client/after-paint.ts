/**
 * Runs something once the page has been painted, which a tab in the background never is. Frames are asked
 * rather than the browser's own record of paints: some keep none for privacy's sake.
 */
export function afterPaint(run: () => void): void {
  // The first callback comes just before the first frame, the second after it.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run)));
}
