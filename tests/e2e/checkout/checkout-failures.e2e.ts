import type { BrowserContext, Page, Request, Route } from '@playwright/test';
import {
  adminSees,
  confirmCall,
  expectToast,
  expectTyped,
  failureCall,
  outliveToast,
  placedOrder,
  providerConfirm,
  providerScript,
} from '../steps/checkout-steps.ts';
import {
  type Customer,
  cards,
  expect,
  fillCard,
  fillDetails,
  mailsTo,
  newCustomer,
  openCheckout,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

async function fillAll(page: Page, card: string): Promise<Customer> {
  const customer = newCustomer();
  await openCheckout(page);
  await fillDetails(page, customer);
  await fillCard(page, card);
  return customer;
}

/** What the page has reported of failed payments, as it comes. */
function reportsOf(page: Page): unknown[] {
  const reports: unknown[] = [];
  page.on('request', (sent: Request) => {
    if (sent.url().endsWith('/api/payment-failure')) reports.push(sent.postDataJSON());
  });
  return reports;
}

async function expectPaidOnce(page: Page, customer: Customer, orderNumber: string): Promise<void> {
  expect(await adminSees(page, customer.email)).toMatchObject([{ orderNumber, paymentStatus: 'paid' }]);
  await mailsTo(page.request, customer.email, 1);
}

const paid = {
  title: 'Payment Successful',
  text: 'Thank you for your purchase! A confirmation email has been sent.',
  isDestructive: false,
};

/** From the thank-you, the homepage is a fresh checkout: neither the last order nor its text is in the way. */
async function expectReadyForAnother(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await expect(payButton(page)).toBeEnabled();
  await expect(page).toHaveURL('/');
  await expect(page.getByLabel('Full name')).toHaveValue('');
  await expect(page.getByLabel('Background context')).toHaveValue('');
}

test.describe('without a connection', () => {
  const unreachable = {
    title: 'Payment Error',
    text: 'We couldn’t reach the server. Please check your connection and try again.',
    isDestructive: true,
  };

  test('pressing Pay says so and keeps everything; with one again, the order is paid once', async ({
    page,
    context,
  }) => {
    await page.clock.install();
    const customer = await fillAll(page, cards.succeeds);
    await context.setOffline(true);
    await payButton(page).click();
    await expectToast(page, unreachable);
    await expectTyped(page, customer);
    await expect(page.getByLabel('Card number')).toHaveValue(cards.succeeds);
    await expect(payButton(page)).toBeEnabled();
    // After the toast is gone, the reason stands under the button.
    await outliveToast(page);
    await expect(page.getByRole('form').getByText(unreachable.text)).toBeVisible();

    await context.setOffline(false);
    await payButton(page).click();
    await expectPaidOnce(page, customer, await readOrderNumber(page));
  });

  test('from the moment the page is there, pressing Pay says so all the same', async ({ page, context }) => {
    await page.clock.install();
    await openCheckout(page);
    await context.setOffline(true);
    const customer = newCustomer();
    await fillDetails(page, customer);
    await fillCard(page, cards.succeeds);
    await payButton(page).click();
    await expect(page.getByRole('form').getByText(unreachable.text)).toBeVisible();
    await expectTyped(page, customer);
    await expect(payButton(page)).toBeEnabled();

    await context.setOffline(false);
    await page.getByLabel('Full name').fill('');
    await payButton(page).click();
    await expectToast(page, {
      title: 'Form Error',
      text: 'Please fill out all required fields correctly.',
      isDestructive: true,
    });
    await page.getByLabel('Full name').fill(customer.name);
    await payButton(page).click();
    await expectPaidOnce(page, customer, await readOrderNumber(page));
  });

  test('to the provider, the order waits and is paid at the next attempt', async ({ page }) => {
    const customer = await fillAll(page, cards.succeeds);
    await page.route(providerConfirm, (route) => route.abort());
    const [{ orderNumber }] = await Promise.all([placedOrder(page), payButton(page).click()]);
    await expectToast(page, {
      title: 'Payment Failed',
      text: 'We could not reach the payment service. Check your connection and try again.',
      isDestructive: true,
    });
    await expectTyped(page, customer);

    await page.unroute(providerConfirm);
    await payButton(page).click();
    expect(await readOrderNumber(page)).toBe(orderNumber);
    await expectPaidOnce(page, customer, orderNumber);
  });

  test('when the payment went through unheard, pressing Pay again shows the order instead of charging twice', async ({
    page,
  }) => {
    const customer = await fillAll(page, cards.succeeds);
    let charges = 0;
    await page.route(providerConfirm, async (route) => {
      charges += 1;
      await route.fetch();
      await route.abort();
    });
    const [{ orderNumber }] = await Promise.all([placedOrder(page), payButton(page).click()]);
    await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
    await payButton(page).click();
    expect(await readOrderNumber(page)).toBe(orderNumber);
    expect(charges).toBe(1);
    await expectPaidOnce(page, customer, orderNumber);
  });

  test('when it went through unheard and the form was edited since, the page asks before it sells again', async ({
    page,
  }) => {
    const customer = await fillAll(page, cards.succeeds);
    let charges = 0;
    await page.route(providerConfirm, async (route) => {
      charges += 1;
      await route.fetch();
      await route.abort();
    });
    const [{ orderNumber }] = await Promise.all([placedOrder(page), payButton(page).click()]);
    await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
    await page.getByLabel('Background context').fill('Something else.');
    await payButton(page).click();
    const question = page.getByRole('group', { name: `Your order ${orderNumber} is paid.` });
    await expect(question).toBeFocused();
    expect(charges).toBe(1);
    await expect(page.getByLabel('Background context')).toHaveValue('Something else.');
    await expectPaidOnce(page, customer, orderNumber);
  });
});

const declines = [
  { card: cards.declined, text: 'Your card was declined.' },
  { card: cards.insufficientFunds, text: 'Your card has insufficient funds.' },
  { card: '4000 0000 0000 0069', text: 'Your card has expired.' },
  { card: '4000 0000 0000 0127', text: "Your card's security code is incorrect." },
];

for (const { card, text } of declines) {
  test(`the card ${card} is declined in words, and the failure is reported`, async ({ page }) => {
    await page.clock.install();
    const customer = await fillAll(page, card);
    const reports = reportsOf(page);
    const [answer] = await Promise.all([page.waitForResponse(failureCall), payButton(page).click()]);
    expect(answer.status()).toBe(200);
    await expectToast(page, { title: 'Payment Failed', text, isDestructive: true });
    await outliveToast(page);
    await expect(page.getByRole('form').getByText(text)).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(reports).toEqual([
      {
        customerName: customer.name,
        customerEmail: customer.email,
        errorMessage: text,
        paymentIntentId: expect.stringMatching(/^pi_/),
      },
    ]);
  });
}

const silences: {
  who: string;
  address: string;
  answer: (route: Route) => Promise<void>;
  title: string;
  text: string;
  reported: string;
}[] = [
  {
    who: 'the provider',
    address: providerConfirm,
    answer: (route) => route.fulfill({ status: 402, json: { error: { type: 'card_error' } } }),
    title: 'Payment Failed',
    text: 'Payment could not be processed. Please try again.',
    reported: 'Payment could not be processed. Please try again.',
  },
  {
    who: 'our server',
    address: '**/api/create-simple-payment-intent',
    answer: (route) => route.fulfill({ status: 500, body: '' }),
    title: 'Payment Error',
    text: 'Something went wrong on our end. You haven’t been charged. Please try again in a moment.',
    reported: 'Something went wrong on our end. You haven’t been charged. Please try again in a moment.',
  },
];

for (const { who, address, answer, title, text, reported } of silences) {
  test(`when ${who} refuses without a word, the customer reads a whole sentence`, async ({ page }) => {
    const customer = await fillAll(page, cards.succeeds);
    const reports = reportsOf(page);
    await page.route(address, answer);
    await payButton(page).click();
    await expectToast(page, { title, text, isDestructive: true });
    await expectTyped(page, customer);
    expect(reports).toMatchObject([
      { customerName: customer.name, customerEmail: customer.email, errorMessage: reported },
    ]);
  });
}

test('an incomplete card is told of together with the form, before anything is sent to us', async ({
  page,
}) => {
  await openCheckout(page);
  await fillDetails(page, newCustomer());
  await page.getByLabel('Full name').fill('');
  await page.getByLabel('Card number').fill('4242 4242');
  const reports = reportsOf(page);
  const submits: unknown[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/create-simple-payment-intent')) submits.push(sent.postData());
  });
  const formError = {
    title: 'Form Error',
    text: 'Please fill out all required fields correctly.',
    isDestructive: true,
  };
  await payButton(page).click();
  await expectToast(page, formError);
  // Both in one round, and the focus goes to the first of them.
  await expect(page.getByText('Your full name is missing.')).toBeVisible();
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await expect(page.getByLabel('Full name')).toBeFocused();

  await page.getByLabel('Full name').fill('Maya Lindqvist');
  await payButton(page).click();
  await expectToast(page, formError);
  await expect(page.getByLabel('Card number')).toBeFocused();
  expect(submits.filter((body) => body !== '{}')).toEqual([]);
  expect(reports).toEqual([]);
});

