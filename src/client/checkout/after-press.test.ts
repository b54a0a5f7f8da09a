import { expect, test } from 'vitest';
import { afterPress } from './after-press.ts';

/** A screen that shows something once nothing is pressed. */
function open(isPressed: boolean) {
  const screen = { isPressed, shown: 0 };
  let next: (() => void) | null = null;
  const end = afterPress(() => (screen.shown += 1), {
    isPressed: () => screen.isPressed,
    soon(run) {
      next = run;
      return () => {
        next = null;
      };
    },
  });
  function frame() {
    const run = next;
    next = null;
    run?.();
  }
  return { screen, end, frame };
}

test('what came during a press waits until it is over, and comes once; without a press nothing waits', () => {
  expect(open(false).screen.shown).toBe(1);
  const { screen, frame } = open(true);
  for (const shown of [0, 0, 1, 1]) {
    if (shown) screen.isPressed = false;
    frame();
    expect(screen.shown).toBe(shown);
  }
});

test('what is wanted no more during a press does not come after it', () => {
  const { screen, end, frame } = open(true);
  frame();
  end();
  screen.isPressed = false;
  frame();
  expect(screen.shown).toBe(0);
});
