import type { Locator, Page } from '@playwright/test';
import { placeOf } from '../steps/arrive.ts';
import { type ExpectedToast, expectToast, outliveToast, toastOn } from '../steps/checkout-steps.ts';
import { manage, openDesk } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { openReaderDesk } from '../steps/reader-steps.ts';
import {
  buy,
  cards,
  expect,
  fillCard,
  fillDetails,
  newCustomer,
  openCheckout,
  payButton,
  test,
} from '../steps/steps.ts';

/*
 * The toasts of the public pages (docs/product.md §10). Those of a payment are in the stories of the
 * checkout's failures.
 */

async function typeSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
}

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In' });

async function sendTestMail(page: Page, address: string): Promise<void> {
  await page.goto('/email-test');
  await page.getByLabel('Email address').fill(address);
  await page.getByRole('button', { name: 'Send Test Email' }).click();
}

const invalidEmail: ExpectedToast = {
  title: 'Invalid Email',
  text: 'Please enter a valid email address.',
  isDestructive: true,
};

const toasts: (ExpectedToast & { when: string; act: (page: Page) => Promise<void> })[] = [
  {
    when: 'the order form is empty',
    act: async (page) => {
      await openCheckout(page);
      await payButton(page).click();
    },
    title: 'Form Error',
    text: 'Please fill out all required fields correctly.',
    isDestructive: true,
  },
  {
    when: 'somebody has signed in',
    act: async (page) => {
      await typeSignIn(page, 'reader1', 'demo-reader-pass');
      await signInButton(page).click();
      await page.waitForURL('**/reader/dashboard');
    },
    title: 'Login Successful',
    text: 'Welcome back, reader1!',
    isDestructive: false,
  },
  {
    when: 'nobody has this name',
    act: async (page) => {
      await typeSignIn(page, 'nobody', 'demo-reader-pass');
      await signInButton(page).click();
    },
    title: 'Login Failed',
    text: 'Invalid credentials',
    isDestructive: true,
  },
  {
    when: 'a sign-in is refused without a word',
    act: async (page) => {
      await typeSignIn(page, 'reader1', 'demo-reader-pass');
      await page.route('**/api/login', (route) => route.fulfill({ status: 401, body: '' }));
      await signInButton(page).click();
    },
    title: 'Login Failed',
    text: 'Invalid credentials',
    isDestructive: true,
  },
  {
    when: 'a sign-in does not reach the server',
    act: async (page) => {
      await typeSignIn(page, 'reader1', 'demo-reader-pass');
      // What the form needs has come by then.
      await expect(signInButton(page)).toBeEnabled();
      await page.context().setOffline(true);
      await signInButton(page).click();
    },
    title: 'Login Failed',
    text: 'We couldn’t reach the server. Please check your connection and try again.',
    isDestructive: true,
  },
  {
    when: 'a test mail was sent',
    act: (page) => sendTestMail(page, 'somebody@customers.example'),
    title: 'Email Sent!',
    text: 'Check your inbox for the test email',
    isDestructive: false,
  },
  ...['', 'nobody', 'nobody@nowhere', 'no body@nowhere.example', 'a@b@nowhere.example'].map((address) => ({
    when: `'${address}' is to get a test mail`,
    act: (page: Page) => sendTestMail(page, address),
    ...invalidEmail,
  })),
];

for (const { when, act, ...toast } of toasts) {
  test(`'${toast.title}' is said when ${when}`, async ({ page }) => {
    await act(page);
    await expectToast(page, toast);
  });
}

testAlone.describe('a mail server that cannot be reached', () => {
  testAlone.use({
    environment: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Career Tarot <hello@career-tarot.example>' },
  });

  testAlone("makes 'Email Failed' of a test mail", async ({ page }) => {
    await sendTestMail(page, 'somebody@customers.example');
    await expectToast(page, {
      title: 'Email Failed',
      text: 'Could not send test email. Check SMTP configuration.',
      isDestructive: true,
    });
    await expect(page.getByRole('button', { name: 'Send Test Email' })).toBeEnabled();
    await expect(page.getByLabel('Email address')).toHaveValue('somebody@customers.example');
  });
});

