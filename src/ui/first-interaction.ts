const firstEvents = ['pointermove', 'touchstart', 'keydown', 'focusin'];

/** Calls back on the user’s first move, press, or focus, once per kind. @returns a function that stops it */
export function onFirstInteraction(act: () => void): () => void {
  const leaving = new AbortController();
  const once = { once: true, passive: true, signal: leaving.signal };
  for (const sign of firstEvents) addEventListener(sign, act, once);
  return () => leaving.abort();
}
