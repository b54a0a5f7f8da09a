import type { Page } from '@playwright/test';
import { colleague, expectDone, expectRefused } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import {
  answerShort,
  assignment,
  choose,
  expectSaved,
  handIn,
  openReaderDesk,
  readerElsewhere,
  sellRejected,
  sellTo,
  subject,
  text,
  wayBack,
} from '../steps/reader-steps.ts';
import { expect, expectNoFlaws } from '../steps/steps.ts';

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

  await step('the second is told, and shown both', async () => {
    await text(other).fill('Written in the second window.');
    await expect(savedElsewhere(other)).toContainText('A different text was saved in another window');
    await expect(savedElsewhere(other)).toBeInViewport({ ratio: 1 });
    const announced = other.getByRole('alert').filter({ hasText: 'A different text was saved' });
    await expect(announced).toHaveText(/ is underlined\.$/);
    await expect(savedElsewhere(other).locator('del').last()).toHaveText('second');
    await expect(savedElsewhere(other).locator('ins').last()).toHaveText('first');
    await handIn(other);
    await expectRefused(other, 'Error', /Choose one of them first/);
    await expect(text(other)).toHaveValue('Written in the second window.');
    await expectNoFlaws(other);
  });
  await step('it takes the other one', async () => {
    await savedElsewhere(other).getByRole('button', { name: 'Take the other' }).click();
    await expect(text(other)).toHaveValue('Written in the first window.');
    await expect(text(other)).toBeFocused();
    await text(other).fill('Written in both.');
    await expectSaved(other);
  });
  await step('the first goes on with its own, and the line that is typed stays in view', async () => {
    await page.setViewportSize({ width: 1366, height: 650 });
    const lines = Array.from({ length: 40 }, (_, index) => `Line ${index} of the first.`);
    await text(page).fill(lines.join('\n'));
    const scrolled = () =>
      text(page).evaluate((field) => field.scrollTop + field.clientHeight - field.scrollHeight);
    await expect(savedElsewhere(page)).toBeInViewport({ ratio: 1 });
    await expect(text(page)).toBeInViewport({ ratio: 1 });
    await expect.poll(scrolled).toBeGreaterThan(-2);
    await expectNoFlaws(page);
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

testAlone('nothing is typed for an order that is not there yet', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1');
  await openReaderDesk(page, service.url, 'reader1', `?order=${order.id}`);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/reader/orders', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.reload();
  await expect(text(page)).toBeVisible();
  await expect(text(page)).not.toBeEditable();
  answer.resolve();
  await text(page).fill('The Star.');
  await expectSaved(page);

  await step(
    'nor for one whose text is on its way: the field takes the focus with the first letter',
    async () => {
      const later = await sellTo(service, admin, 'reader1');
      const draft = Promise.withResolvers<void>();
      await page.route(`**/api/orders/${later.id}/draft`, async (route) => {
        await draft.promise;
        await route.continue();
      });
      await openReaderDesk(page, service.url, 'reader1');
      await page.getByRole('button', { name: `Upload Reading for ${later.orderNumber}` }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Looking for your text…' })).toBeVisible();
      await expect(text(page)).toHaveAttribute('placeholder', 'Loading your text…');
      await expect(text(page)).not.toBeFocused();
      await expectNoFlaws(page);
      draft.resolve();
      await expect(text(page)).toBeFocused();
      await page.keyboard.type('The Star speaks');
      await expect(text(page)).toHaveValue('The Star speaks');
    },
  );
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
  await expectNoFlaws(page);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Please enter your password.');
  await dialog.getByLabel('Password').fill('not this one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Invalid credentials');
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
  await step('a button that was refused has the focus again', async () => {
    await page.context().clearCookies();
    const submit = page.getByRole('button', { name: 'Submit for Admin Review' });
    await submit.focus();
    await page.keyboard.press('Enter');
    await answerShort(page);
    await dialog.getByLabel('Password').fill('demo-reader-pass');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(submit).toBeFocused();
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
    await expect(notice).toContainText('it is kept on this device only, for you to copy');
    await expect(notice).toBeInViewport({ ratio: 1 });
    await expect(page.locator('body')).not.toBeFocused();
    await notice.getByText(`What you wrote for ${order.orderNumber}`).click();
    await expect(kept).toHaveValue(/^The Star speaks of patience\./);
    await expectNoFlaws(page);
  });
  await step('also after a reload, and on the list', async () => {
    await page.reload();
    await notice.getByText(`What you wrote for ${order.orderNumber}`).click();
    await expect(kept).toHaveValue(/^The Star speaks of patience\./);
    await wayBack(page).click();
    await expect(notice).toContainText(order.orderNumber);
    await expect(page.getByRole('link', { name: order.orderNumber })).toBeFocused();
  });
  await step('until nobody needs it', async () => {
    await page.getByRole('link', { name: order.orderNumber }).click();
    await notice.getByRole('button', { name: 'Discard the text' }).click();
    await expect(notice).toHaveCount(0);
    await expect(submitted).toBeFocused();
  });
});

testAlone('a rejected reading comes back on top, with what to change', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const first = await sellTo(service, admin, 'reader1');
  const rejected = await sellRejected(service, admin, 'reader1', {
    content: 'The Star speaks of patience.',
    feedback: 'Please say more of the Star.',
  });
  await openReaderDesk(page, service.url, 'reader1');
  const numbers = page.getByRole('listitem').getByRole('heading', { level: 4 });
  await expect(numbers).toHaveText([new RegExp(rejected.orderNumber), new RegExp(first.orderNumber)]);
  await expect(assignment(page, rejected)).toContainText('Needs Revision');
  await expect(assignment(page, rejected).getByRole('button')).toHaveText(/Revise$/);
  await choose(page, rejected);
  await expect(subject(page)).toContainText('Please say more of the Star.');
  await expect(text(page)).toHaveValue('The Star speaks of patience.');
  await text(page).fill('The Star speaks of patience and hope.');
  await page.getByText('What you have changed').click();
  await expect(page.locator('ins')).toHaveText('and hope');
  await expectSaved(page);
  await expectNoFlaws(page);
  await handIn(page);
  await expectDone(page, 'Success', 'Reading submitted for admin review');
  expect((await admin.order(rejected.id)).status).toBe('reading_uploaded');

  const { id } = await admin.readingOf(rejected.id);
  await admin.ask('PUT', `/api/readings/${id}/reject`, { feedback: 'Almost.' });
  await page.reload();
  await choose(page, rejected);
  await page.getByText('Versions (2)').click();
  await page.getByRole('button', { name: 'Show changes' }).click();
  await expect(page.locator('ins')).toHaveText('and hope');
});

testAlone('the place to write has everything beside the text', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1', {
    readingType: 'other',
    customQuestion: 'Will the bakery feed us both?',
    backgroundContext: 'We bake since March.',
    readingAddresseeName: 'Mai',
  });
  await openReaderDesk(page, service.url, 'reader1');
  await choose(page, order);
  for (const fact of ['Will the bakery feed us both?', 'We bake since March.', 'Mai', /\(\d+ \w+ left\)/])
    await expect(subject(page)).toContainText(fact);
  await text(page).fill('Dear Mai,\n\nthe Sun rises early.');
  await expectSaved(page);
  await expectNoFlaws(page);

  await step('a preview of the mail', async () => {
    const preview = page.getByRole('dialog', { name: `Preview for ${order.orderNumber}` });
    await page.route('**/delivery-preview', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(preview.getByRole('alert')).toContainText('The preview could not be loaded.');
    await page.unroute('**/delivery-preview');
    await preview.getByRole('button', { name: 'Try again' }).click();
    await expect(preview.frameLocator('iframe').getByText('the Sun rises early.')).toBeVisible();
    await expect(preview).not.toContainText(order.email);
    await page.keyboard.press('Escape');
    await expect(preview).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused();
  });
  await step('on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await text(page).fill('Dear Mai,\n\nthe Sun rises early, and so do you.');
    await handIn(page);
    await expectDone(page, 'Success', 'Reading submitted for admin review');
    expect((await admin.readingOf(order.id)).content).toBe(
      'Dear Mai,\n\nthe Sun rises early, and so do you.',
    );
  });
});

