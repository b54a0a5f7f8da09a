/** One of these comes before anything can be opened, if only the Ctrl of Ctrl+K. */
const firstSigns = ['pointermove', 'touchstart', 'keydown', 'focusin'];

/**
 * Calls back when the user first moves or presses something, once for each kind of event.
 *
 * @returns ends it
 */
export function onFirstSign(act: () => void): () => void {
  const leaving = new AbortController();
  const once = { once: true, passive: true, signal: leaving.signal };
  for (const sign of firstSigns) addEventListener(sign, act, once);
  return () => leaving.abort();
}
