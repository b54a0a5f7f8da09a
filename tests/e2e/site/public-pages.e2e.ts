import type { Page } from '@playwright/test';
import { termsWords } from '../../../src/shared/checkout/terms.ts';
import { cardFormCall, checkoutCall, expectToast, providerConfirm } from '../steps/checkout-steps.ts';
import { signInHere } from '../steps/desk-steps.ts';
import { setPrice, testAlone } from '../steps/own-service.ts';
import { cards, expect, fillCard, mailsTo, newCustomer, people, test } from '../steps/steps.ts';

test.describe('the thank-you', () => {
  const sentences = [
    'Thank you. Your payment was processed.',
    'You’ll get a confirmation email within minutes.',
    'A reader prepares your reading.',
    'We email your reading to you within 1-3 business days.',
    'No email within 10 minutes? Please check your spam or promotions folder.',
    'On your statement The charge appears as CAREER TAROT.',
  ];

  async function expectThanks(page: Page): Promise<void> {
    await expect(page).toHaveTitle(/^Order Confirmed/);
    await expect(page.getByRole('heading', { level: 1, name: 'Order Confirmed' })).toBeVisible();
    for (const sentence of sentences) {
      await expect(page.getByRole('main')).toContainText(sentence, { useInnerText: true });
    }
    await expect(page.getByText('You haven’t been charged')).toBeHidden();
  }

  test('says what happened, which order it is, and what happens next', async ({ page }) => {
    await page.goto('/thank-you?order=CT-7K3M9Q');
    await expectThanks(page);
    await expect(page.getByText('Order number CT-7K3M9Q')).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveText(sentences.slice(1, 4));
    await page.getByRole('link', { name: 'Return to Homepage' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Order your reading' })).toBeVisible();
  });

  for (const search of [
    '',
    '?order=',
    '?order=CT-123',
    '?order=ct-7k3m9q',
    '?order=CT-7K3M9Q%20and%20more',
  ]) {
    test(`says the same without a number at /thank-you${search}`, async ({ page }) => {
      await page.goto(`/thank-you${search}`);
      await expectThanks(page);
      await expect(page.getByText('Order number').filter({ visible: true })).toHaveCount(0);
      await expect(page.getByRole('main')).not.toContainText(/CT-/i);
    });
  }
});

test.describe('the payment test page', () => {
  const readiness = (page: Page) => page.getByRole('list', { name: 'What is ready' }).getByRole('listitem');
  const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });

  test('shows which part of a payment is ready, and pays', async ({ page }) => {
    const held: (() => Promise<void>)[] = [];
    await page.route(cardFormCall, (route) => {
      held.push(() => route.continue());
    });
    await page.goto('/stripe-test');
    await expect(page.getByRole('heading', { name: 'Test Payment' })).toBeVisible();
    await expect(readiness(page)).toHaveText(['Provider: ready', 'Elements: ready', 'Payment form: loading']);
    await expect(pay(page)).toBeDisabled();
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.();
    await expect(readiness(page).last()).toHaveText('Payment form: ready');

    await fillCard(page, cards.declined);
    await pay(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible();
    await fillCard(page, cards.succeeds);
    await pay(page).click();
    await expect(page.getByRole('alert')).toHaveText('Payment successful!');
  });

  test("says 'Payment failed' when the provider does not say why", async ({ page }) => {
    await page.goto('/stripe-test');
    await fillCard(page, cards.succeeds);
    await page.route(providerConfirm, (route) =>
      route.fulfill({ status: 402, json: { error: { type: 'card_error' } } }),
    );
    await pay(page).click();
    await expect(page.getByRole('alert').filter({ hasText: /^Payment failed$/ })).toBeVisible();
    await expect(pay(page)).toBeEnabled();
  });

  test('says that the payment form could not be loaded, and loads it at the next attempt', async ({
    page,
  }) => {
    await page.route(checkoutCall, (route) => route.abort());
    await page.goto('/stripe-test');
    await expect(page.getByRole('alert')).toContainText('Failed to load payment form');
    await expect(page.getByRole('alert')).toContainText('We couldn’t reach the server.');
    await page.unroute(checkoutCall);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(readiness(page).last()).toHaveText('Payment form: ready');
  });

  testAlone('says that there is nothing to pay while readings are free', async ({ page, service }) => {
    await setPrice(service, 0);
    await page.goto('/stripe-test');
    await expect(page.getByRole('alert')).toContainText(
      'The price is 0 at the moment: there is nothing to pay.',
    );
  });
});

test('the mail test page sends one mail, and says with what', async ({ page, request }) => {
  const { email } = newCustomer();
  await page.goto('/email-test');
  await expect(page.getByRole('term')).toHaveText(['Sender account', 'Mail server', 'A whole order']);
  await expect(page.getByText('4242 4242 4242 4242')).toBeVisible();
  await page.getByLabel('Email address').fill(`  ${email} `);
  await expect(page.getByRole('button', { name: 'Send Test Email' })).toBeEnabled();
  await page.getByLabel('Email address').press('Enter');
  await expect(page.getByText('Email Sent!', { exact: true })).toBeVisible();
  await mailsTo(request, email, 1);
});

test('the mail test page marks the field of an address that is none', async ({ page }) => {
  await page.goto('/email-test');
  const field = page.getByLabel('Email address');
  await field.fill('somebody@nowhere');
  await page.getByRole('button', { name: 'Send Test Email' }).click();
  await expectToast(page, {
    title: 'Invalid Email',
    text: 'Please enter a valid email address.',
    isDestructive: true,
  });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription('The address should look like name@example.com.');
  await expect(field).toBeFocused();
  await field.fill('somebody@customers.example');
  await field.press('Enter');
  await expect(page.getByText('Email Sent!', { exact: true })).toBeVisible();
  await expect(field).not.toHaveAttribute('aria-invalid');
});

for (const path of [
  '/nothing',
  '/admin',
  '/reader',
  '/thank-you/CT-7K3M9Q',
  '/index.html.bak',
  '/order',
  '/Thank-You',
]) {
  test(`${path} is Page Not Found, with a way home`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle(/^Page Not Found/);
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
    await page.getByRole('link', { name: 'Return to Homepage' }).click();
    await expect(page).toHaveURL('/');
  });
}

