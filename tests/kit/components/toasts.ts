import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** The toast on screen, even beside an open dialog, which hides all else from assistive technology. */
export const toast = page
  .getByRole('region', { name: /^Notifications/, includeHidden: true })
  .getByRole('listitem', { includeHidden: true });

export async function expectDone(title: string, text: string | RegExp): Promise<void> {
  await expectToast(title, text);
  await expect.element(toast).not.toHaveClass('notice-destructive');
}

export async function expectRefused(title: string, text: string | RegExp): Promise<void> {
  await expectToast(title, text);
  await expect.element(toast).toHaveClass('notice-destructive');
}

async function expectToast(title: string, text: string | RegExp): Promise<void> {
  await expect.element(toast.getByText(title, { exact: true })).toBeVisible();
  await expect.element(toast.getByText(text, { exact: true })).toBeVisible();
}
