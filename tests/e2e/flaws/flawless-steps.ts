import type { Page } from '@playwright/test';
import { limits } from '../../../src/shared/limits.ts';
import type { SoldOrder } from '../steps/desk-steps.ts';
import { expect, expectNoFlaws, test } from '../steps/steps.ts';

/* What is looked at on the desks is as long as it may be. */

/** One word without a place to break it. */
export const word = (length: number) => 'Rindfleischetikettierung'.repeat(300).slice(0, length);
export const longForm = {
  customerName: word(limits.nameCharacters),
  customerEmail: `${word(64)}@${word(60)}.example`,
  readingAddresseeName: word(limits.nameCharacters),
  readingType: 'other' as const,
  customQuestion: word(limits.questionCharacters),
  backgroundContext: word(1_000),
};
export const longText = `${word(3_000)} ${'The Star shines. '.repeat(180)}`.slice(0, 6_000);

/** @returns what reaches a state, and looks at it */
export function looking(page: Page) {
  return (state: string, reach: () => Promise<unknown>) =>
    test.step(state, async () => {
      await reach();
      await expectNoFlaws(page);
    });
}

/** The dialog on top. */
export const dialog = (page: Page) => page.getByRole('dialog').last();

/** Opens an order from the list. */
export async function openRow(page: Page, { orderNumber }: SoldOrder): Promise<void> {
  await page.getByRole('button', { name: orderNumber, exact: true }).click();
  await expect(page.getByRole('dialog', { name: `Order ${orderNumber}` })).toBeVisible();
}

/** Closes the dialog on top. */
export async function close(page: Page): Promise<void> {
  const open = page.locator('[role="dialog"], [role="alertdialog"]');
  await open
    .getByRole('button', { name: /^(Close|Cancel)$/ })
    .first()
    .click();
  await expect(open).toHaveCount(0);
}
