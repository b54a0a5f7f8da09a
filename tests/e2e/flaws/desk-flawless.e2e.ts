import { handledEvents } from '../../../src/server/payments/stripe/handled-events.ts';
import { limits } from '../../../src/shared/limits.ts';
import { toastOn } from '../steps/checkout-steps.ts';
import {
  askToDelete,
  chooseFilter,
  colleague,
  expectDone,
  openDesk,
  openMenu,
  refuse,
  rowOf,
  sell,
  sellAndWrite,
} from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect } from '../steps/steps.ts';
import { close, dialog, longForm, longText, looking, openRow, word } from './flawless-steps.ts';

/* Every state of the admin's lists and dialogs, in both themes and at every width, the texts as long as can be. */

test('the list of orders', async ({ page, service }) => {
  const look = looking(page);
  await openDesk(page, service.url);
  await look('no orders yet', () => expect(page.getByText('No orders yet')).toBeVisible());

  const admin = await colleague(service.url);
  const username = word(limits.usernameCharacters);
  await admin.ask('POST', '/api/staff', { username, password: 'first words', role: 'reader' });
  const long = await sell(service.url, longForm);
  await admin.ask('PUT', `/api/orders/${long.id}/assignee`, { readerId: await admin.readerId(username) });
  const { order: rejected, reading } = await sellAndWrite(service.url, admin, 'The Tower.');
  await admin.ask('PUT', `/api/readings/${reading.id}/reject`, {});
  await admin.ask('POST', `/api/orders/${rejected.id}/refund`, { amount: 10 });
  await page.reload();
  await look('long names and badges, with rows picked', async () => {
    await expect(rowOf(page, rejected)).toContainText('Rejected');
    await expect(rowOf(page, rejected)).toContainText('Partly refunded');
    await page.getByRole('checkbox', { name: 'Select all orders shown' }).check();
    await expect(page.getByRole('region', { name: 'Selected orders' })).toContainText('2 selected');
  });
  await look('the question before deleting', async () => {
    await askToDelete(page, long.orderNumber);
  });
  await close(page);
  await look('the menu of a row', () => expect(openMenu(page, long.orderNumber)).resolves.toBeTruthy());
  await page.keyboard.press('Escape');
  await look('a view being named, among own ones', async () => {
    for (const name of [word(limits.viewNameCharacters), 'Ana']) {
      await admin.ask('POST', '/api/saved-views', { name, query: `q=${name}` });
    }
    await page.goto(`${service.url}/admin/dashboard?status=rejected`);
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByLabel('Name of the view')).toBeFocused();
  });
  await page.goto(`${service.url}/admin/dashboard`);
  await look('the toast with its Undo, and the deleted orders', async () => {
    await askToDelete(page, rejected.orderNumber);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toastOn(page)).toContainText('Order Deleted');
    await chooseFilter(page, 'Show', 'Deleted');
    await expect(page.getByRole('button', { name: `Restore order ${rejected.orderNumber}` })).toBeVisible();
    await page.keyboard.press('F8');
  });
});

test('a list of orders in which something is missing', async ({ page, service }) => {
  const look = looking(page);
  await sell(service.url, longForm);
  await openDesk(page, service.url);
  await look('a list that cannot be loaded', async () => {
    await refuse(page, 'GET', '**/api/orders?*', async () => {
      await chooseFilter(page, 'Show', 'Overdue');
      await expect(page.getByRole('alert')).toContainText('The orders could not be loaded.');
    });
  });
  await look('nothing found', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill(word(limits.searchCharacters - 1).concat('!'));
    await expect(page.getByText('No orders match', { exact: true })).toBeVisible();
  });
  await look('the keys', async () => {
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(dialog(page)).toHaveAccessibleName('Keyboard shortcuts');
  });
  await close(page);
  await look('a session that has ended', async () => {
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(dialog(page)).toHaveAccessibleName('Your session has ended');
  });
});

