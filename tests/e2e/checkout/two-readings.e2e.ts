import { expectTyped } from '../steps/checkout-steps.ts';
import { adminSees } from '../steps/desk-steps.ts';
import {
  cards,
  expect,
  fillCheckout,
  mailsTo,
  pay,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

test('asks before it sells a second tab’s reading, and keeps its text', async ({ page, context }) => {
  const tab = await context.newPage();
  const second = await fillCheckout(tab);
  await page.bringToFront();
  const first = await fillCheckout(page);
  const firstNumber = await pay(page);

  await tab.bringToFront();
  await payButton(tab).click();
  const question = tab.getByRole('group', {
    name: `Your order ${firstNumber} is paid. Do you want to order another reading?`,
  });
  await expect(question).toBeFocused();
  await expect(question).toHaveAccessibleDescription(
    'What you typed here is saved, and you haven’t been charged for it.',
  );
  await expect(tab).toHaveURL('/');
  await expectTyped(tab, second);
  await expect(tab.getByLabel('Card number')).toHaveValue(cards.succeeds);

  // Answered without a pointer.
  await tab.keyboard.press('Tab');
  await expect(tab.getByRole('button', { name: 'Order another reading for $60' })).toBeFocused();
  await tab.keyboard.press('Enter');
  const secondNumber = await readOrderNumber(tab);
  expect(secondNumber).not.toBe(firstNumber);
  for (const [customer, orderNumber] of [
    [first, firstNumber],
    [second, secondNumber],
  ] as const) {
    expect(await adminSees(page, customer.email)).toMatchObject([
      { orderNumber, backgroundContext: customer.background, paymentStatus: 'paid' },
    ]);
    await mailsTo(page.request, customer.email, 1);
  }
});
