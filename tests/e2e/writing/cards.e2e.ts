import type { Locator, Page } from '@playwright/test';
import { expectChosenByKeys } from '../steps/combobox-steps.ts';
import { colleague, openCard } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { expectSaved, handIn, openReaderDesk, sellTo, text } from '../steps/reader-steps.ts';
import { expect, expectNoFlaws, mailsTo, orderLink } from '../steps/steps.ts';

/* Your cards: from the reader's keys to the customer's mail and page. */

const { step } = testAlone;
testAlone.use({ environment: { APPROVAL_UNDO_SECONDS: '0' } });

const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'The cards that were drawn' });
const finder = (page: Page): Locator => page.getByRole('combobox', { name: 'Find a card' });
const chosen = (page: Page): Locator =>
  picker(page).getByRole('list', { name: 'The cards in their sequence' }).getByRole('listitem');
const news = (page: Page, words: string): Locator => picker(page).getByRole('status').getByText(words);

testAlone('cards are chosen by keyboard, reviewed, and sent with the letter', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1');
  await openReaderDesk(page, service.url, 'reader1', `?order=${order.id}`);
  await text(page).fill('Three cards lay there.\n\nGo well.');

  await step('found by typing, reversed when told to', async () => {
    await page.getByRole('button', { name: 'Choose cards' }).focus();
    await page.keyboard.press('Enter');
    await expect(finder(page)).toBeFocused();
    await page.keyboard.type('ten c');
    await page.keyboard.press('Enter');
    await expect(news(page, 'Ten of Cups is card 1.')).toBeVisible();
    await page.keyboard.type('moon');
    await page.keyboard.press('Enter');
    await page.keyboard.type('star rev');
    await page.keyboard.press('Enter');
    await expect(news(page, 'The Star, reversed is card 3.')).toBeVisible();
    await expect(finder(page)).toBeFocused();
    await expect(finder(page)).toHaveValue('');
  });
  await step('named, and put in their sequence', async () => {
    const position = chosen(page).last().getByLabel('Position of The Star');
    await position.focus();
    await page.keyboard.type('Past');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(news(page, 'The Star, reversed is card 2 of 3.')).toBeVisible();
    await expect(chosen(page).nth(1).getByLabel('Position of The Star')).toBeFocused();
    await chosen(page).nth(1).getByRole('button', { name: 'Move The Star up' }).press('Enter');
    await expect(chosen(page).first()).toContainText('1. The Star');
    await expect(chosen(page).first().getByRole('button', { name: 'Move The Star up' })).toBeFocused();
  });
  await step('taken out and put back', async () => {
    await chosen(page).nth(1).getByRole('button', { name: 'Take out Ten of Cups' }).press('Enter');
    await expect(chosen(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Put it back' }).press('Enter');
    await expect(chosen(page).nth(1)).toContainText('Ten of Cups');
  });
  await step('dragged', async () => {
    const from = await chosen(page).first().getByTitle('Drag to move').boundingBox();
    const to = await chosen(page).nth(1).boundingBox();
    if (!from || !to) throw new Error('There is nothing to drag.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2, to.y + to.height * 0.8, { steps: 8 });
    await page.mouse.up();
    await expect(chosen(page).nth(1)).toContainText('The Star');
    await chosen(page).nth(1).getByRole('button', { name: 'Move The Star up' }).press('Enter');
    await expect(chosen(page).first()).toContainText('The Star');
    await picker(page).getByRole('button', { name: 'Cups', exact: true }).click();
    await expect(page.getByRole('option')).toHaveCount(14);
    await expect(news(page, '14 cards.')).toBeVisible();
    await expectChosenByKeys(finder(page), page.getByRole('option'));
    await expectNoFlaws(page);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
  await step('kept, and handed in', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Change cards' })).toBeFocused();
    await expect(page.getByText('The Star, reversed: Past; Ten of Cups; The Moon')).toBeVisible();
    await expectSaved(page);
    await page.reload();
    await expect(page.getByText('The Star, reversed: Past; Ten of Cups; The Moon')).toBeVisible();
    await handIn(page);
    await expect(page.getByText('Reading submitted for admin review', { exact: true })).toBeVisible();
  });
  await step('shown to the admin, who changes one', async () => {
    const card = await openCard(page, service.url, order);
    await card.getByRole('heading').getByRole('button').click();
    const shown = card.getByRole('list', { name: 'The cards that were drawn' }).getByRole('listitem');
    await expect(shown).toHaveText(['The Star, reversedPast', 'Ten of Cups', 'The Moon']);
    // They take little of the room that the letter needs.
    const row = card.getByRole('list', { name: 'The cards that were drawn' });
    expect((await row.boundingBox())?.height).toBeLessThan(64);
    await card.getByRole('button', { name: 'Edit Reading' }).click();
    await card.getByRole('button', { name: 'Change cards' }).click();
    await chosen(page).last().getByLabel('The Moon reversed').check();
    await picker(page).getByRole('button', { name: 'Done' }).click();
    await card.getByRole('button', { name: 'Save Changes' }).click();
    await expect(shown.last()).toHaveText('The Moon, reversed');
    await expectNoFlaws(page);
    const { id } = await admin.readingOf(order.id);
    await admin.ask('PUT', `/api/readings/${id}/approve`);
  });
  await step('in the mail, with pictures that load and words for them', async () => {
    const [, mail] = await mailsTo(page.request, order.email, 2);
    expect(mail?.text).toContain('- The Star, reversed: Past\n- Ten of Cups\n- The Moon, reversed\n');
    await page.goto(`${service.url}/sandbox/mail`);
    await page.setContent(mail?.html ?? '');
    const pictures = page.getByRole('img');
    await expect(pictures).toHaveCount(3);
    await expect(pictures.first()).toHaveAccessibleName('The Star, reversed: Past');
    for (const picture of await pictures.all()) {
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(168);
      const answer = await page.request.get((await picture.getAttribute('src')) ?? '');
      expect(answer.headers()).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(answer.headers()['set-cookie']).toBeUndefined();
    }
    for (const width of [360, 600]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
  await step('and on the page of the order', async () => {
    const [, mail] = await mailsTo(page.request, order.email, 2);
    await page.goto(orderLink(mail));
    const shown = page.getByRole('list', { name: 'Your cards' }).getByRole('listitem');
    await expect(shown).toHaveText([/The Star, reversed\s*Past/, 'Ten of Cups', 'The Moon, reversed']);
    await expectNoFlaws(page);
  });
});