test('an order that waits for its reading', async ({ page, service }) => {
  const look = looking(page);
  const pending = await sell(service.url, longForm);
  await openDesk(page, service.url);

  await look('pending, with a long text and the address wrong', async () => {
    await openRow(page, pending);
    await dialog(page).getByLabel('Reading content').fill(longText);
    await dialog(page).getByRole('button', { name: 'Correct address' }).click();
    await dialog(page).getByLabel('Correct email address').fill(word(100));
    await dialog(page).getByRole('button', { name: 'Save & send again' }).click();
    await expect(
      dialog(page).getByRole('form', { name: 'Correct address' }).getByRole('alert'),
    ).toBeVisible();
  });
  await look('a refund that is too much', async () => {
    await dialog(page).getByRole('button', { name: 'Refund…' }).click();
    const amount = dialog(page).getByLabel('How much ($)');
    await amount.fill('600');
    await dialog(page).getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText('At most $60.00 can be given back.');
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveAccessibleName(`Order ${pending.orderNumber}`);
  await look('given to somebody else, with the toast', async () => {
    const reader = dialog(page).getByLabel('Assigned reader');
    await reader.selectOption({ label: 'Nobody' });
    await dialog(page).getByRole('button', { name: 'Reassign' }).click();
    await expectDone(page, 'Order Reassigned', `${pending.orderNumber} is with nobody now.`);
    await reader.selectOption({ label: 'reader2' });
    await expect(dialog(page).getByRole('button', { name: 'Assign', exact: true })).toBeEnabled();
  });
});

test('an order whose reading was rejected', async ({ page, service }) => {
  const look = looking(page);
  const admin = await colleague(service.url);
  const { order: rejected, reading } = await sellAndWrite(service.url, admin, longText, longForm);
  await admin.ask('PUT', `/api/readings/${reading.id}/reject`, { feedback: word(500) });
  await openDesk(page, service.url);
  await look('rejected', async () => {
    await openRow(page, rejected);
    await expect(dialog(page)).toContainText('Feedback to the reader');
    await dialog(page).getByRole('button', { name: 'Edit Notes' }).click();
  });
  await look('rejected, while its reading is edited', async () => {
    await dialog(page).getByRole('button', { name: 'Edit Reading' }).click();
    await dialog(page).getByLabel('Reading content').fill('The Tower, told more gently.');
  });
  await look('under review, with its versions', async () => {
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
    await expectDone(page, 'Reading Updated', `The reading for ${rejected.orderNumber} was saved.`);
    await dialog(page).getByText('Versions (2)').click();
    await dialog(page).getByRole('button', { name: 'Show changes' }).click();
    await expect(dialog(page).locator('del').first()).toBeVisible();
  });
  await close(page);
  await look('one that is not there', async () => {
    await page.goto('/admin/dashboard?order=nowhere');
    await expect(dialog(page).getByRole('alert')).toBeVisible();
  });
});

test('the overview', async ({ page, service }) => {
  const look = looking(page);
  await openDesk(page, service.url, '?tab=overview');
  await look('nothing to do', () => expect(page.getByText('Nothing waits for you')).toBeVisible());

  const admin = await colleague(service.url);
  const username = word(limits.usernameCharacters);
  await admin.ask('POST', '/api/staff', { username, password: 'first words', role: 'reader' });
  const { id } = await sell(service.url);
  await admin.ask('PUT', `/api/orders/${id}/assignee`, { readerId: await admin.readerId(username) });
  await sellAndWrite(service.url, admin, 'The Star.');
  await look('figures, alerts and something to do', async () => {
    const message = 'Payments came without an order, or twice. Look them up at Stripe and refund them there.';
    const events = handledEvents.join(', ');
    const named = Array.from({ length: 5 }, (_, i) => ({ id: String(i), orderNumber: `CT-7K3M9${i}` }));
    const json = [
      { code: 'payment_review', count: 12, orders: [], message },
      { code: 'mail_failed', count: 2_345, orders: named, message },
      { code: 'webhook_endpoint', count: 1, orders: [], message: `It is not told of ${events}.` },
    ];
    await page.route('**/api/alerts', (route) => route.fulfill({ json }));
    await page.reload();
    await expect(page.getByRole('list', { name: 'Alerts' })).toContainText('2345 in all');
    for (const table of await page.getByText('As a table').all()) await table.click();
    await expect(page.getByRole('list', { name: 'To do' })).toBeVisible();
  });
  await look('an overview that cannot be loaded', async () => {
    await refuse(page, 'GET', '**/api/overview', async () => {
      await page.reload();
      await expect(page.getByRole('alert')).toContainText('The overview could not be loaded.');
    });
  });
});

test('the settings', async ({ page, service }) => {
  const look = looking(page);
  const admin = await colleague(service.url);
  const username = word(limits.usernameCharacters);
  await admin.ask('POST', '/api/staff', { username, password: 'first words', role: 'reader' });
  const { id } = await sell(service.url);
  await admin.ask('PUT', `/api/orders/${id}/assignee`, { readerId: await admin.readerId(username) });
  await openDesk(page, service.url, '?tab=settings');
  await look('every mistake in the settings', async () => {
    await page.getByRole('button', { name: 'Update Price' }).click();
    await page.getByRole('button', { name: 'Update Password' }).click();
    await page.getByText('Add somebody', { exact: true }).click();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('The username is missing.')).toBeVisible();
    await expect(toastOn(page)).toContainText('Missing Fields');
  });
  const manage = (name: string) =>
    page.getByRole('button', { name: `Manage the account of ${name}` }).click();
  await look('the account of somebody with a long name and an order', async () => {
    await manage(username);
    await expect(dialog(page).getByLabel('What becomes of 1 open order')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Set password' }).click();
    await expect(dialog(page).getByRole('alert')).toBeVisible();
  });
  await look('a closed account', async () => {
    await dialog(page).getByRole('button', { name: 'Close account' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close it' }).click();
    await expect(dialog(page)).toContainText('This account is closed');
  });
  await close(page);
  await look('one’s own account', async () => {
    await manage('admin');
    await expect(dialog(page)).toContainText('this device');
  });
});

test('on a phone orders are found, opened and approved', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const { order } = await sellAndWrite(service.url, admin, 'Maya, the Star shines for you.');
  const pending = await sell(service.url);
  await page.setViewportSize({ width: 360, height: 740 });
  await openDesk(page, service.url);
  await page.getByRole('searchbox', { name: 'Search' }).fill(order.name);
  await expect(rowOf(page, pending)).toHaveCount(0);
  await chooseFilter(page, 'Status', 'Under Review');
  await page.getByRole('button', { name: 'Customer' }).click();
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await openRow(page, order);
  await expect(dialog(page)).toContainText('Maya, the Star shines for you.');
  await dialog(page).getByRole('button', { name: 'Edit Notes' }).click();
  await dialog(page).getByLabel('Internal notes').fill('Read on the train.');
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expectDone(page, 'Notes Updated', `The notes on ${order.orderNumber} were saved.`);
  await close(page);

  for (const [name, heading] of [
    ['Settings', 'Settings'],
    ['Overview', 'Overview'],
    ['Reading Approval', 'Reading Approval'],
  ] as const) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible();
    await expect(page.getByRole('tab', { name })).toBeInViewport({ ratio: 0.9 });
  }
  await page.getByRole('button', { name: 'Approve & Send' }).click();
  await dialog(page).getByRole('button', { name: 'Send to the customer' }).click();
  await expect(toastOn(page)).toContainText('Reading Approved');
  expect((await admin.order(order.id)).status).toBe('approved');
});
