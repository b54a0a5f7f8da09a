import type { Locator } from '@playwright/test';
import { toastOn } from '../steps/checkout-steps.ts';
import { commentByMouse, letterOf, markedWords, openLetter } from '../steps/comment-steps.ts';
import { cardOf, colleague, openOrderDialog } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expectSaved, handIn, readerElsewhere, sellTo, text } from '../steps/reader-steps.ts';
import { expect, expectNoFlaws } from '../steps/steps.ts';

/* What an admin says about passages of a reading, and what becomes of it. */

const letter =
  'The Star stands over your question. It speaks of patience.\n\n' +
  'The Tower is no threat: it is the desk you have outgrown.\n\n' +
  'The Moon asks what you hide. Go in spring.';

test('passages are commented on, revised, and looked at again', async ({ page, browser, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1');
  await admin.write(order.id, letter);
  let box = await openLetter(page, service.url, order);

  await test.step('two by mouse', async () => {
    await commentByMouse(page, box, 'It speaks of patience.', 'And of what else?');
    await commentByMouse(page, box, 'The Tower is no threat', 'Are you sure?');
  });

  await test.step('one by keyboard', async () => {
    await box.focus();
    // After the last one: the rest of its sentence, and the next two.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    await expect(box.getByLabel('Comment on “Go in spring.”')).toBeFocused();
    await page.keyboard.type('Why then?');
    await page.keyboard.press('Control+Enter');
    await expect(box).toBeFocused();
  });

  await test.step('they are there after a reload, and can be changed and removed', async () => {
    await page.reload();
    box = letterOf(page, order);
    await expect(box.getByRole('region')).toHaveCount(3);
    await box.getByRole('button', { name: 'Change the comment on “The Tower is no threat”' }).click();
    await expect(box.getByLabel('Comment on “The Tower is no threat”')).toBeFocused();
    await page.keyboard.type(' It looks like one.');
    await box.getByRole('button', { name: 'Save comment' }).click();
    await box.getByRole('button', { name: 'Remove the comment on “Go in spring.”' }).click();
    await expect(box.getByRole('region')).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(box.getByRole('region')).toHaveCount(3);
    await expectNoFlaws(page);
  });

  await test.step('they go with the rejection', async () => {
    await cardOf(page, order).getByRole('button', { name: 'Reject', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('3 comments on the text go with it.');
    await question.getByRole('button', { name: 'Reject' }).click();
    await expect(cardOf(page, order)).toHaveCount(0);
  });

  const reader = await readerElsewhere(browser, service, 'reader1', `?order=${order.id}`);
  const field = text(reader);
  const list = reader.getByRole('region', { name: '3 comments on the text' });

  await test.step('their reader sees them in the text, and beside it', async () => {
    await expect(field).toHaveValue(letter);
    await expect(field).toHaveAccessibleDescription(/3 comments on the text/);
    await expect(list.getByRole('listitem')).toHaveText([
      /It speaks of patience.*And of what else\?/s,
      /The Tower is no threat.*Are you sure\? It looks like one\./s,
      /Go in spring\..*Why then\?/s,
    ]);
    await expect
      .poll(() => markedWords(field))
      .toEqual(['It speaks of patience.', 'The Tower is no threat', 'Go in spring.']);
    await expectNoFlaws(reader);
  });

  await test.step('they survive what is written around them, and say when their passage is gone', async () => {
    await field.focus();
    await reader.keyboard.press('Control+Home');
    await reader.keyboard.type('Look up. ');
    await expect
      .poll(() => markedWords(field))
      .toEqual(['It speaks of patience.', 'The Tower is no threat', 'Go in spring.']);
    await list.getByRole('button', { name: 'Show in the text: It speaks of patience.' }).click();
    await expect(field).toBeFocused();
    await reader.keyboard.press('ArrowRight');
    await reader.keyboard.press('ArrowLeft');
    await reader.keyboard.type(' and of hope');
    await list.getByRole('button', { name: 'Show in the text: The Tower is no threat' }).click();
    await reader.keyboard.press('Delete');
    await expect(list.getByRole('listitem').nth(1)).toContainText('Its passage is gone.');
    await expect
      .poll(() => markedWords(field))
      .toEqual(['It speaks of patience and of hope.', 'Go in spring.']);
  });

  await test.step('what is done is ticked off', async () => {
    await list.getByRole('listitem').nth(0).getByRole('checkbox', { name: 'Done' }).check();
    await expect.poll(() => markedWords(field)).toEqual(['Go in spring.']);
    await expectSaved(reader);
    await reader.reload();
    await expect(reader.getByRole('region', { name: '3 comments on the text, 1 done' })).toBeVisible();
    await expect.poll(() => markedWords(field)).toEqual(['Go in spring.']);
    await handIn(reader);
    await expect(toastOn(reader)).toContainText('Reading submitted for admin review');
  });

  await test.step('the admin sees what became of them', async () => {
    await page.goto(`${service.url}/admin/dashboard?tab=approvals&reading=${order.orderNumber}`);
    const earlier = cardOf(page, order).getByRole('region', { name: 'Comments at the last rejection' });
    await expect(earlier.getByRole('listitem')).toHaveText([
      /And of what else\?.*Changed to “It speaks of patience and of hope\.”/s,
      /Are you sure\? It looks like one\..*Gone/s,
      /Why then\?.*Unchanged/s,
    ]);
    await expectNoFlaws(page);
  });

  await test.step('and they stay in the order', async () => {
    const { id } = await admin.readingOf(order.id);
    await admin.ask('PUT', `/api/readings/${id}/approve`);
    const opened = await openOrderDialog(page, service.url, order);
    await opened.getByText('Comments (3)').click();
    await expect(opened.getByRole('listitem').filter({ hasText: 'on version 1' })).toHaveCount(3);
  });
});

const long = `${'The Star shines over what you ask. '.repeat(30)}${'Rindfleischetikettierung'.repeat(8)} and\tmore.\n\n`;

/** Scrolls a field so that some marked words of it can be seen. */
function bringIntoView(field: Locator, quote: string): Promise<void> {
  return field.evaluate((area, words) => {
    if (!(area instanceof HTMLTextAreaElement)) return;
    area.scrollIntoView({ block: 'center' });
    const mark = [...(area.offsetParent?.querySelectorAll('mark') ?? [])].find(
      (one) => one.textContent === words,
    );
    const by = (mark?.getBoundingClientRect().top ?? 0) - area.getBoundingClientRect().top - 30;
    area.scrollTop += by;
  }, quote);
}

test('the marks lie where the words are, at every width, scrolled, and by night', async ({
  page,
  browser,
  service,
}) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1');
  const content = `${long}The first passage ends here.\n\n${long}${long}The second passage, which is so long that it takes more than a line at every width, ends here. 終わり ✨ of it.\n`;
  const { id } = await admin.write(order.id, content);
  const quotes = [
    'The first passage',
    'The second passage, which is so long that it takes more than a line at every width',
    '✨ of',
  ];
  const comments = quotes.map((quote) => {
    const from = content.indexOf(quote);
    return { from, to: from + quote.length, text: 'Shorter.' };
  });
  await admin.ask('PUT', `/api/readings/${id}/reject`, { revision: 1, comments });
  const reader = await readerElsewhere(browser, service, 'reader1', `?order=${order.id}`);
  const field = text(reader);
  await expect(field).toHaveValue(content.trim());
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [768, 'dark'],
    [360, 'light'],
    [280, 'dark'],
  ] as const) {
    await reader.setViewportSize({ width, height: 720 });
    await reader.emulateMedia({ colorScheme });
    await test.step(`at ${width} px`, async () => {
      for (const quote of quotes) {
        await expect
          .poll(async () => {
            // Where it lies changes once more when the typeface is there, or the field has its size.
            await bringIntoView(field, quote);
            return markedWords(field);
          })
          .toContain(quote);
      }
    });
  }
  await expectNoFlaws(reader);
  await page.close();
});