testAlone('what is pasted from a word processor comes in as clean paragraphs', async ({ page, service }) => {
  const admin = await colleague(service.url);
  const order = await sellTo(service, admin, 'reader1');
  await openReaderDesk(page, service.url, 'reader1', `?order=${order.id}`);
  await expect(text(page)).toBeEditable();
  const paste = async (html: string, plain: string) => {
    await text(page).fill('');
    await text(page).evaluate(
      (field, data) => {
        const clipboardData = new DataTransfer();
        if (data.html) clipboardData.setData('text/html', data.html);
        clipboardData.setData('text/plain', data.plain);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      { html, plain },
    );
  };
  const pastes: [html: string, plain: string, wanted: string][] = [
    [
      '<html><head><style>p { color: red }</style></head><body><!--StartFragment--><p class="MsoNormal">Dear\n Mai,<o:p></o:p></p><p class="MsoNormal">the&nbsp;<b>Star</b> says:<br>wait.</p><p>&nbsp;</p><p>Yours</p><!--EndFragment--></body></html>',
      'Dear Mai,\r\nthe Star says:\r\nwait.\r\n',
      'Dear Mai,\n\nthe Star says:\nwait.\n\nYours',
    ],
    [
      '<ul><li>The Sun</li><li>The Moon</li></ul><div>Both shine.</div>',
      '',
      '- The Sun\n- The Moon\n\nBoth shine.',
    ],
    ['', 'One\u00a0line\r\n\r\n\r\n\r\nand\u200b another', 'One line\n\nand another'],
    ['<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>', '', '<script>alert(1)</script>'],
  ];
  for (const [html, plain, wanted] of pastes) {
    await paste(html, plain);
    await expect(text(page)).toHaveValue(wanted);
  }
  await page.keyboard.press('ControlOrMeta+z');
  await expect(text(page)).toHaveValue('');
  await expectSaved(page);
});
