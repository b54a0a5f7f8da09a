/** How a press is looked for; a browser's own in the page. */
interface Presses {
  isPressed(): boolean;
  /** @returns a function that forgets `run` */
  soon(run: () => void): () => void;
}

const browserPresses: Presses = {
  isPressed: () => document.querySelector(':active') !== null,
  soon(run) {
    const frame = requestAnimationFrame(run);
    return () => cancelAnimationFrame(frame);
  },
};

/**
 * Waits until nothing is pressed: what comes between a button's going down and its coming up moves what stands below,
 * and then nothing is clicked. Whoever begins to wait may have been loaded by that very press, and has not heard it: it
 * is looked for, not listened to.
 *
 * @returns a function that ends the waiting
 */
export function afterPress(run: () => void, presses: Presses = browserPresses): () => void {
  let forget = () => {};
  function look(): void {
    if (presses.isPressed()) forget = presses.soon(look);
    else run();
  }
  look();
  return () => forget();
}
