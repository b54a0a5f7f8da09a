import type { Locator, Page } from '@playwright/test';
import { openCard, test } from '../steps/desk-steps.ts';
import { expectSaved, handIn, openReaderDesk, sellTo, text } from '../steps/reader-steps.ts';
import { expect, mailsTo, orderLink } from '../steps/steps.ts';

/* Your cards: from the reader's keys to the customer's mail and page. */

const { step } = test;

const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'The cards that were drawn' });
const finder = (page: Page): Locator => page.getByRole('combobox', { name: 'Find a card' });
const chosen = (page: Page): Locator =>
  picker(page).getByRole('list', { name: 'The cards in order' }).getByRole('listitem');

test('cards are chosen by keyboard, reviewed, and sent with the letter', async ({
  page,
  service,
  admin,
  reader,
}) => {
  const order = await sellTo(service, admin, reader);
  await openReaderDesk(page, service.url, reader, `?order=${order.id}`);
  await text(page).fill('Three cards lay there.\n\nGo well.');

  await step('chosen by keys', async () => {
    await page.getByRole('button', { name: 'Choose cards' }).press('Enter');
    await expect(finder(page)).toBeFocused();
    for (const words of ['star rev', 'ten c', 'moon']) {
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
    }
    await chosen(page).first().getByLabel('Position of The Star').fill('Past');
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
  });
});
