import type { Page } from '@playwright/test';
import { placeOf } from '../steps/arrive.ts';
import { settingsCall } from '../steps/checkout-steps.ts';
import {
  atOwnBrowser,
  colleague,
  expectDone,
  expectFailuresTold,
  expectLoadedAgain,
  expectRefused,
  filterBy,
  manage,
  openDesk,
  sell,
  signInHere,
} from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, expectNoFlaws, openCheckout, payButton, people } from '../steps/steps.ts';

/* The settings: the price, one's own password, the people, and who the business is. */

const tooCommon = 'This password is one of the most common ones and easily guessed. Please choose another.';
const adminHere = { username: 'admin', password: people.admin, path: '/admin/dashboard' };
const peopleCard = (page: Page) => page.getByRole('region', { name: 'People' });
const personRow = (page: Page, username: string) =>
  peopleCard(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Manage the account of ${username}` }) });

test('the price is changed, and who the business is can be read', async ({ page, service }) => {
  const card = page.getByRole('form', { name: 'Reading Price' });
  const newPrice = card.getByRole('textbox', { name: 'New price ($)' });
  const update = card.getByRole('button', { name: 'Update Price' });

  await test.step('49.00 until the settings are there', async () => {
    const answered = Promise.withResolvers<void>();
    await page.route(settingsCall, async (route) => {
      await answered.promise;
      await route.fallback();
    });
    await openDesk(page, service.url, '?tab=settings');
    await expect(card).toContainText('Current price: $49.00');
    answered.resolve();
    await expect(card).toContainText('Current price: $60.00');
    await page.unroute(settingsCall);
    await expectLoadedAgain(page, {
      call: settingsCall,
      message: 'The price could not be loaded.',
      load: () => page.reload(),
      loaded: () => expect(card).toContainText('Current price: $60.00'),
    });
  });

  await test.step('what is no price is refused with the reason', async () => {
    const belowStripe =
      'The price may be 0 (a free reading) or at least 0.50: card payments below $0.50 are not possible.';
    const noPrices: [typed: string, reason: string][] = [
      ['', 'Please enter a valid price'],
      ['-1', 'Please enter a valid price'],
      ['60.005', 'Please enter a valid price'],
      ['1,234', '1,234 can mean two amounts. Write 1234 without the comma, or the cents with a point.'],
      ['1e3', 'Please enter a valid price'],
      ['0.25', belowStripe],
      ['0.49', belowStripe],
    ];
    for (const [typed, reason] of noPrices) {
      await newPrice.fill(typed);
      await expect(newPrice).not.toHaveAttribute('aria-invalid');
      await update.click();
      await expectRefused(page, 'Invalid Price', reason);
      await expect(card.getByRole('alert')).toHaveText(reason);
      await expect(newPrice).toHaveAttribute('aria-invalid', 'true');
      await expect(newPrice).toHaveValue(typed);
    }
  });

  await test.step('a price ten times the one before is asked about; the wheel changes nothing', async () => {
    const question = page.getByRole('alertdialog', { name: 'Change the price to $4,950.00?' });
    await newPrice.fill('4950');
    await newPrice.hover();
    await page.mouse.wheel(0, 100);
    await update.click();
    await expect(question).toContainText('The current price is $60.00.');
    await expectNoFlaws(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(newPrice).toHaveValue('4950');
    await expect(card).toContainText('Current price: $60.00');
  });

  await newPrice.fill('75,5');
  await expectFailuresTold(page, {
    method: 'PUT',
    call: '**/api/settings/price',
    title: 'Update Failed',
    message: 'Failed to update price',
    act: () => update.click(),
    async kept() {
      await expect(newPrice).toHaveValue('75,5');
      await expect(card).toContainText('Current price: $60.00');
    },
  });

  await newPrice.press('Enter');
  await expectDone(page, 'Price Updated', 'A reading costs $75.50 from now on.');
  await expect(card).toContainText('Current price: $75.50');
  await expect(newPrice).toHaveValue('');
  const customer = await page.context().newPage();
  await openCheckout(customer);
  await expect(payButton(customer)).toHaveText('Pay $75.50 & Get My Reading');

  await newPrice.fill('0');
  await update.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make readings free' }).click();
  await expectDone(page, 'Price Updated', 'A reading costs $0.00 from now on.');
  await customer.reload();
  await expect(customer.getByRole('button', { name: 'Get My Free Reading' })).toBeEnabled();

  await test.step('the business is read in one place', async () => {
    const business = page.getByRole('region', { name: 'Your business' });
    for (const [what, value] of [
      ['Name', 'Career Tarot'],
      ['Contact', 'hello@career-tarot.example'],
      ['On card statements', 'CAREER TAROT'],
      ['Address of the site', service.url],
    ] as const) {
      const fact = business.locator('dl > div').filter({ has: page.getByText(what, { exact: true }) });
      await expect(fact.getByRole('definition')).toHaveText(value);
    }
  });
});

for (const width of [360, 1440]) {
  test(`a second press of Save, when the first was refused, chooses nothing at ${width} px`, async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await openDesk(page, service.url, '?tab=settings');
    for (const [name, field, choice] of [
      ['Closed or full', 'Open orders at most', /^Go on selling/],
      ['After the order', 'Ask how it was', /^Customers can withdraw/],
    ] as const) {
      const form = page.getByRole('form', { name });
      const refused = form.getByLabel(field);
      const save = form.getByRole('button', { name: 'Save' });
      for (const part of [0.1, 0.5, 0.9]) {
        for (const typed of ['', '-1']) await refused.fill(typed);
        await save.scrollIntoViewIfNeeded();
        const { x, y, width: across, height } = await placeOf(save);
        const pressThere = () => page.mouse.click(x + across / 4, y + part * height);
        await pressThere();
        await expect(refused).toBeFocused();
        await pressThere();
        await expect(form.getByLabel(choice)).not.toBeChecked();
      }
    }
  });
}

test('the admin changes their password, and is signed out elsewhere', async ({ page, service }) => {
  const elsewhere = await atOwnBrowser(page.context().browser(), service.url, adminHere);
  await openDesk(page, service.url, '?tab=settings');
  const card = page.getByRole('form', { name: 'Change Admin Password' });
  const names = ['Current password', 'New password', 'Confirm new password'] as const;
  const field = (name: (typeof names)[number]) => card.getByLabel(name, { exact: true });
  const press = () => card.getByRole('button', { name: 'Update Password' }).click();
  const type = async (...texts: [current: string, next: string, confirmed: string]) => {
    for (const [index, name] of names.entries()) await field(name).fill(texts[index] ?? '');
  };
  const expectTyped = async (...texts: [current: string, next: string, confirmed: string]) => {
    for (const [index, name] of names.entries()) await expect(field(name)).toHaveValue(texts[index] ?? '');
  };

  await test.step('what is wrong with it is told beside the field', async () => {
    const mistakes: [
      typed: [string, string, string],
      title: string,
      message: string,
      wrong: (typeof names)[number][],
    ][] = [
      [['', '', ''], 'Missing Fields', 'Please fill in all password fields', [...names]],
      [
        ['x', 'other words', ''],
        'Missing Fields',
        'Please fill in all password fields',
        ['Confirm new password'],
      ],
      [
        ['x', 'other words', 'other Words'],
        'Password Mismatch',
        "New passwords don't match",
        ['Confirm new password'],
      ],
      [
        ['x', 'short', 'short'],
        'Password Too Short',
        'Password must be at least 6 characters',
        ['New password'],
      ],
    ];
    for (const [typed, title, message, wrong] of mistakes) {
      await type(...typed);
      await press();
      await expectRefused(page, title, message);
      await expect(card.getByRole('alert')).toHaveText(wrong.map(() => message));
      for (const name of names) {
        const isWrong = wrong.includes(name);
        await (isWrong ? expect(field(name)) : expect(field(name)).not).toHaveAttribute('aria-invalid');
      }
      await expect(field(wrong[0] ?? names[0])).toBeFocused();
      await expectTyped(...typed);
    }
  });

  await test.step('a wrong current password, and one that everybody guesses', async () => {
    const wrong = ['not my password', 'new words', 'new words'] as const;
    await type(...wrong);
    await press();
    await expectRefused(page, 'Update Failed', 'The current password is not right. Please type it again.');
    await expectTyped(...wrong);
    const common = [people.admin, 'Password123', 'Password123'] as const;
    await type(...common);
    await press();
    await expectRefused(page, 'Update Failed', tooCommon);
    await expectTyped(...common);
  });

  const typed = [people.admin, 'cups and swords', 'cups and swords'] as const;
  await type(...typed);
  await expectFailuresTold(page, {
    method: 'PUT',
    call: '**/api/admin/password',
    title: 'Update Failed',
    message: 'Failed to update password',
    act: press,
    kept: () => expectTyped(...typed),
  });

  await press();
  await expectDone(page, 'Password Updated', 'Your other sessions have been signed out.');
  await expectTyped('', '', '');
  await page.reload();
  await expect(card).toBeVisible();
  await elsewhere.getByRole('tab', { name: /Settings/ }).click();
  await expect(elsewhere.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  expect(await signInHere(elsewhere, service.url, 'admin', people.admin)).toEqual({ status: 401 });
  expect(await signInHere(elsewhere, service.url, 'admin', 'cups and swords')).toEqual({ status: 200 });
});

test('somebody is added, signed out, and given another password', async ({ page, service }) => {
  const { url } = service;
  const browser = page.context().browser();
  await openDesk(page, url);
  await expectLoadedAgain(page, {
    call: '**/api/staff',
    message: 'The accounts could not be loaded.',
    load: () => page.getByRole('tab', { name: 'Settings' }).click(),
    loaded: () => expect(personRow(page, 'admin')).toContainText('(you)'),
  });

  await test.step('a new account', async () => {
    await page.getByText('Add somebody', { exact: true }).click();
    const form = page.getByRole('form', { name: 'Add somebody' });
    const username = form.getByLabel('Username');
    const password = form.getByLabel('First password');
    const create = () => form.getByRole('button', { name: 'Create account' }).click();
    const expectTyped = async (name: string, secret: string) => {
      await expect(username).toHaveValue(name);
      await expect(password).toHaveValue(secret);
    };
    await create();
    await expect(form.getByRole('alert')).toHaveText('The username is missing.');
    await expect(username).toHaveAttribute('aria-invalid', 'true');
    await username.fill('nora');
    await password.fill('short');
    await create();
    await expect(form.getByRole('alert')).toHaveText('Password must be at least 6 characters');
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expectTyped('nora', 'short');

    await password.fill('tarot123');
    await create();
    await expectRefused(page, 'Update Failed', tooCommon);
    await expectTyped('nora', 'tarot123');
    await username.fill('reader1');
    await password.fill('first words');
    await create();
    await expectRefused(page, 'Update Failed', 'There is already somebody called reader1.');
    await expectTyped('reader1', 'first words');
    await username.fill('nora');
    await expectFailuresTold(page, {
      method: 'POST',
      call: '**/api/staff',
      title: 'Update Failed',
      message: 'Failed to create the account',
      act: create,
      kept: () => expectTyped('nora', 'first words'),
    });

    await create();
    await expectDone(page, 'Account Created', 'nora can sign in now.');
    await expectTyped('', '');
    await expect(personRow(page, 'nora')).toContainText(/Reader · since .* · 0 open orders · not signed in/);
  });

  const noraHere = { username: 'nora', password: 'first words', path: '/reader/dashboard' };
  const nora = await atOwnBrowser(browser, url, noraHere);
  await expect(nora.getByText('Welcome, nora')).toBeVisible();
  const noraToo = await atOwnBrowser(browser, url, noraHere);
  const dialog = await manage(page, 'nora');

  await test.step('where they are signed in, and no longer', async () => {
    const sessions = dialog.getByRole('region', { name: 'Sessions' });
    const end = sessions.getByRole('button', { name: /^End the session/ });
    await expect(end).toHaveCount(2);
    await expectFailuresTold(page, {
      method: 'DELETE',
      call: '**/api/staff/*/sessions/*',
      title: 'Update Failed',
      message: 'Failed to end the session',
      act: () => end.first().click(),
      kept: () => expect(end).toHaveCount(2),
    });
    await end.first().click();
    await expectDone(page, 'Session Ended', 'nora is signed out there.');
    await expect(end).toHaveCount(1);
    await Promise.all([nora.reload(), noraToo.reload()]);
    const signIns = await Promise.all(
      [nora, noraToo].map((hers) => hers.getByRole('button', { name: 'Sign In', exact: true }).count()),
    );
    expect(signIns.toSorted()).toEqual([0, 1]);

    const left = signIns[0] === 0 ? nora : noraToo;
    await left.getByRole('button', { name: 'Sign Out' }).click();
    await left.waitForURL('**/admin/login');
    await end.click();
    await expectRefused(page, 'Update Failed', 'This session has ended already.');
    await expect(sessions).toContainText('Nowhere.');
  });

  await test.step('another password', async () => {
    const form = dialog.getByRole('form', { name: 'New password' });
    const password = form.getByLabel('Password', { exact: true });
    const set = () => form.getByRole('button', { name: 'Set password' }).click();
    await password.fill('short');
    await set();
    await expect(form.getByRole('alert')).toHaveText('Password must be at least 6 characters');
    await password.fill('tarot123');
    await expect(form.getByRole('alert')).toHaveCount(0);
    await set();
    await expectRefused(page, 'Update Failed', tooCommon);
    await expect(password).toHaveValue('tarot123');
    await password.fill('second words');
    await expectFailuresTold(page, {
      method: 'PUT',
      call: '**/api/staff/*/password',
      title: 'Update Failed',
      message: 'Failed to update password',
      act: set,
      kept: () => expect(password).toHaveValue('second words'),
    });
    const stillIn = await atOwnBrowser(browser, url, noraHere);
    await set();
    await expectDone(page, 'Password Updated', 'nora has a new password and is signed out everywhere.');
    await expect(password).toHaveValue('');
    await stillIn.reload();
    await expect(stillIn.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    expect(await signInHere(nora, url, 'nora', 'first words')).toEqual({ status: 401 });
    expect(await signInHere(nora, url, 'nora', 'second words')).toEqual({ status: 200 });
  });
});

test('an account is closed, its orders go to somebody else, and it is opened again', async ({
  page,
  service,
}) => {
  const { url } = service;
  const admin = await colleague(url);
  const orders = [await sell(url), await sell(url)];
  const reader1 = await admin.readerId('reader1');
  for (const { id } of orders) {
    const { assignedReader } = await admin.order(id);
    if (assignedReader?.id !== reader1)
      await admin.ask('PUT', `/api/orders/${id}/assignee`, { readerId: reader1 });
  }
  const readerHere = { username: 'reader1', password: people.reader1, path: '/reader/dashboard' };
  const reader = await atOwnBrowser(page.context().browser(), url, readerHere);
  await openDesk(page, url, '?tab=settings');
  await expect(personRow(page, 'reader1')).toContainText(/2 open orders · signed in once/);
  const dialog = await manage(page, 'reader1');

  await test.step('closed', async () => {
    const moveTo = dialog.getByLabel('What becomes of 2 open orders');
    const close = async () => {
      await dialog.getByRole('button', { name: 'Close account' }).click();
      const question = page.getByRole('alertdialog', { name: 'Close the account of reader1?' });
      await question.getByRole('button', { name: 'Close it' }).click();
    };
    await expect(moveTo.getByRole('option')).toHaveText([
      'They go to reader2',
      'They wait until you give them to somebody',
    ]);
    const chosen = await moveTo.inputValue();
    await expectFailuresTold(page, {
      method: 'PUT',
      call: '**/api/staff/*/active',
      title: 'Update Failed',
      message: 'Failed to change the account',
      act: close,
      kept: () => expect(moveTo).toHaveValue(chosen),
    });
    await close();
    await expectDone(page, 'Account Closed', 'reader1 is signed out and can no longer sign in.');
    await expect(dialog.getByRole('heading', { name: 'This account is closed' })).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Sessions' })).toContainText('Nowhere.');
    for (const { id } of orders)
      expect((await admin.order(id)).assignedReader).toMatchObject({ username: 'reader2' });
    await reader.reload();
    await reader.getByLabel('Username').fill('reader1');
    await reader.getByLabel('Password').fill(people.reader1);
    await reader.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectRefused(reader, 'Login Failed', 'Invalid credentials');
  });

  await test.step('nobody can give it orders', async () => {
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(personRow(page, 'reader1').getByText('Closed', { exact: true })).toBeVisible();
    await expect(personRow(page, 'reader2')).toContainText('2 open orders');
    await page.getByRole('tab', { name: 'Order Management' }).click();
    await expect(filterBy(page, 'Reader').getByRole('option')).toHaveText([
      'All readers',
      'Unassigned',
      'reader2',
    ]);
    await page.getByRole('tab', { name: 'Settings' }).click();
  });

  await test.step('opened', async () => {
    await manage(page, 'reader1');
    const open = dialog.getByRole('button', { name: 'Open it again' });
    await expectFailuresTold(page, {
      method: 'PUT',
      call: '**/api/staff/*/active',
      title: 'Update Failed',
      message: 'Failed to change the account',
      act: () => open.click(),
      kept: () => expect(open).toBeEnabled(),
    });
    await open.click();
    await expectDone(page, 'Account Opened', 'reader1 can sign in again.');
    await expect(dialog.getByRole('button', { name: 'Close account' })).toBeVisible();
    expect(await signInHere(reader, url, 'reader1', people.reader1)).toEqual({ status: 200 });
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  });

  await test.step('nobody closes their own', async () => {
    const own = await manage(page, 'admin');
    await expect(own).toContainText('are under My account, at the top.');
    await expect(own.getByRole('listitem').filter({ hasText: 'this device' })).toHaveCount(1);
    await expect(own.getByRole('button', { name: /^End the session/ })).toHaveCount(1);
    await expect(own.getByRole('button', { name: 'Close account' })).toHaveCount(0);
    await expect(own.getByRole('textbox')).toHaveCount(0);
  });
});
