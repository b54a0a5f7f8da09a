import type { Page } from '@playwright/test';
import { colleague, expectDone, expectRefused } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import {
  choose,
  expectSaved,
  handIn,
  openReaderDesk,
  readerElsewhere,
  sellTo,
  text,
  wayBack,
} from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';

/* Where readers write: nothing they type is lost, nor overwritten, nor handed in by mistake. */

const { step } = testAlone;

const savedElsewhere = (page: Page) => page.getByRole('region', { name: 'Saved elsewhere' });

testAlone(
  'what is typed is there after a reload and on another device',
  async ({ page, browser, service }) => {
    const admin = await colleague(service.url);
    const order = await sellTo(service, admin, 'reader1');
    await openReaderDesk(page, service.url, 'reader1');
    await choose(page, order);
    const isSeen = Promise.withResolvers<void>();
    await page.route('**/draft', async (route) => {
      await isSeen.promise;
      await route.continue();
    });
    await text(page).fill('The Star speaks of patience.');
    await page.getByLabel('Internal notes').fill('A hard one.');
    await expect(page.getByText('Saving…')).toBeVisible();
    isSeen.resolve();
    await expectSaved(page);
    await page.unroute('**/draft');

    await step('a reload', async () => {
      await page.reload();
      await expect(text(page)).toHaveValue('The Star speaks of patience.');
      await expectSaved(page);
    });
    await step('another device', async () => {
      const phone = await readerElsewhere(browser, service, 'reader1', `?order=${order.id}`);
      await expect(text(phone)).toHaveValue('The Star speaks of patience.');
      await expect(phone.getByLabel('Internal notes')).toHaveValue('A hard one.');
      await text(phone).fill('The Star speaks of patience, and of rest.');
      await expectSaved(phone);
      await phone.context().close();
      await page.reload();
      await expect(text(page)).toHaveValue('The Star speaks of patience, and of rest.');
    });
    await step('after it was handed in', async () => {
      await handIn(page);
      await expectDone(page, 'Success', 'Reading submitted for admin review');
      await expect(text(page)).toHaveValue('');
      await page.reload();
      await expect(page.getByText('No pending assignments')).toBeVisible();
      expect((await admin.readingOf(order.id)).content).toBe('The Star speaks of patience, and of rest.');
    });
  },
);

