const firstEvents = ['pointermove', 'touchstart', 'keydown', 'focusin'];

/** Calls back at the user’s first move or press, once for each kind of event. @returns ends it */
export function onFirstInteraction(act: () => void): () => void {
  const leaving = new AbortController();
  const once = { once: true, passive: true, signal: leaving.signal };
  for (const sign of firstEvents) addEventListener(sign, act, once);
  return () => leaving.abort();
}
