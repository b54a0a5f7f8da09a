import type { Page } from '@playwright/test';
import { signInHere } from '../steps/desk-steps.ts';
import { openReaderDesk, text } from '../steps/reader-steps.ts';
import { expect, type Person } from '../steps/steps.ts';
import { picture, type Screen, state, wholePicture } from './camera.ts';

async function writeFor(
  page: Page,
  url: string,
  customer: string,
  reader: Person = 'reader1',
): Promise<void> {
  await openReaderDesk(page, url, reader);
  await page
    .getByRole('listitem')
    .filter({ hasText: customer })
    .getByRole('button', { name: /^Upload Reading/ })
    .click();
  await expect(text(page)).not.toHaveValue('');
}

/** Continues with a draft that is too short, which is reported once it is previewed. */
async function goOnWithDraft(page: Page, url: string): Promise<void> {
  await writeFor(page, url, 'Desmond Achebe');
  await expect(page.getByRole('region', { name: 'Before you submit it' })).toBeVisible();
}

export const readerScreens: Screen[] = [
  wholePicture('reader', (page, url) => openReaderDesk(page, url, 'reader1')),
  state('reader-with-nothing-to-do', async (page, url) => {
    await page.route('**/api/reader/orders*', (route) => route.fulfill({ json: [] }));
    await openReaderDesk(page, url, 'reader2');
    await expect(page.getByText('No pending assignments')).toBeVisible();
  }),
  picture('reader-draft', goOnWithDraft),
  picture('reader-returned', async (page, url) => {
    await writeFor(page, url, 'Camille Dubois-Lefèvre');
    await expect(page.getByRole('region', { name: /comments? on the text$/ })).toBeVisible();
  }),
  state('access-denied', async (page, url) => {
    await signInHere(page, url, 'admin');
    await page.goto('/reader/dashboard');
    await expect(page.getByText('Access denied')).toBeVisible();
  }),
];
