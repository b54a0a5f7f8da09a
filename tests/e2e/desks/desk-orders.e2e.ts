import type { Page } from '@playwright/test';
import { filterBy, openDesk, type SoldOrder, sell, test } from '../steps/desk-steps.ts';
import { product } from '../steps/servers.ts';
import { expect, newTag, signIn } from '../steps/steps.ts';

/* The list of orders in its address, through reloads and the way back, and as a file. */

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const header = (page: Page, name: string) => page.getByRole('columnheader', { name });
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Exactly these orders are listed, in this order. */
async function expectListed(page: Page, orders: { orderNumber: string }[]): Promise<void> {
  const numbers = page.getByRole('table').getByRole('button', { name: /^CT-/ });
  await expect(numbers).toHaveText(orders.map(({ orderNumber }) => orderNumber));
}

function named<T>(list: T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error('there are not so many');
  return item;
}

/** Three customers with a tag of their own, so that a search finds only them. */
async function sellThree() {
  const tag = newTag();
  const orders: SoldOrder[] = [];
  for (const name of ['Bea Ångström', 'Ada Núñez', 'Cleo Øster']) {
    orders.push(await sell(product.url, { customerName: `${name} ${tag}` }));
  }
  return { tag, bea: named(orders, 0), ada: named(orders, 1), cleo: named(orders, 2) };
}

test('keeps search, filters, and sorting over a reload and Back', async ({ page, admin }) => {
  const { tag, bea, ada, cleo } = await sellThree();
  const reader2 = await admin.readerId('reader2');
  for (const { id } of [ada, cleo])
    await admin.ask('PUT', `/api/orders/${id}/assignee`, { readerId: reader2 });
  await admin.ask('PUT', `/api/orders/${bea.id}/assignee`, { readerId: null });
  await openDesk(page, product.url);
  await searchBox(page).fill(tag);
  await filterBy(page, 'Status').selectOption({ label: 'Pending' });
  await filterBy(page, 'Payment').selectOption({ label: 'Paid' });
  await filterBy(page, 'Reader').selectOption({ label: 'reader2' });
  await header(page, 'Customer').getByRole('button').click();
  await header(page, 'Customer').getByRole('button').click();
  await expectListed(page, [cleo, ada]);
  const wanted = {
    q: tag,
    status: 'pending',
    payment: 'paid',
    reader: reader2,
    sort: 'customer',
    direction: 'desc',
  };
  await expect.poll(() => parameters(page)).toEqual(wanted);

  const expectTheSame = async () => {
    await expectListed(page, [cleo, ada]);
    await expect(searchBox(page)).toHaveValue(tag);
    await expect(filterBy(page, 'Reader')).toHaveValue(reader2);
    await expect.poll(() => parameters(page)).toEqual(wanted);
  };
  await test.step('a reload', async () => {
    await page.reload();
    await expectTheSame();
  });
  await test.step('Back from an order', async () => {
    await page.getByRole('button', { name: ada.orderNumber, exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText(ada.name);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectTheSame();
    await page.goForward();
    await expect(page.getByRole('dialog')).toContainText(ada.name);
    // Until the focus is in it, its keys do nothing.
    await expect(page.locator('[role=dialog]:focus-within')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectTheSame();
  });
  await test.step('Back from another tab', async () => {
    await page.getByRole('tab', { name: /Settings/ }).click();
    await expect(page.getByRole('heading', { name: 'Reading Price' })).toBeVisible();
    await page.goBack();
    await expectTheSame();
  });
});

test('goes back through the filters, and not to the sign-in page', async ({ page }) => {
  await page.goto('/');
  await signIn(page, 'admin');
  const status = filterBy(page, 'Status');
  await status.selectOption({ label: 'Rejected' });
  await expect(page).toHaveURL(/status=rejected/);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(status).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await page.goForward();
  await expect(status).toHaveValue('');
});
