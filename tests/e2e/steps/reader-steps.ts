import type { Browser, Locator, Page } from '@playwright/test';
import { type Colleague, type SoldOrder, sell, signInHere } from './desk-steps.ts';
import { type Account, expect, type Person } from './steps.ts';

type Reader = Person | Account;

export async function openReaderDesk(page: Page, url: string, reader: Reader, query = ''): Promise<void> {
  await signInHere(page, url, reader);
  await page.goto(`${url}/reader/dashboard${query}`);
  const list = page.getByRole('heading', { name: /^Pending Assignments/ });
  await expect(query ? text(page) : list).toBeVisible();
}

export async function readerElsewhere(
  browser: Browser,
  { url }: { url: string },
  reader: Reader,
  query = '',
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await openReaderDesk(page, url, reader, query);
  return page;
}

export async function sellTo(
  { url }: { url: string },
  admin: Colleague,
  reader: Reader,
  form: Parameters<typeof sell>[1] = {},
): Promise<SoldOrder> {
  const order = await sell(url, form);
  await admin.ask('PUT', `/api/orders/${order.id}/assignee`, {
    readerId: await admin.readerId(typeof reader === 'string' ? reader : reader.username),
  });
  return order;
}

export function assignment(page: Page, { orderNumber }: SoldOrder): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: orderNumber }) });
}

export async function choose(page: Page, { orderNumber }: SoldOrder): Promise<void> {
  await page.getByRole('button', { name: `Upload Reading for ${orderNumber}` }).click();
  await expect(text(page)).toBeEditable();
  await expect(text(page)).toBeFocused();
}

export async function submitReading(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit for Admin Review' }).click();
}

export const backLink = (page: Page): Locator => page.getByRole('link', { name: 'My Assignments' });

export const subject = (page: Page): Locator => page.getByRole('region', { name: 'What it is about' });

export const text = (page: Page): Locator => page.getByLabel('Reading content');

export async function expectSaved(place: Page | Locator): Promise<void> {
  await expect(place.getByText(/^Saved at \d/)).toBeVisible();
}
