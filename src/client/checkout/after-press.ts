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
 * Waits until nothing is pressed. A layout change between pointer down and pointer up moves what is below, and the
 * browser drops the click. The caller may have been loaded by that very press and missed its event, so the state is
 * polled.
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
