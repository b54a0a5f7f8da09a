import { expect } from 'vitest';
import { cdp, type Locator } from 'vitest/browser';

/* A mouse whose button stays down for as long as a test wants. */

interface Point {
  x: number;
  y: number;
}

async function move(type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', { x, y }: Point): Promise<void> {
  // The page under test is a frame of the runner's.
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect();
  const scale = frame.width / innerWidth;
  const at = { x: frame.x + x * scale, y: frame.y + y * scale };
  const isDown = type === 'mousePressed' || (type === 'mouseMoved' && isPressed);
  await cdp().send('Input.dispatchMouseEvent', {
    type,
    ...at,
    button: type === 'mouseMoved' && !isPressed ? 'none' : 'left',
    buttons: isDown ? 1 : 0,
    clickCount: type === 'mouseMoved' ? 0 : 1,
  });
  isPressed = isDown;
}
let isPressed = false;

/** Presses something. @returns lets it go where it was pressed */
export async function pressOn(thing: Locator): Promise<() => Promise<void>> {
  const { x, y, width, height } = thing.element().getBoundingClientRect();
  const middle = { x: x + width / 2, y: y + height / 2 };
  await move('mouseMoved', middle);
  await move('mousePressed', middle);
  return () => move('mouseReleased', middle);
}

export async function selectWords(place: Locator, words: string): Promise<void> {
  await expect.element(place).toMatchTextContent(words);
  await document.fonts.ready;
  await expect.poll(() => drag(placeOfWords(place.element(), words))).toBe(words);
}

async function drag({ first, last }: { first: DOMRect; last: DOMRect }): Promise<string | undefined> {
  const from = { x: first.left, y: (first.top + first.bottom) / 2 };
  const to = { x: last.right, y: (last.top + last.bottom) / 2 };
  await move('mouseMoved', from);
  await move('mousePressed', from);
  await move('mouseMoved', to);
  await move('mouseReleased', to);
  return getSelection()?.toString().trim();
}

function placeOfWords(place: Element, words: string): { first: DOMRect; last: DOMRect } {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const from = node.textContent?.indexOf(words) ?? -1;
    if (from < 0) continue;
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, from + words.length);
    node.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const rects = [...range.getClientRects()];
    const [first, last] = [rects[0], rects.at(-1)];
    if (first && last) return { first, last };
  }
  throw new Error(`It does not have the words ${words}.`);
}
