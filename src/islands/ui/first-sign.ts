/** Whoever needs what the first screen does without has moved or pressed something before, be it the Ctrl of Ctrl+K. */
const signsOfSomebody = ['pointermove', 'touchstart', 'keydown', 'focusin'];

/**
 * Calls back at the first sign of somebody, once for each kind of sign.
 *
 * @returns ends it
 */
export function onFirstSign(act: () => void): () => void {
  const leaving = new AbortController();
  const once = { once: true, passive: true, signal: leaving.signal };
  for (const sign of signsOfSomebody) addEventListener(sign, act, once);
  return () => leaving.abort();
}