testAlone.describe('with the test pages off', () => {
  testAlone.use({ environment: { TEST_PAGES: 'off' } });
  const testPages = ['/stripe-test', '/email-test'];

  for (const person of ['nobody', 'reader1'] as const) {
    testAlone(`they are not there for ${person}`, async ({ page, service }) => {
      if (person !== 'nobody') await signInHere(page, service.url, person, people[person]);
      for (const path of testPages) {
        const response = await page.goto(path);
        expect(response?.status(), path).toBe(404);
        await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
      }
      const sent = await page.request.post('/api/test-email', {
        headers: { origin: service.url },
        data: { email: 'somebody@customers.example' },
      });
      expect(sent.status()).toBe(404);
      expect(await (await page.request.get('/sandbox/mail.json')).json()).toEqual([]);
    });
  }

  testAlone('they are there for the admin', async ({ page, request, service }) => {
    await signInHere(page, service.url, 'admin', people.admin);
    for (const path of testPages) expect((await page.goto(path))?.status(), path).toBe(200);
    await page.getByLabel('Email address').fill('admin@customers.example');
    await page.getByRole('button', { name: 'Send Test Email' }).click();
    await expectToast(page, {
      title: 'Email Sent!',
      text: 'Check your inbox for the test email',
      isDestructive: false,
    });
    await mailsTo(request, 'admin@customers.example', 1);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  /** Finding by text passes over what is inside a noscript. */
  async function expectVisibleNote(page: Page, text: string): Promise<void> {
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.locator('noscript p')).toHaveText(text, { useInnerText: true });
  }

  test('the homepage reads complete but for the form, which says why it is not there', async ({ page }) => {
    await page.goto('/');
    for (const name of [
      'Professional career guidance delivered to your inbox',
      'Order your reading',
      'How it works',
      'About the reader',
      'Frequently asked questions',
    ]) {
      await expect(page.getByRole('heading', { name })).toBeVisible();
    }
    await expectVisibleNote(
      page,
      'To order, please turn on JavaScript and reload the page. Card payments need it. You can also email us.',
    );
    await expect(page.getByText('Loading checkout...')).toBeHidden();
    await expect(
      page.getByText(
        'Delivery in 1-3 business days. Readings are non-refundable once delivered. For guidance and entertainment purposes.',
      ),
    ).toBeVisible();
    await expect(page.getByText(termsWords, { exact: true })).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('link', { name: 'hello@career-tarot.example' }).first(),
    ).toBeVisible();
  });

  for (const path of ['/', '/faq'])
    test(`the questions at ${path} open and close`, async ({ page }) => {
      await page.goto(path);
      const questions = page.locator('#faq details');
      await expect(questions).toHaveCount(5);
      for (const question of await questions.all()) {
        const answer = question.getByRole('paragraph');
        await expect(answer).toBeHidden();
        await question.locator('summary').click();
        await expect(answer).toBeVisible();
      }
    });

  test('the thank-you has the number of the order, and echoes nothing else', async ({ page }) => {
    await page.goto('/thank-you?order=CT-7K3M9Q');
    await expect(page.getByText('Order number CT-7K3M9Q')).toBeVisible();
    await expect(page.getByText('Your payment was processed.')).toBeVisible();
    await page.goto('/thank-you?order=CT-7K3M9Q&free=true');
    await expect(page.getByText('Order number CT-7K3M9Q')).toBeVisible();
    await expect(page.getByText('Your payment was processed.')).toBeHidden();
    await expect(page.getByText('On your statement')).toBeHidden();
    await page.goto('/thank-you?order=%3Cb%3ECT-7K3M9Q');
    await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeVisible();
    await expect(page.getByText('Order number').filter({ visible: true })).toHaveCount(0);
  });

  for (const [path, button] of [
    ['/email-test', 'Send Test Email'],
    ['/admin/forgot-password', 'Send the Link'],
    ['/admin/new-password', 'Set Password'],
  ] as const) {
    test(`${path} says why it does nothing`, async ({ page }) => {
      await page.goto(path);
      await expectVisibleNote(page, 'Please turn on JavaScript and reload the page.');
      await expect(page.getByRole('button', { name: button })).toBeDisabled();
    });
  }

  test('/stripe-test says why it does nothing', async ({ page }) => {
    await page.goto('/stripe-test');
    await expectVisibleNote(page, 'Please turn on JavaScript and reload the page.');
    await expect(page.getByText('Starting a test payment...')).toBeHidden();
  });

  test('the sign-in says why it does not work', async ({ page }) => {
    await page.goto('/admin/login');
    await expectVisibleNote(page, 'Signing in needs JavaScript. Please switch it on and reload the page.');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
  });
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  /** The left and right edges of what is shown in a part of the page. */
  function edgesOf(page: Page, part: string): Promise<[left: number, right: number]> {
    return page.evaluate((part) => {
      const shown = [...document.querySelectorAll(`${part} :is(a, h1, p, svg)`)].filter((element) =>
        element.checkVisibility(),
      );
      const boxes = shown.map((element) => element.getBoundingClientRect());
      return [
        Math.round(Math.min(...boxes.map(({ left }) => left))),
        Math.round(Math.max(...boxes.map(({ right }) => right))),
      ];
    }, part);
  }

  test('/email-test has the same left edge from the header to the foot', async ({ page }) => {
    await page.goto('/email-test');
    const [header] = await edgesOf(page, 'header');
    expect((await edgesOf(page, 'main'))[0]).toBe(header);
    expect((await edgesOf(page, 'footer'))[0]).toBe(header);
  });

  for (const path of ['/thank-you?order=CT-7K3M9Q', '/order/AAAAAAAAAAAAAAAAAAAAAA', '/terms', '/nowhere']) {
    test(`${path} is centered`, async ({ page }) => {
      await page.goto(path);
      const [left, right] = await edgesOf(page, 'main');
      expect(Math.abs(left - (1440 - right))).toBeLessThanOrEqual(16);
    });
  }
});
