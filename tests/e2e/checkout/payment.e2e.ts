import { adminSees } from '../steps/checkout-steps.ts';
import {
  buy,
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

test('a declined card says so, keeps what was typed, and the next card pays the same order', async ({
  page,
  request,
}) => {
  const customer = newCustomer();
  await openCheckout(page);
  await fillDetails(page, customer);
  await fillCard(page, cards.declined);
  await payButton(page).click();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByLabel('Full name')).toHaveValue(customer.name);
  await expect(page.getByLabel('Background context')).toHaveValue(customer.background);

  await fillCard(page, cards.succeeds);
  await payButton(page).click();
  const orderNumber = await readOrderNumber(page);
  await mailsTo(request, customer.email, 1);

  expect(await adminSees(page, customer.email)).toMatchObject([{ orderNumber, paymentStatus: 'paid' }]);
});

test('a card that asks for 3-D Secure pays after the authentication', async ({ page, request }) => {
  const customer = newCustomer();
  await openCheckout(page);
  await fillDetails(page, customer);
  await fillCard(page, cards.threeDSecure);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await readOrderNumber(page);
  await mailsTo(request, customer.email, 1);
});

test('a failed 3-D Secure authentication charges nothing and can be tried again', async ({
  page,
  request,
}) => {
  const customer = newCustomer();
  await openCheckout(page);
  await fillDetails(page, customer);
  await fillCard(page, cards.threeDSecure);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue(customer.name);
  await fillCard(page, cards.succeeds);
  await payButton(page).click();
  await readOrderNumber(page);
  await mailsTo(request, customer.email, 1);
});

test('clicking Pay twice makes one order and one payment', async ({ page, request }) => {
  const customer = newCustomer();
  const confirmations: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/confirm')) confirmations.push(sent.url());
  });
  await openCheckout(page);
  await fillDetails(page, customer);
  await fillCard(page, cards.succeeds);
  // Both clicks in one turn of the page's event loop: quicker than any disabled attribute.
  await payButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  const orderNumber = await readOrderNumber(page);
  expect(confirmations).toHaveLength(1);
  await mailsTo(request, customer.email, 1);

  expect(await adminSees(page, customer.email)).toMatchObject([{ orderNumber, paymentStatus: 'paid' }]);
});

test('an incomplete form is refused with the specified toast, and nothing of it is sent', async ({
  page,
}) => {
  const submits: string[] = [];
  await openCheckout(page);
  page.on('request', (sent) => {
    // That a form was begun is told with an empty call.
    if (sent.method() === 'POST' && sent.postData() !== '{}') submits.push(sent.url());
  });
  await page.getByLabel('Email', { exact: true }).fill('nobody@nowhere');
  await payButton(page).click();
  await expect(page.getByText('Form Error', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Please fill out all required fields correctly.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await expect(page.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true');
  expect(submits).toEqual([]);
});

test('what was typed survives a reload, and a second reading can be bought afterwards', async ({
  page,
  request,
}) => {
  const customer = newCustomer();
  await openCheckout(page);
  await fillDetails(page, customer);
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue(customer.name);
  await expect(page.getByLabel('Background context')).toHaveValue(customer.background);
  const first = await buy(page, customer);
  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByLabel('Full name')).toHaveValue('');
  const second = await buy(page, customer);
  expect(second).not.toBe(first);
  await mailsTo(request, customer.email, 2);
});
