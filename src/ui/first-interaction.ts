const firstEvents = ['pointermove', 'touchstart', 'keydown', 'focusin'];

/** Runs `act` on the first pointer move, touch, key and focus, once for each. @returns a function that stops it */
export function onFirstInteraction(act: () => void): () => void {
  const leaving = new AbortController();
  const once = { once: true, passive: true, signal: leaving.signal };
  for (const sign of firstEvents) addEventListener(sign, act, once);
  return () => leaving.abort();
}
