import type { Locator } from '@playwright/test';
import { buy } from '../../faults/running-service/browser.ts';
import { deliver, openOrderDialog } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import { expect, mailsTo, newCustomer, orderLink, test } from '../steps/steps.ts';

/* Hebrew and Arabic begin at the right, beside English that begins at the left. */

const hebrew = 'הכוכב מדבר על סבלנות.';
const arabic = 'النجمة تتحدث عن الصبر.';
const question = 'האם לעזוב את העבודה שלי?';
const english = 'The Star speaks of patience.';
const named = 'נועה, you drew The Star.';

/** @returns the side of its box at which a line of text begins */
function sideOf(text: Locator): Promise<'left' | 'right'> {
  return text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const line = range.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return line.left - box.left < box.right - line.right ? 'left' : 'right';
  });
}

test('aligns Hebrew and Arabic to the right on screen and paper', async ({ page, browser, request }) => {
  const { email } = newCustomer();
  const asked = { readingType: 'other', customQuestion: question, backgroundContext: hebrew } as const;
  const { order } = await buy(product.url, { ...asked, customerEmail: email, readingAddresseeName: 'מאיה' });
  await mailsTo(request, email, 1);
  const admin = await (await browser.newContext()).newPage();
  const delivery = await deliver(request, email, [hebrew, english, arabic, named].join('\n\n'));
  await page.goto(orderLink(delivery));
  const letter = page.getByRole('article');
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media });
    for (const [text, side] of [
      [hebrew, 'right'],
      [english, 'left'],
      [arabic, 'right'],
      [named, 'left'],
    ] as const) {
      expect(await sideOf(letter.getByText(text, { exact: true })), `${text} in ${media}`).toBe(side);
    }
  }

  await test.step('the desk aligns the customer’s texts the same way', async () => {
    const dialog = await openOrderDialog(admin, product.url, order);
    for (const text of [question, hebrew]) {
      expect(await sideOf(dialog.getByText(text, { exact: true }).first()), text).toBe('right');
    }
    expect(await sideOf(dialog.getByText('Question', { exact: true }))).toBe('left');
  });
});