test.describe('a bank that wants the customer on its own page', () => {
  /** Makes the provider leave the page for the bank's, as it does for cards that require it. */
  async function requireRedirect(context: BrowserContext): Promise<void> {
    await context.route(providerScript, async (route) => {
      const response = await route.fetch();
      const script = (await response.text()).replaceAll(/"if_required"|'if_required'/g, '"never"');
      await route.fulfill({ response, body: script });
    });
  }

  test('sends them back to the order they paid for', async ({ page, context }) => {
    await requireRedirect(context);
    const customer = await fillAll(page, cards.threeDSecure);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    const [{ orderNumber }] = await Promise.all([placedOrder(page), payButton(page).click()]);
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    expect(await readOrderNumber(page)).toBe(orderNumber);
    expect(addresses[0]).toMatch(/redirect_status=succeeded/);
    await expect(page.getByText('You’ll get a confirmation email within minutes.')).toBeVisible();
    // The secret of the payment stays neither in the address bar nor in the history.
    await expect(page).toHaveURL(`/thank-you?order=${orderNumber}`);
    await expectToast(page, paid);
    await expectPaidOnce(page, customer, orderNumber);
    await expectReadyForAnother(page);
  });

  test('and back without a payment: nothing is called confirmed, and the text is there to try again', async ({
    page,
  }) => {
    const customer = await fillAll(page, cards.threeDSecure);
    const [{ orderNumber }] = await Promise.all([placedOrder(page), payButton(page).click()]);
    await expect(page.getByRole('button', { name: 'Fail authentication' })).toBeVisible();
    await page.goto(
      `/thank-you?order=${orderNumber}&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=failed`,
    );
    await expect(page.getByRole('heading', { name: 'You haven’t been charged' })).toBeVisible();
    const praise = page.getByRole('main').getByText(/confirmed|thank you|processed/i);
    await expect(praise.filter({ visible: true })).toHaveCount(0);
    await expect(page).not.toHaveTitle(/confirmed/i);
    await expect(page).not.toHaveURL(/secret|payment_intent/);
    await expect(page.getByRole('link', { name: 'Return to Homepage' })).toBeVisible();

    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(payButton(page)).toBeEnabled();
    await expectTyped(page, customer);
    await fillCard(page, cards.succeeds);
    await payButton(page).click();
    expect(await readOrderNumber(page)).toBe(orderNumber);
    await expectPaidOnce(page, customer, orderNumber);
  });
});