test.describe('a toast', () => {
  /** Time stands still, so that the toast goes when the test says so. */
  async function showToast(page: Page) {
    await page.clock.install();
    await page.goto('/email-test');
    const send = page.getByRole('button', { name: 'Send Test Email' });
    await expect(send).toBeEnabled();
    await page.clock.pauseAt(Date.now() + 60_000);
    await send.click();
    await expectToast(page, invalidEmail);
    // With the next frame the focus goes to the field that is wrong.
    await page.clock.runFor(20);
    await expect(page.getByLabel('Email address')).toBeFocused();
    return { toast: toastOn(page), send };
  }

  /** Drags the toast to the right by so many pixels. */
  async function swipe(page: Page, distance: number): Promise<void> {
    const text = toastOn(page).getByText(invalidEmail.text);
    await text.evaluate(async (element) => {
      const toast = element.closest('li');
      await Promise.all(toast?.getAnimations().map((animation) => animation.finished) ?? []);
    });
    const box = await text.boundingBox();
    if (!box) throw new Error('there is no toast to swipe');
    const x = box.x + 10;
    const y = box.y + box.height / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 5; step += 1) await page.mouse.move(x + (distance * step) / 5, y);
    await page.mouse.up();
  }

  test('goes after five seconds, and not before', async ({ page }) => {
    const { toast } = await showToast(page);
    await page.clock.runFor(4_900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toHaveCount(0);
  });

  test('waits while the pointer rests on it', async ({ page }) => {
    const { toast } = await showToast(page);
    await toast.hover();
    await page.clock.runFor(20_000);
    await expect(toast).toBeVisible();
    await page.mouse.move(5, 600);
    await page.clock.runFor(5_100);
    await expect(toast).toHaveCount(0);
  });

  test('takes the place of the one before it', async ({ page }) => {
    const { toast, send } = await showToast(page);
    await page.clock.runFor(3_000);
    await page.getByLabel('Email address').fill('somebody@customers.example');
    await send.click();
    await expectToast(page, {
      title: 'Email Sent!',
      text: 'Check your inbox for the test email',
      isDestructive: false,
    });
    // It has five seconds of its own.
    await page.clock.runFor(4_900);
    await expect(toast).toHaveCount(1);
    await page.clock.runFor(200);
    await expect(toast).toHaveCount(0);
  });

  test('is swiped away to the right by 50 pixels, and springs back from less', async ({ page }) => {
    const { toast } = await showToast(page);
    await swipe(page, 45);
    await expect(toast).toHaveAttribute('data-swipe', 'cancel');
    await expect(toast).toHaveCSS('transform', 'none');
    await expect(toast).toBeVisible();
    await swipe(page, 55);
    await expect(toast).toHaveCount(0);
  });

  test('is not swiped away to the left', async ({ page }) => {
    const { toast } = await showToast(page);
    await swipe(page, -120);
    await expect(toast).toBeVisible();
  });

  test('is closed by its button', async ({ page }) => {
    const { toast } = await showToast(page);
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
  });

  test('is reached with F8 and closed with Escape, and the focus is back where it was', async ({ page }) => {
    const { toast } = await showToast(page);
    await page.getByLabel('Email address').focus();
    await page.keyboard.press('F8');
    const place = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list');
    await expect(place).toBeFocused();
    await expect(toast).toHaveCSS('outline-style', 'solid');
    await page.clock.runFor(20_000);
    await expect(toast).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(toast).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(toast.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(toast).toHaveCount(0);
    await expect(page.getByLabel('Email address')).toBeFocused();
  });

  test('is closed with Escape from anywhere', async ({ page }) => {
    const { toast } = await showToast(page);
    await page.getByLabel('Email address').focus();
    await page.keyboard.press('Escape');
    await expect(toast).toHaveCount(0);
    await expect(page.getByLabel('Email address')).toBeFocused();
  });

  test('is announced to whoever cannot see it', async ({ page }) => {
    await page.goto('/email-test');
    await page.getByRole('button', { name: 'Send Test Email' }).click();
    const announcement = page.locator('[aria-live=assertive]');
    await expect(announcement).toContainText(/Invalid Email.*Please enter a valid email address\./);
  });

  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    test(`${reducedMotion === 'reduce' ? 'does not move' : 'slides in'} for whoever asks for ${reducedMotion}`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion });
      const { toast } = await showToast(page);
      const duration = await toast.evaluate((element) => getComputedStyle(element).animationDuration);
      expect(Number.parseFloat(duration) > 0.01).toBe(reducedMotion === 'no-preference');
    });
  }
});

test.describe('on a phone, a toast', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('moves nothing before there is one', async ({ page }) => {
    // Whatever scrolls does it at once.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openCheckout(page);
    await page.getByLabel('Full name').click();
    // The first field that is touched fetches what shows toasts.
    await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
    await expect(page.getByLabel('Full name')).toBeInViewport();
  });

  test('leaves the card and the button free, and what it says is said once', async ({ page }) => {
    await page.clock.install();
    await openCheckout(page);
    await fillDetails(page, newCustomer());
    await fillCard(page, cards.declined);
    await payButton(page).click();
    const words = 'Your card was declined.';
    await expectToast(page, { title: 'Payment Failed', text: words, isDestructive: true });
    await expectClearOf(page, [
      page.getByLabel('Card number'),
      page.getByLabel('Expiration date'),
      page.getByLabel('Security code'),
      payButton(page),
    ]);
    await expect(page.getByRole('form').getByText(words)).toHaveCount(0);
    const button = await payButton(page).boundingBox();

    // The page says it when the toast has gone, and the button has not moved.
    await outliveToast(page);
    await expect(page.getByRole('form').getByText(words)).toBeVisible();
    expect(await payButton(page).boundingBox()).toEqual(button);
  });

  test('leaves the confirmation free', async ({ page }) => {
    await buy(page, newCustomer());
    await expect(toastOn(page)).toContainText('Payment Successful');
    await expectClearOf(page, [
      page.getByRole('heading', { name: 'Order Confirmed' }),
      page.getByText('Your payment was processed.'),
      page.getByText('Order number').filter({ visible: true }),
    ]);
  });
});

