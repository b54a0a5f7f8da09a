import { type KeyboardEvent, useRef } from 'react';

/** Who types pauses no longer than this between two keys, in milliseconds. */
const typingPause = 1_000;

/**
 * For what a letter opens: whoever meant to type a sentence presses Space soon after it, and that is no press of the
 * button which has the focus now.
 *
 * @returns handlers for what holds the button
 */
export function useSpaceOfTyping() {
  const lastTyped = useRef(performance.now());
  const isTyping = useRef(false);
  return {
    onKeyDownCapture(event: KeyboardEvent) {
      const isSoon = event.timeStamp - lastTyped.current < typingPause;
      isTyping.current = event.key === ' ' && isSoon;
      if (event.key.length === 1 && (event.key !== ' ' || isSoon)) lastTyped.current = event.timeStamp;
      if (isTyping.current) event.preventDefault();
    },
    onKeyUpCapture(event: KeyboardEvent) {
      // A button is pressed when Space goes up.
      if (event.key === ' ' && isTyping.current) event.preventDefault();
    },
  };
}
