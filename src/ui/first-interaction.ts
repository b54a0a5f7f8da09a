const firstEvents = ['pointermove', 'touchstart', 'keydown', 'focusin'];

/** Calls back at the user’s first move, press or focus, once for each kind of event. @returns what ends it */
export function onFirstInteraction(act: () => void): () => void {
  const leaving = new AbortController();
  const once = { once: true, passive: true, signal: leaving.signal };
  for (const sign of firstEvents) addEventListener(sign, act, once);
  return () => leaving.abort();
}
