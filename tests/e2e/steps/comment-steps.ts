import type { Locator, Page } from '@playwright/test';
import { placeOf } from './arrive.ts';
import type { SoldOrder } from './desk-steps.ts';
import { cardOf, openDesk } from './desk-steps.ts';
import { expect } from './steps.ts';

/* Steps of the stories about comments on passages. */

/** Opens a reading to be judged, whole. @returns its text, whose passages can be chosen */
export async function openLetter(page: Page, url: string, order: SoldOrder): Promise<Locator> {
  await openDesk(page, url, `?tab=approvals&reading=${order.orderNumber}`);
  return letterOf(page, order);
}

export function letterOf(page: Page, order: SoldOrder): Locator {
  return cardOf(page, order).getByRole('group', { name: 'Text of the reading' });
}

/** Brings some words of a text into view that stands still. @returns where on the screen they begin and end */
async function placeOfWords(place: Locator, words: string) {
  await placeOf(place);
  return place.evaluate((box, quote) => {
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const from = node.textContent?.indexOf(quote) ?? -1;
      if (from < 0) continue;
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, from + quote.length);
      range.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const rects = [...range.getClientRects()];
      const [first, last] = [rects[0], rects.at(-1)];
      if (first && last) {
        return {
          start: { x: first.left, y: (first.top + first.bottom) / 2 },
          end: { x: last.right, y: (last.top + last.bottom) / 2 },
        };
      }
    }
    throw new Error(`it does not have the words ${quote}`);
  }, words);
}

/** Drags the mouse over some words of a text. */
async function selectWords(page: Page, place: Locator, words: string): Promise<void> {
  const ends = await placeOfWords(place, words);
  await page.mouse.move(ends.start.x, ends.start.y);
  await page.mouse.down();
  await page.mouse.move(ends.end.x, ends.end.y, { steps: 4 });
  await page.mouse.up();
}

/** Chooses words with the mouse and comments on them. */
export async function commentByMouse(page: Page, letter: Locator, words: string, comment: string) {
  await selectWords(page, letter, words);
  await letter.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(letter.getByLabel(`Comment on “${words}”`)).toBeFocused();
  await page.keyboard.type(comment);
  await letter.getByRole('button', { name: 'Add comment' }).click();
  await expect(letter.getByRole('region', { name: `Comment on “${words}”` })).toContainText(comment);
}