test.describe('coming back to a checkout that is paid already', () => {
  /** The payment goes through; our server is not told of it before the test is over. */
  async function payUnheard(page: Page): Promise<{ customer: Customer; orderNumber: string }> {
    const customer = await fillAll(page, cards.succeeds);
    await page.route(confirmCall, () => undefined);
    const [{ orderNumber }] = await Promise.all([
      placedOrder(page),
      page.waitForRequest(confirmCall),
      payButton(page).click(),
    ]);
    return { customer, orderNumber };
  }

  test('by a reload in the moment after the payment', async ({ page }) => {
    const { customer, orderNumber } = await payUnheard(page);
    await page.goto('/');
    expect(await readOrderNumber(page)).toBe(orderNumber);
    await expectPaidOnce(page, customer, orderNumber);
    await expectReadyForAnother(page);
  });

  test('in another tab, which asks before it sells a second one', async ({ page, context }) => {
    const { customer, orderNumber } = await payUnheard(page);
    const tab = await context.newPage();
    await openCheckout(tab);
    await tab.getByLabel('Full name').fill('Ada');
    const question = tab.getByRole('group', {
      name: `Your order ${orderNumber} is paid. Is this another reading?`,
    });
    await expect(question).toBeVisible();
    // Whoever is writing goes on writing.
    await expect(tab.getByLabel('Full name')).toBeFocused();
    await expect(payButton(tab)).toHaveCount(0);
    await tab.getByRole('button', { name: `View my order ${orderNumber}` }).click();
    expect(await readOrderNumber(tab)).toBe(orderNumber);
    await expectPaidOnce(tab, customer, orderNumber);
    await tab.getByRole('link', { name: 'Return to Homepage' }).click();
    await expect(tab.getByLabel('Full name')).toHaveValue('Ada');
  });

  test('by a second tab that was open all the time', async ({ page, context }) => {
    const tab = await context.newPage();
    await openCheckout(tab);
    await page.bringToFront();
    const { customer, orderNumber } = await payUnheard(page);
    await tab.bringToFront();
    await fillDetails(tab, customer);
    await tab.getByRole('button', { name: `View my order ${orderNumber}` }).click();
    expect(await readOrderNumber(tab)).toBe(orderNumber);
    await expectPaidOnce(tab, customer, orderNumber);
  });

  test('with a confirmation that is never answered, the customer still gets to the thank-you', async ({
    page,
  }) => {
    await page.clock.install();
    const { orderNumber } = await payUnheard(page);
    await page.clock.fastForward(5_000);
    expect(await readOrderNumber(page)).toBe(orderNumber);
    await expectToast(page, paid);
    await expectReadyForAnother(page);
  });

  test('with the back button: an empty form for another reading, not the paid one again', async ({
    page,
  }) => {
    const customer = await fillAll(page, cards.succeeds);
    await payButton(page).click();
    const orderNumber = await readOrderNumber(page);
    await page.goBack();
    await expect(payButton(page)).toBeEnabled();
    await expect(page.getByLabel('Full name')).toHaveValue('');
    await expect(page.getByLabel('Card number')).toHaveValue('');
    await expectPaidOnce(page, customer, orderNumber);
  });

  test('and looking back at the thank-you loses nothing of the next order', async ({ page }) => {
    await fillAll(page, cards.succeeds);
    await payButton(page).click();
    await readOrderNumber(page);
    await page.getByRole('link', { name: 'Return to Homepage' }).click();
    await expect(payButton(page)).toBeEnabled();
    const next = newCustomer();
    await fillDetails(page, next);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeVisible();
    await page.getByRole('link', { name: 'Return to Homepage' }).click();
    await expect(payButton(page)).toBeEnabled();
    await expectTyped(page, next);
  });
});

test('a page whose code is gone since an upgrade is loaded again by itself, with what was typed', async ({
  page,
}) => {
  const customer = newCustomer();
  const code = /\/form-rules\.[\w-]+\.js$/;
  await openCheckout(page);
  await page.route(code, (route) => route.fulfill({ status: 404 }));
  await page.getByLabel('Full name').fill(customer.name);
  await expect(page.getByText('There is a new version of this page').first()).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue(customer.name);
  await page.unroute(code);
  await expect(payButton(page)).toBeEnabled();
  await fillDetails(page, customer);
  await fillCard(page, cards.succeeds);
  await payButton(page).click();
  await readOrderNumber(page);
});
