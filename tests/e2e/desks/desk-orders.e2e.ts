import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openDatabase } from '../../../db/client.ts';
import { readingRequest } from '../../../src/testing/test-app.ts';
import { checkoutPath, expectOk, inParallel, openBrowser } from '../../faults/attacks-support/browser.ts';
import { toastOn } from '../steps/checkout-steps.ts';
import {
  colleague,
  expectDone,
  expectFailuresTold,
  expectLoadedAgain,
  expectRefused,
  filterBy,
  newTag,
  numberOf,
  openDesk,
  rowOf,
  type SoldOrder,
  sell,
  sellAndWrite,
} from '../steps/desk-steps.ts';
import { setPrice, testAlone } from '../steps/own-service.ts';
import { product } from '../steps/servers.ts';
import { expect, signIn, test } from '../steps/steps.ts';

/* The list of orders: finding, sorting, filtering, deleting, giving away, exporting. */

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

/** Three customers with a tag of their own, so that nobody else is found. */
async function sellThree() {
  const tag = newTag();
  const orders: SoldOrder[] = [];
  for (const name of ['Bea Ångström', 'Ada Núñez', 'Cleo Øster']) {
    orders.push(await sell(product.url, { customerName: `${name} ${tag}` }));
  }
  return { tag, bea: named(orders, 0), ada: named(orders, 1), cleo: named(orders, 2) };
}

