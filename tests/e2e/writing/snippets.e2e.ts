import type { Locator, Page } from '@playwright/test';
import { expectChosenByKeys } from '../steps/combobox-steps.ts';
import { colleague, expectDone, expectLoadedAgain, openDesk } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { expectSaved, openReaderDesk, sellTo, text } from '../steps/reader-steps.ts';
import { expect, expectNoFlaws } from '../steps/steps.ts';

/* Texts that readers put into readings, and what they are told before they hand one in. */

const { step } = testAlone;

const finder = (page: Page): Locator => page.getByRole('combobox', { name: 'Find a snippet' });
const options = (page: Page): Locator => page.getByRole('listbox', { name: 'Snippets' }).getByRole('option');
const manager = (page: Page): Locator => page.getByRole('dialog', { name: 'Snippets' });

async function writeSnippet(page: Page, title: string, words: string): Promise<void> {
  await expect(manager(page).getByLabel('Title')).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(words);
}

testAlone('snippets are written, shared, and put where the caret is', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1', { readingAddresseeName: 'Mai' });

  await step('an admin shares one', async () => {
    await openDesk(page, service.url);
    await page.getByRole('button', { name: 'My account' }).click();
    await page.getByRole('button', { name: 'Manage snippets' }).click();
    await expect(manager(page).getByText('No snippets yet.')).toBeVisible();
    await manager(page).getByRole('button', { name: 'New snippet' }).click();
    await page.keyboard.press('Enter');
    await expect(manager(page).getByText('The title is missing.')).toBeVisible();
    await writeSnippet(page, 'Closing for all', 'Go well, {name}.\n\nYours, the house');
    await manager(page).getByLabel('Shared: every reader sees and uses it').check();
    await expectNoFlaws(page);
    await manager(page).getByRole('button', { name: 'Save snippet' }).click();
    await expectDone(page, 'Snippet Saved', '“Closing for all” can be put into a reading.');
    await expect(manager(page).getByRole('listitem')).toContainText('Shared');
    await expect(manager(page).getByRole('button', { name: 'New snippet' })).toBeFocused();
  });

  const query = `?order=${order.id}`;
  await step('a reader finds it while writing, and writes one', async () => {
    await openReaderDesk(page, service.url, 'reader1', query);
    await expect(text(page)).toBeEditable();
    await text(page).fill('The Star. The end');
    await expectSaved(page);
    for (const _ of ' The end') await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+;');
    await expect(finder(page)).toBeFocused();
    await expect(options(page)).toHaveCount(1);
    await expectNoFlaws(page);
    await page.getByRole('button', { name: 'Manage snippets' }).press('Enter');
    await expect(manager(page).getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    await manager(page).getByRole('button', { name: 'New snippet' }).press('Enter');
    await writeSnippet(page, 'Café', 'Rest, {name}, in {your} café.\n');
    await expect(manager(page).getByRole('checkbox')).toHaveCount(0);
    await manager(page).getByRole('button', { name: 'Save snippet' }).press('Enter');
    await expect(manager(page).getByRole('listitem')).toHaveCount(2);
    await expectNoFlaws(page);
    await page.keyboard.press('Escape');
    await expect(manager(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(text(page)).toBeFocused();
    await page.keyboard.type('!');
    await expect(text(page)).toHaveValue('The Star.! The end');
    await page.keyboard.press('Backspace');
  });

  await step('found by typing, it enters at the caret, is saved, and undone in one step', async () => {
    await page.keyboard.press('Control+;');
    await expect(options(page)).toHaveCount(2);
    await expectChosenByKeys(finder(page), options(page));
    await page.keyboard.type('ca');
    await expect(page.getByRole('status').getByText('1 snippet.')).toBeVisible();
    await finder(page).fill('');
    await page.keyboard.type('moon');
    await expect(page.getByText('No snippet has these words.')).toBeVisible();
    await finder(page).fill('');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    const closed = 'The Star.Go well, Mai.\n\nYours, the house The end';
    await expect(text(page)).toHaveValue(closed);
    await expect(text(page)).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(text(page)).toHaveValue('The Star. The end');
    await page.keyboard.press('Control+Shift+z');
    await expect(text(page)).toHaveValue(closed);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+;');
    await expect(finder(page)).toBeFocused();
    await page.keyboard.type('cafe rest');
    await expect(options(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(text(page)).toHaveValue('The Star.Rest, Mai, in {your} café. The end');
    await expectSaved(page);
    await page.reload();
    await expect(text(page)).toHaveValue('The Star.Rest, Mai, in {your} café. The end');
  });

  await step('by mouse, and on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const field = text(page);
    await field.press('Control+End');
    await page.getByRole('button', { name: 'Snippets' }).click();
    await expect(finder(page)).toBeFocused();
    await expectNoFlaws(page);
    await options(page).first().click();
    await expect(field).toHaveValue(/café\. The endRest, Mai, in {your} café\.$/);
    await expect(field).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(field).toHaveValue(/café\. The end$/);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await step('a deleted one comes back', async () => {
    await page.getByRole('button', { name: 'My account' }).click();
    await page.getByRole('button', { name: 'Manage snippets' }).click();
    await manager(page).getByRole('button', { name: 'Delete the snippet Café' }).click();
    await expect(manager(page).getByRole('listitem')).toHaveCount(1);
    await expect(manager(page).getByRole('status')).toContainText('“Café” is deleted.');
    await expectNoFlaws(page);
    await manager(page).getByRole('button', { name: 'Undo' }).click();
    await expect(manager(page).getByRole('listitem')).toHaveCount(2);
    await expect(manager(page).getByRole('status')).toHaveText('');
    await expect(page.locator('body')).not.toBeFocused();
  });

  await step('what could not be loaded is loaded again', async () => {
    await page.reload();
    // The draft comes with what hears the keys.
    await expect(text(page)).not.toHaveValue('');
    await expectLoadedAgain(page, {
      call: '**/api/snippets',
      message: 'Your snippets could not be loaded.',
      load: () => text(page).press('Control+;'),
      loaded: () => expect(options(page)).toHaveCount(2),
    });
  });
});

testAlone(
  'a reader sees what may be overlooked, and hands the text in all the same',
  async ({ page, service }) => {
    const admin = await colleague(service.url);
    const order = await sellTo(service, admin, 'reader1', { readingAddresseeName: 'Mai' });
    await openReaderDesk(page, service.url, 'reader1', `?order=${order.id}`);
    await expect(text(page)).toBeEditable();
    const remarks = page.getByRole('region', { name: 'Before you submit it' });
    const line = remarks.locator('summary');
    const leftover = '“{name}” looks like something that was to be filled in.';

    await step('the gravest in a line, the others when it is opened', async () => {
      await page.setViewportSize({ width: 1280, height: 720 });
      const paragraphs = Array.from({ length: 60 }, (_, index) => `The Star, ${index} of them.`).join('\n\n');
      await text(page).fill(`Go well, {name}.\n\n${paragraphs}\n\nSee the the end.`);
      await expect(line).toHaveText(`Before you submit it: ${leftover} And 3 more.`, {
        useInnerText: true,
      });
      await expect(page.getByRole('button', { name: 'Submit for Admin Review' })).toBeInViewport({
        ratio: 1,
      });
      await expectNoFlaws(page);
      await line.click();
      await expect(remarks.getByRole('listitem')).toHaveText([
        `${leftover} Fill it in or take it out. Show`,
        '“the the” has the same word twice. Take one out, unless it is meant. Show',
        'The name Mai does not occur in the text. Say it once, so that the letter is theirs.',
        /^It has 3\d\d words; 500 to 1000 are recommended\. See what more the cards have to say\.$/,
      ]);
      await expectNoFlaws(page);
    });
    await step('each leads to its passage, which is typed over', async () => {
      const scrolled = () => text(page).evaluate((field) => field.scrollTop);
      await text(page).press('Control+Home');
      await remarks.getByRole('button', { name: 'Show: “the the” has the same word twice.' }).click();
      await expect(text(page)).toBeFocused();
      await expect.poll(scrolled).toBeGreaterThan(500);
      await page.keyboard.type('the');
      await expect(text(page)).toHaveValue(/See the end\.$/);
      await expect(remarks).not.toContainText('the the');
      await remarks.getByRole('button', { name: `Show: ${leftover}` }).click();
      await expect.poll(scrolled).toBeLessThan(100);
    });
    await step('on a phone', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(line).toHaveText('Before you submit it: 3 remarks', { useInnerText: true });
      await expectNoFlaws(page);
      await page.setViewportSize({ width: 1280, height: 720 });
    });
    await step('the preview says it once more, and nothing keeps it from being handed in', async () => {
      await page.getByRole('button', { name: 'Preview' }).click();
      const preview = page.getByRole('dialog');
      await expect(preview.getByRole('region', { name: 'Before you submit it' })).toContainText(leftover);
      await expect(preview.frameLocator('iframe').getByText('Go well, {name}.')).toBeVisible();
      await expectNoFlaws(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Submit for Admin Review' }).click();
      await expectDone(page, 'Success', 'Reading submitted for admin review');
      await expect(remarks).toHaveCount(0);
      expect((await admin.readingOf(order.id)).content).toContain('Go well, {name}.');
    });
  },
);