/** Nothing of the toast lies on any of these. */
async function expectClearOf(page: Page, others: Locator[]): Promise<void> {
  const toast = toastOn(page);
  await expect(toast).toBeInViewport();
  await toast.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map((animation) => animation.finished)),
  );
  const box = await toast.boundingBox();
  for (const other of others) {
    const under = await other.boundingBox();
    if (!box || !under) throw new Error('the toast, or what it should leave free, is not there');
    const isClear =
      box.y + box.height <= under.y ||
      under.y + under.height <= box.y ||
      box.x + box.width <= under.x ||
      under.x + under.width <= box.x;
    expect(isClear, `${await other.textContent()} is free`).toBe(true);
  }
}

testAlone.describe('on a desk', () => {
  const { step } = testAlone;

  testAlone('a toast lies on nothing that one needs next', async ({ page, service }) => {
    await openDesk(page, service.url, '?tab=settings');
    const card = page.getByRole('form', { name: 'Reading Price' });
    const update = card.getByRole('button', { name: 'Update Price' });
    for (const [width, height] of [
      [360, 640],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const block of ['end', 'start'] as const) {
        await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
        await update.evaluate((button, where) => button.scrollIntoView({ block: where }), block);
        // The other cards come one after the other, and move it.
        await placeOf(update);
        await update.click();
        await expectToast(page, {
          title: 'Invalid Price',
          text: 'Please enter a valid price',
          isDestructive: true,
        });
        await expect(card.getByLabel('New price ($)')).toBeFocused();
        await expectClearOf(page, [update, card.getByLabel('New price ($)')]);
        await toastOn(page).getByRole('button', { name: 'Close' }).click();
        await expect(toastOn(page)).toHaveCount(0);
      }
    }
  });

  testAlone('Escape is for the dialog, and then for the toast', async ({ page, service }) => {
    await openReaderDesk(page, service.url, 'reader1');
    const dialog = page.getByRole('dialog', { name: 'My account' });
    await page.getByRole('button', { name: 'My account' }).click();
    await dialog.getByLabel('Current password').fill('a guess');
    await dialog.getByLabel('New password', { exact: true }).fill('the wheel turns');
    await dialog.getByLabel('Confirm new password').fill('the wheel turns');
    await page.keyboard.press('Enter');
    await expect(toastOn(page)).toContainText('The current password is not right.');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(toastOn(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(toastOn(page)).toHaveCount(0);
  });

  testAlone('the focus begins in the field of a dialog', async ({ page, service }) => {
    await openDesk(page, service.url, '?tab=settings');
    const close = async () => {
      await page.keyboard.press('Escape');
    };
    await step('one’s own account', async () => {
      await page.getByRole('button', { name: 'My account' }).click();
      const account = page.getByRole('dialog', { name: 'My account' });
      await expect(account.getByRole('textbox', { name: /^Address/ })).toBeFocused();
      await account.getByRole('button', { name: 'Manage snippets' }).click();
      const snippets = page.getByRole('dialog', { name: 'Snippets' });
      await expect(snippets.getByRole('button', { name: 'New snippet' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(snippets.getByLabel('Title')).toBeFocused();
      await page.keyboard.type('Closing');
      await close();
      await expect(snippets).toHaveCount(0);
      await account.getByRole('button', { name: 'Manage snippets' }).click();
      // What was begun is there, and goes on.
      await expect(snippets.getByLabel('Title')).toHaveValue('Closing');
      await expect(snippets.getByLabel('Title')).toBeFocused();
      await close();
      await close();
      await expect(account).toHaveCount(0);
    });
    await step('a reader, an admin', async () => {
      await expect((await manage(page, 'reader1')).getByLabel('At most')).toBeFocused();
      await close();
      const closing = await manage(page, 'reader2');
      await closing.getByRole('button', { name: 'Close account' }).click();
    });
    await step('a question begins at what does no harm', async () => {
      const question = page.getByRole('alertdialog');
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    });
  });
});

/** Nobody waits for a toast to go before they can read what they came for. */
async function expectApart(page: Page, needed: Locator): Promise<void> {
  await expect(toastOn(page)).toBeVisible();
  await expect(needed).toBeVisible();
  await expect
    .poll(async () => {
      const [toast, other] = [await placeOf(toastOn(page)), await placeOf(needed)];
      return toast.y + toast.height <= other.y || other.y + other.height <= toast.y;
    })
    .toBe(true);
}

testAlone.describe('on a phone', () => {
  testAlone.use({ viewport: { width: 360, height: 640 } });

  testAlone('whoever has paid sees the day beside the toast', async ({ page }) => {
    await buy(page, newCustomer());
    await expectApart(page, page.getByText('Reading due by').locator('xpath=following-sibling::dd'));
  });
});
