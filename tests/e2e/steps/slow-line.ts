import type { Page } from '@playwright/test';
import { expect } from './steps.ts';

/**
 * Puts a page on a line as bad as browsers call "Slow 3G": 400 kbit a second in both directions, and two seconds until
 * anything comes back.
 */
export async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2_000,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

/** For pages on such a line: what is looked for comes, and takes its time. */
export const expectInTime = expect.configure({ timeout: 60_000 });