test('an order is found by name, email and number, in whatever case', async ({ page }) => {
  const { tag, bea, ada, cleo } = await sellThree();
  await openDesk(page, product.url);
  const searches: [text: string, found: SoldOrder[]][] = [
    [`ångström ${tag}`.toUpperCase(), [bea]],
    [`NÚÑEZ ${tag}`, [ada]],
    [bea.email.toUpperCase(), [bea]],
    [cleo.email.slice(0, -8), [cleo]],
    [ada.orderNumber.toLowerCase(), [ada]],
    [tag, [cleo, ada, bea]],
  ];
  for (const [text, found] of searches) {
    await searchBox(page).fill(text);
    await expectListed(page, found);
    await expect(page.getByText(found.length === 1 ? '1 order' : '3 orders', { exact: true })).toBeVisible();
    await expect.poll(() => parameters(page)).toEqual({ q: text });
  }
  await searchBox(page).fill(`${tag} and nobody else`);
  await expect(page.getByText('No orders match', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(searchBox(page)).toHaveValue('');
  await expect(page.getByRole('table')).toBeVisible();
});

test('an answer that comes after a newer one is dropped', async ({ page }) => {
  const { ada, bea } = await sellThree();
  await openDesk(page, product.url);
  const late = Promise.withResolvers<void>();
  const lateIsDone = Promise.withResolvers<void>();
  await page.route(`**/api/orders?*q=${encodeURIComponent(ada.orderNumber)}*`, async (route) => {
    const response = await route.fetch();
    await late.promise;
    await route.fulfill({ response });
    lateIsDone.resolve();
  });
  const asked = page.waitForRequest((request) => request.url().includes(ada.orderNumber));
  await searchBox(page).fill(ada.orderNumber);
  await asked;
  await searchBox(page).fill(bea.orderNumber);
  await expectListed(page, [bea]);
  late.resolve();
  await lateIsDone.promise;
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expectListed(page, [bea]);
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
});

test('a list that cannot be loaded says so, and is there again after another try', async ({ page }) => {
  const { tag, bea, ada, cleo } = await sellThree();
  await openDesk(page, product.url);
  await page.route('**/api/orders?*', (route) => route.fulfill({ status: 500, body: '' }));
  await searchBox(page).fill(tag);
  await expect(page.getByRole('alert')).toContainText('The orders could not be loaded.');
  await page.unroute('**/api/orders?*');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('We couldn’t reach the server.');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectListed(page, [cleo, ada, bea]);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a click on a column sorts by it, another one turns the order round', async ({ page }) => {
  const { tag, bea, ada, cleo } = await sellThree();
  const admin = await colleague(product.url);
  await admin.write(ada.id, 'The Star.');
  await openDesk(page, product.url, `?q=${tag}`);
  await expect(header(page, 'Date')).toHaveAttribute('aria-sort', 'descending');
  await expectListed(page, [cleo, ada, bea]);
  const clicks: [column: string, sort: string, listed: SoldOrder[]][] = [
    ['Date', 'ascending', [bea, ada, cleo]],
    ['Customer', 'ascending', [ada, bea, cleo]],
    ['Customer', 'descending', [cleo, bea, ada]],
    ['Date', 'ascending', [bea, ada, cleo]],
    ['Date', 'descending', [cleo, ada, bea]],
  ];
  for (const [column, sort, listed] of clicks) {
    await header(page, column).getByRole('button').click();
    await expect(header(page, column)).toHaveAttribute('aria-sort', sort);
    await expectListed(page, listed);
  }
  await header(page, 'Status').getByRole('button').click();
  await expect(header(page, 'Status')).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('row').nth(3)).toContainText('Under Review');
  await header(page, 'Status').getByRole('button').click();
  await expect(page.getByRole('row').nth(1)).toContainText('Under Review');
});

test('what is listed, and how, survives a reload and the way back', async ({ page }) => {
  const { tag, bea, ada, cleo } = await sellThree();
  const admin = await colleague(product.url);
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
    // Until the focus is in it, its keys are nobody's.
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
  await test.step('unassigned orders', async () => {
    await filterBy(page, 'Reader').selectOption({ label: 'Unassigned' });
    await expectListed(page, [bea]);
  });
});

test('Back leads through what was listed, and not to the sign-in', async ({ page }) => {
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

testAlone('pages that were loaded are there after a reload', async ({ page, service }) => {
  await setPrice(service, 0);
  await inParallel(63, 6, async (i) => {
    const data = { customerName: `Customer ${i}`, customerEmail: `customer${i}@customers.example` };
    await placeFree(service.url, data);
  });
  await openDesk(page, service.url, '?sort=customer&direction=asc');
  const rows = page.getByRole('table').getByRole('button', { name: /^CT-/ });
  await expect(rows).toHaveCount(50);
  await expect(page.getByText('50 of 63')).toBeVisible();
  await page.route('**/api/orders?*cursor=*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByRole('alert')).toContainText('More orders could not be loaded.');
  await expect(rows).toHaveCount(50);
  await page.unroute('**/api/orders?*cursor=*');
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(rows).toHaveCount(63);
  await expect(page.getByRole('alert')).toHaveCount(0);
  const names = await rows.allTextContents();
  expect(new Set(names).size).toBe(63);
  await page.reload();
  await expect(rows).toHaveText(names);
  await header(page, 'Date').getByRole('button').click();
  await expect(rows).toHaveCount(50);
  await expect.poll(() => parameters(page)).toEqual({ sort: 'date', direction: 'asc' });
});

/** A free reading needs no card. */
async function placeFree(url: string, form: { customerName: string; customerEmail: string }) {
  const customer = openBrowser(url);
  await expectOk(customer.call('POST', checkoutPath, {}));
  await expectOk(customer.call('POST', checkoutPath, readingRequest(form)));
}

test('every status has its word and its colour', async ({ page }) => {
  const tag = newTag();
  const admin = await colleague(product.url);
  const form = { customerName: `Status ${tag}` };
  const pending = await sell(product.url, form);
  const written = await sellAndWrite(product.url, admin, 'The Sun.', form);
  const approved = await sellAndWrite(product.url, admin, 'The Moon.', form);
  await admin.ask('PUT', `/api/readings/${approved.reading.id}/approve`, {});
  const rejected = await sellAndWrite(product.url, admin, 'The Tower.', form);
  await admin.ask('PUT', `/api/readings/${rejected.reading.id}/reject`, {});
  const statuses: [
    order: SoldOrder,
    label: string,
    isColour: (r: number, g: number, b: number) => boolean,
  ][] = [
    [pending, 'Pending', (r, g, b) => r > b + 15 && g > b + 15],
    [written.order, 'Under Review', (r, _g, b) => b > r + 5],
    [approved.order, 'Approved', (r, g, b) => g > r + 3 && g > b],
    [rejected.order, 'Rejected', (r, g, b) => r > g + 10 && r > b + 10],
  ];
  await openDesk(page, product.url, `?q=${tag}`);
  for (const [order, label, isColour] of statuses) {
    const badge = rowOf(page, order).getByText(label, { exact: true });
    await expect(badge).toBeVisible();
    const [r = 0, g = 0, b = 0] = await badge.evaluate((element) => {
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen) return [];
      pen.fillStyle = getComputedStyle(element).backgroundColor;
      pen.fillRect(0, 0, 1, 1);
      return [...pen.getImageData(0, 0, 1, 1).data];
    });
    expect(isColour(r, g, b), `${label} is rgb(${r} ${g} ${b})`).toBe(true);
    await filterBy(page, 'Status').selectOption({ label });
    await expectListed(page, [order]);
    await filterBy(page, 'Status').selectOption({ label: 'All statuses' });
  }
});

test('an order is deleted after a question, and brought back', async ({ page }) => {
  const { tag, bea, ada, cleo } = await sellThree();
  await openDesk(page, product.url, `?q=${tag}`);
  const press = (answer: string) => async () => {
    await page.getByRole('button', { name: `Delete order ${ada.orderNumber}` }).click();
    const question = page.getByRole('alertdialog', {
      name: `Are you sure you want to delete order ${ada.orderNumber}?`,
    });
    await expect(question).toContainText(ada.name);
    await expect(question).toHaveAccessibleDescription(
      /\$60\.00 stays with you; the customer gets no reading\. Refund first\?$/,
    );
    await question.getByRole('button', { name: answer }).click();
  };
  await press('Cancel')();
  await expectListed(page, [cleo, ada, bea]);
  await expect(page.getByRole('button', { name: `Delete order ${ada.orderNumber}` })).toBeFocused();

  await expectFailuresTold(page, {
    method: 'DELETE',
    call: '**/api/orders/*',
    title: 'Delete Failed',
    message: 'Failed to delete order',
    act: press('Delete'),
    kept: () => expectListed(page, [cleo, ada, bea]),
  });

  await test.step('Undo brings it back', async () => {
    await press('Delete')();
    await expectDone(page, 'Order Deleted', `Order ${ada.orderNumber} is no longer listed.`);
    await expectListed(page, [cleo, bea]);
    await expect(page.getByText('2 orders', { exact: true })).toBeVisible();
    await toastOn(page).getByRole('button', { name: 'Undo' }).click();
    await expectDone(page, 'Order Restored', `Order ${ada.orderNumber} is back.`);
    await expectListed(page, [cleo, ada, bea]);
  });

  await test.step('somebody else was faster', async () => {
    const admin = await colleague(product.url);
    await admin.ask('DELETE', `/api/orders/${ada.id}`);
    await press('Delete')();
    await expectRefused(page, 'Delete Failed', /no such order/);
    await expectListed(page, [cleo, bea]);
  });

  await test.step('the deleted ones are listed, and restored from there', async () => {
    await filterBy(page, 'Show').selectOption({ label: 'Deleted' });
    await expect(page.getByText('1 order', { exact: true })).toBeVisible();
    const restore = page.getByRole('button', { name: `Restore order ${ada.orderNumber}` });
    await expectFailuresTold(page, {
      method: 'PUT',
      call: '**/api/orders/*/restore',
      title: 'Restore Failed',
      message: 'Failed to restore order',
      act: () => restore.click(),
      kept: () => expect(restore).toBeVisible(),
    });
    await restore.click();
    await expectDone(page, 'Order Restored', `Order ${ada.orderNumber} is back.`);
    await expect(page.getByText('No orders match', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Order Management' })).toBeFocused();
    await filterBy(page, 'Show').selectOption({ label: 'All orders' });
    await expectListed(page, [cleo, ada, bea]);
  });
});

test('selected orders go to a reader together', async ({ page }) => {
  const { tag, bea, ada, cleo } = await sellThree();
  const admin = await colleague(product.url);
  await expectLoadedAgain(page, {
    call: '**/api/readers',
    message: 'The readers could not be loaded.',
    load: () => openDesk(page, product.url, `?q=${tag}`),
    loaded: () => expect(filterBy(page, 'Reader').getByRole('option', { name: 'reader2' })).toHaveCount(1),
  });
  const select = (order: SoldOrder) =>
    page.getByRole('checkbox', { name: `Select order ${order.orderNumber}` });
  const all = page.getByRole('checkbox', { name: 'Select all orders shown' });
  const bar = page.getByRole('region', { name: 'Selected orders' });
  await expect(bar).toHaveCount(0);
  await select(ada).check();
  await expect(bar).toContainText('1 selected');
  await all.check();
  await expect(bar).toContainText('3 selected');
  await select(cleo).uncheck();
  await expect(bar).toContainText('2 selected');
  const chosen = bar.getByLabel('Reader for the selected orders');
  await chosen.selectOption({ label: 'reader1' });
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await select(ada).check();
  await select(bea).check();
  await expect(chosen.getByRole('option', { selected: true })).toHaveText('Choose a reader');
  const assign = async (reader: string) => {
    await chosen.selectOption({ label: reader });
    await bar.getByRole('button', { name: 'Assign' }).click();
  };
  await expectFailuresTold(page, {
    method: 'PUT',
    call: '**/api/assignments',
    title: 'Update Failed',
    message: 'Failed to reassign orders',
    act: () => assign('Nobody'),
    kept: () => expect(bar).toContainText('2 selected'),
  });
  await assign('Nobody');
  await expectDone(page, 'Orders Reassigned', '2 orders are with nobody now.');
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Order Management' })).toBeFocused();
  await expect(rowOf(page, ada)).not.toContainText('reader');
  expect((await admin.order(bea.id)).assignedReader).toBeNull();
  await select(ada).check();
  await select(bea).check();
  await assign('reader2');
  await expectDone(page, 'Orders Reassigned', '2 orders are with reader2 now.');
  await expect(rowOf(page, ada)).toContainText('reader2');
  await expect(rowOf(page, bea)).toContainText('reader2');

  await test.step('one of them was deleted meanwhile', async () => {
    await select(ada).check();
    await select(bea).check();
    await admin.ask('DELETE', `/api/orders/${bea.id}`);
    await assign('reader1');
    await expectRefused(page, 'Not All Orders Were Reassigned', /^1 done, 1 not: There is no such order/);
    const left = bar.getByRole('list', { name: 'Not reassigned' });
    await expect(left).toHaveText(new RegExp(`^${bea.orderNumber}: There is no such order`));
    await expect(chosen).toBeFocused();
    await expect(rowOf(page, ada)).toContainText('reader1');
  });
});

testAlone('orders are exported, and no cell of theirs runs in a spreadsheet', async ({ page, service }) => {
  const formula = await sell(service.url, {
    customerName: '=HYPERLINK("http://evil.example","Ada")',
    customerEmail: '+ada@customers.example',
  });
  const other = await sell(service.url, { customerName: 'Zoë, the "second"' });
  const admin = await colleague(service.url);
  await admin.write(other.id, 'The Star.');
  await openDesk(page, service.url);
  const download = async (button: string, role: 'link' | 'button') => {
    const arriving = page.waitForEvent('download');
    await page.getByRole(role, { name: button }).click();
    const file = await arriving;
    return { name: file.suggestedFilename(), lines: readFileSync(await file.path(), 'utf8').split('\r\n') };
  };
  const cellsOfFormula = `"'=HYPERLINK(""http://evil.example"",""Ada"")",'+ada@customers.example,Pending,Paid,Career path,60.00,0.00,`;
  const cellsOfOther = `"Zoë, the ""second""",${other.email},Under Review,Paid,Career path,60.00,0.00,`;

  await test.step('the whole list', async () => {
    const { name, lines } = await download('Export CSV', 'link');
    expect(name).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines).toEqual([
      '\ufeffOrder,Placed,Customer,Email,Status,Payment,Type,Amount (USD),Refunded (USD),Paid,Due,Delivered,Reader',
      expect.stringContaining(cellsOfOther),
      expect.stringContaining(cellsOfFormula),
      '',
    ]);
    expect(lines[2]).toMatch(new RegExp(`^${formula.orderNumber},\\d{4}-.*,reader\\d$`));
  });

  await test.step('what the filters leave', async () => {
    await filterBy(page, 'Status').selectOption({ label: 'Under Review' });
    await expectListed(page, [other]);
    const { lines } = await download('Export CSV', 'link');
    expect(lines.slice(1)).toEqual([expect.stringContaining(cellsOfOther), '']);
    await filterBy(page, 'Status').selectOption({ label: 'All statuses' });
  });

  await test.step('what was placed in some days, kept in the address', async () => {
    const placed = filterBy(page, 'Placed');
    const days = page.getByRole('form', { name: 'Placed in these days' });
    const choose = async (from: string, to: string) => {
      await days.getByLabel('First day').fill(from);
      await days.getByLabel('Last day').fill(to);
      await days.getByRole('button', { name: 'Show' }).click();
    };
    await placed.selectOption({ label: 'From … to …' });
    await choose('2020-02-01', '2020-01-01');
    await expect(days.getByRole('alert')).toContainText('with 366 days at most');
    await choose('2020-01-01', '2020-02-01');
    await expect(page.getByText('No orders match')).toBeVisible();
    await page.reload();
    await expect(days.getByLabel('Last day')).toHaveValue('2020-02-01');
    await expect(page.getByText('No orders match')).toBeVisible();
    await placed.selectOption({ label: 'This month' });
    await expectListed(page, [other, formula]);
    await expect(days).toHaveCount(0);
    expect((await download('Export CSV', 'link')).lines).toHaveLength(4);
    await placed.selectOption({ label: 'Any time' });
  });

  await test.step('what is selected', async () => {
    await page.getByRole('checkbox', { name: `Select order ${formula.orderNumber}` }).check();
    const { name, lines } = await download('Export selected', 'button');
    expect(name).toMatch(/^orders.*\.csv$/);
    expect(lines).toEqual([
      expect.stringContaining('Order,Placed'),
      expect.stringContaining(cellsOfFormula),
      '',
    ]);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect(page.getByRole('region', { name: 'Selected orders' })).toHaveCount(0);
  });
});

testAlone('an order that is late says so, and is found by it', async ({ page, service }) => {
  const late = await sell(service.url);
  const inTime = await sell(service.url);
  const db = openDatabase(service.databasePath);
  const twoDaysAgo = Date.now() - 2 * 86_400_000 - 60_000;
  db.$client.prepare('UPDATE orders SET due_at = ? WHERE id = ?').run(twoDaysAgo, late.id);
  db.$client.close();
  await openDesk(page, service.url);
  await expect(rowOf(page, late)).toContainText('Late by 2 days');
  await expect(rowOf(page, inTime)).toContainText(/Due (today|\w{3}, \w{3} \d+)/);
  await filterBy(page, 'Show').selectOption({ label: 'Overdue' });
  await expectListed(page, [late]);
  await numberOf(page, late).click();
  await expect(page.getByRole('dialog').getByText('Late by 2 days')).toBeVisible();
});
