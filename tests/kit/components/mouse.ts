import { expect } from 'vitest';
import { cdp, type Locator, userEvent } from 'vitest/browser';

/** Presses the mouse button on an element. @returns a function that releases it there */
export async function pressOn(thing: Locator): Promise<() => Promise<void>> {
  // The page under test is a frame in the runner's page.
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect();
  const scale = frame.width / innerWidth;
  const { x, y, width, height } = await findPlace(thing.element());
  const middle = { x: frame.x + (x + width / 2) * scale, y: frame.y + (y + height / 2) * scale };
  const send = async (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased') => {
    const isMoved = type === 'mouseMoved';
    const button = { button: isMoved ? 'none' : 'left', clickCount: Number(!isMoved) } as const;
    await cdp().send('Input.dispatchMouseEvent', { type, ...middle, ...button });
  };
  await send('mouseMoved');
  await send('mousePressed');
  return () => send('mouseReleased');
}

/** Waits until an element stays where it is for two frames: a page that still loads moves it away from the mouse. */
async function findPlace(element: Element): Promise<DOMRect> {
  await document.fonts.ready;
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let before = element.getBoundingClientRect(); ; ) {
    await nextFrame();
    await nextFrame();
    const now = element.getBoundingClientRect();
    if (now.y === before.y && now.x === before.x) return now;
    before = now;
  }
}

export async function selectWords(place: Locator, words: string): Promise<void> {
  await expect.element(place).toMatchTextContent(words);
  await document.fonts.ready;
  const select = async () => {
    await userEvent.dragAndDrop(place, place, endsOfWords(place.element(), words));
    return getSelection()?.toString().trim();
  };
  await expect.poll(select).toBe(words);
}

/** Returns the first and the last point of words, relative to the corner of their place. */
function endsOfWords(place: Element, words: string) {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const from = node.textContent?.indexOf(words) ?? -1;
    if (from < 0) continue;
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, from + words.length);
    node.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const corner = place.getBoundingClientRect();
    const rects = [...range.getClientRects()].map(({ left, right, top, bottom }) => {
      const y = (top + bottom) / 2 - corner.top;
      return [left - corner.left, right - corner.left].map((x) => ({ x, y }));
    });
    const [sourcePosition, targetPosition] = [rects[0]?.[0], rects.at(-1)?.[1]];
    if (sourcePosition && targetPosition) return { sourcePosition, targetPosition };
  }
  throw new Error(`It does not have the words ${words}.`);
}