testAlone('two windows do not overwrite each other', async ({ page, context, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1');
  const query = `?order=${order.id}`;
  await openReaderDesk(page, service.url, 'reader1', query);
  const other = await context.newPage();
  await other.goto(`${service.url}/reader/dashboard${query}`);
  await expect(text(other)).toBeEditable();
  await text(page).fill('Written in the first window.');
  await expectSaved(page);

  await step('the second is told', async () => {
    await text(other).fill('Written in the second window.');
    await expect(savedElsewhere(other)).toContainText('A different text was saved in another window');
  });
  await step('it takes the other one', async () => {
    await savedElsewhere(other).getByRole('button', { name: 'Take the other' }).click();
    await expect(text(other)).toHaveValue('Written in the first window.');
    await text(other).fill('Written in both.');
    await expectSaved(other);
  });
  await step('the first goes on with its own', async () => {
    await text(page).fill('Only in the first.');
    await savedElsewhere(page).getByRole('button', { name: 'Keep mine' }).click();
    await expectSaved(page);
    await other.reload();
    await expect(text(other)).toHaveValue('Only in the first.');
  });
});

testAlone('nothing is lost while there is no connection', async ({ page, context, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1');
  await openReaderDesk(page, service.url, 'reader1', `?order=${order.id}`);
  await expect(text(page)).toBeEditable();
  // Whoever writes has moved a hand before: what is said of a failure is fetched then.
  const toasts = page.waitForResponse(/\/Toaster.*\.js$/);
  await page.mouse.move(10, 10);
  await toasts;
  await context.setOffline(true);
  await text(page).fill('Typed in a tunnel.');
  await expect(page.getByRole('status').filter({ hasText: 'Not saved' })).toContainText(
    'Your text is kept on this device.',
  );
  await handIn(page);
  await expectRefused(page, 'Error', /couldn’t reach the server/);
  await expect(text(page)).toHaveValue('Typed in a tunnel.');
  await context.setOffline(false);
  await expectSaved(page);
});

testAlone('a power cut costs the last few seconds at most', async ({ page, browser, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1');
  const query = `?order=${order.id}`;
  await openReaderDesk(page, service.url, 'reader1', query);
  await text(page).fill('Saved before the cut.');
  await expectSaved(page);
  await text(page).pressSequentially(' Typed');
  await service.kill();
  await text(page).pressSequentially(' after it.');
  await expect(page.getByRole('status').filter({ hasText: 'Not saved' })).toBeVisible();
  await service.restart();

  await step('what was saved is on every device', async () => {
    const phone = await readerElsewhere(browser, service, 'reader1', query);
    await expect(text(phone)).toHaveValue(/^Saved before the cut\./);
    await phone.context().close();
  });
  await step('this window loses nothing', async () => {
    await expectSaved(page);
    await page.reload();
    await expect(text(page)).toHaveValue('Saved before the cut. Typed after it.');
  });
});

testAlone('a session that ends in the middle of writing loses nothing', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1');
  await openReaderDesk(page, service.url, 'reader1', `?order=${order.id}`);
  await expect(text(page)).toBeEditable();
  // What the page still asks for would be told of the end before anything is typed.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  // On a slow machine the dialog would come between two letters.
  const isTyped = Promise.withResolvers<void>();
  await page.route('**/draft', async (route) => {
    await isTyped.promise;
    await route.continue();
  });
  await text(page).fill('Typed the session.');
  // The caret goes back to before "the session".
  for (let i = 0; i < 'the session.'.length; i++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('after');
  isTyped.resolve();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await dialog.getByLabel('Password').fill('demo-reader-pass');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(text(page)).toBeFocused();
  await page.keyboard.type(' ');
  await expect(text(page)).toHaveValue('Typed after the session.');
  await expectSaved(page);

  await step('while the account is open, it is told once, and the text is saved as well', async () => {
    await page.keyboard.press('Control+End');
    await page.context().clearCookies();
    await page.keyboard.type(' And again.');
    await page.getByRole('button', { name: 'My account' }).click();
    await expect(dialog.getByLabel('Password')).toBeFocused();
    await page.waitForLoadState('networkidle');
    await expect(dialog).toHaveCount(1);
    await dialog.getByLabel('Password').fill('demo-reader-pass');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    const account = page.getByRole('dialog', { name: 'My account' });
    await expect(account.getByRole('heading', { name: 'Email address' })).toBeVisible();
    await account.getByRole('button', { name: 'Close' }).click();
    await expectSaved(page);
  });
  await page.reload();
  await expect(text(page)).toHaveValue('Typed after the session. And again.');
});

testAlone(
  'an order that goes to a colleague takes its text along, and keeps it',
  async ({ page, browser, service }) => {
    const admin = await colleague(service.url);
    const order = await sellTo(service, admin, 'reader1');
    const query = `?order=${order.id}`;
    await openReaderDesk(page, service.url, 'reader1', query);
    await text(page).fill('Begun by the first reader.');
    await expectSaved(page);
    await admin.ask('PUT', `/api/orders/${order.id}/assignee`, { readerId: await admin.readerId('reader2') });

    const second = await readerElsewhere(browser, service, 'reader2', query);
    await expect(text(second)).toHaveValue('Begun by the first reader.');
    await expect(second.getByText(/begun by reader1$/)).toBeVisible();
    await text(second).fill('Ended by the second.');
    await expectSaved(second);

    await text(page).fill('Begun by the first reader, who types on.');
    const notice = page.getByRole('region', { name: 'Taken away' });
    await expect(notice).toContainText('given to somebody else');
    await expect(page.getByText('No pending assignments')).toBeVisible();
    await expect(notice).toContainText('kept on this device only');
    await notice.getByText('What you wrote for').click();
    await expect(notice.getByLabel('Text for')).toHaveValue('Begun by the first reader, who types on.');
    await handIn(second);
    await expectDone(second, 'Success', 'Reading submitted for admin review');
    expect((await admin.readingOf(order.id)).content).toBe('Ended by the second.');
    await second.context().close();
  },
);

testAlone('what was written for a reading that is handed in elsewhere is kept', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1');
  const notice = page.getByRole('region', { name: 'Taken away' });
  const submitted = page.getByRole('article', { name: 'The reading' });
  const kept = notice.getByLabel(`Text for ${order.orderNumber}`);
  await openReaderDesk(page, service.url, 'reader1');
  await choose(page, order);
  await text(page).pressSequentially('The Star speaks of patience.');
  await admin.write(order.id, 'The Sun speaks of joy.');

  await step('it is told beside what was handed in', async () => {
    await text(page).press('End');
    await page.keyboard.type(' And of rest.');
    await expect(submitted).toContainText('The Sun speaks of joy.');
    await expect(notice).toContainText(`${order.orderNumber}: The reading of this order has been handed in`);
    await notice.getByText(`What you wrote for ${order.orderNumber}`).click();
    await expect(kept).toHaveValue(/^The Star speaks of patience\./);
  });
  await step('also after a reload, and on the list', async () => {
    await page.reload();
    await notice.getByText(`What you wrote for ${order.orderNumber}`).click();
    await expect(kept).toHaveValue(/^The Star speaks of patience\./);
    await wayBack(page).click();
    await expect(notice).toContainText(order.orderNumber);
  });
});
