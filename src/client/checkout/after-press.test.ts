import { expect, test } from 'vitest';
import { afterPress } from './after-press.ts';

function screen() {
  let isDown = false;
  let next: (() => void) | null = null;
  return {
    press: () => {
      isDown = true;
    },
    letGo: () => {
      isDown = false;
    },
    frame() {
      const run = next;
      next = null;
      run?.();
    },
    isPressed: () => isDown,
    soon(run: () => void) {
      next = run;
      return () => {
        next = null;
      };
    },
  };
}

test('where nothing is pressed, nothing waits', () => {
  let shown = 0;
  afterPress(() => (shown += 1), screen());
  expect(shown).toBe(1);
});

test('what came during a press waits until it is over, and comes once', () => {
  const presses = screen();
  let shown = 0;
  presses.press();
  afterPress(() => (shown += 1), presses);
  presses.frame();
  presses.frame();
  expect(shown).toBe(0);
  presses.letGo();
  presses.frame();
  presses.frame();
  expect(shown).toBe(1);
});

test('what is wanted no more during a press does not come after it', () => {
  const presses = screen();
  let shown = 0;
  presses.press();
  const end = afterPress(() => (shown += 1), presses);
  presses.frame();
  end();
  presses.letGo();
  presses.frame();
  expect(shown).toBe(0);
});
