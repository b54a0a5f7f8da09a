import type { Locator, Page } from '@playwright/test';
import { placeOf } from '../steps/arrive.ts';
import { cardOf, openDesk, openOrderDialog, type SoldOrder, test } from '../steps/desk-steps.ts';
import { expectSaved, handIn, readerElsewhere, sellTo, text } from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';

/* What an admin says about passages of a reading, and what becomes of it. */

const letter =
  'The Star stands over your question. It speaks of patience.\n\n' +
  'The Tower is no threat: it is the desk you have outgrown.\n\n' +
  'The Moon asks what you hide. Go in spring.';

/** Opens a reading to be judged, whole. @returns its text, whose passages can be chosen */
async function openLetter(page: Page, url: string, order: SoldOrder): Promise<Locator> {
  await openDesk(page, url, `?tab=approvals&reading=${order.orderNumber}`);
  return letterOf(page, order);
}

function letterOf(page: Page, order: SoldOrder): Locator {
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
async function commentByMouse(page: Page, letter: Locator, words: string, comment: string) {
  await selectWords(page, letter, words);
  await letter.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(letter.getByLabel(`Comment on “${words}”`)).toBeFocused();
  await page.keyboard.type(comment);
  await letter.getByRole('button', { name: 'Add comment' }).click();
  await expect(letter.getByRole('region', { name: `Comment on “${words}”` })).toContainText(comment);
}

test('passages are commented on, revised, and looked at again', async ({
  page,
  browser,
  service,
  admin,
  reader,
}) => {
  const order = await sellTo(service, admin, reader);
  await admin.write(order.id, letter);
  let box = await openLetter(page, service.url, order);

  await test.step('what was said is there after a reload, and goes with the rejection', async () => {
    await commentByMouse(page, box, 'It speaks of patience.', 'And of what else?');
    await commentByMouse(page, box, 'The Tower is no threat', 'Are you sure?');
    await page.reload();
    box = letterOf(page, order);
    await commentByMouse(page, box, 'Go in spring.', 'Why then?');
    await expect(box.getByRole('region')).toHaveCount(3);
    await cardOf(page, order).getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
    await expect(cardOf(page, order)).toHaveCount(0);
  });

  await test.step('their reader revises the text by them, ticks one off, and hands it in', async () => {
    const desk = await readerElsewhere(browser, service, reader, `?order=${order.id}`);
    const list = desk.getByRole('region', { name: '3 comments on the text' });
    await expect(list.getByRole('listitem')).toHaveText([
      /It speaks of patience.*And of what else\?/s,
      /The Tower is no threat.*Are you sure\?/s,
      /Go in spring\..*Why then\?/s,
    ]);
    await list.getByRole('listitem').first().getByRole('checkbox', { name: 'Done' }).check();
    await text(desk).fill(
      letter.replace('patience.', 'patience and of hope.').replace('The Tower is no threat', ''),
    );
    await expectSaved(desk);
    await desk.reload();
    await expect(desk.getByRole('region', { name: '3 comments on the text, 1 done' })).toBeVisible();
    await handIn(desk);
  });

  await test.step('the admin sees what became of them, and they stay in the order', async () => {
    await page.goto(`${service.url}/admin/dashboard?tab=approvals&reading=${order.orderNumber}`);
    const earlier = cardOf(page, order).getByRole('region', { name: 'Comments at the last rejection' });
    await expect(earlier.getByRole('listitem')).toHaveText([
      /And of what else\?.*These words are no longer in the text\./s,
      /Are you sure\?.*These words are no longer in the text\./s,
      /Go in spring\..*Why then\?$/s,
    ]);
    const { id } = await admin.readingOf(order.id);
    await admin.ask('PUT', `/api/readings/${id}/approve`);
    const opened = await openOrderDialog(page, service.url, order);
    await opened.getByText('Comments (3)').click();
    await expect(opened.getByRole('listitem').filter({ hasText: 'on version 1' })).toHaveCount(3);
  });
});
