import { findFlaws } from '../flaws/find-flaws.ts';
import { findWeakFocus } from '../flaws/focus.ts';
import { toastOn } from '../steps/checkout-steps.ts';
import { walkOn } from '../steps/focus-walk.ts';
import {
  cards,
  expect,
  mailsTo,
  newCustomer,
  openCheckout,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

/*
 * The public pages without a pointer. Every stop of the Tab key must be one that can be seen: the element
 * looks different while it has the focus.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('sells a reading by keyboard with every focus visible', async ({ page, request }) => {
  const customer = newCustomer();
  await openCheckout(page);
  const walk = walkOn(page);

  await walk.tab();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await walk.tab();
  await expect(page.getByRole('link', { name: 'Read a sample' })).toBeFocused();
  await walk.tabTo(/What career path should I pursue/);
  await expect(page.getByRole('radio', { name: /What career path should I pursue/ })).toBeFocused();
  for (const name of [/When will I get it/, /need to change my job/, /^Other/]) {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name })).toBeFocused();
    await expect(page.getByRole('radio', { name })).toBeChecked();
  }
  await walk.look();
  const typed: [label: string, text: string][] = [
    ['Your own question', 'Should I learn to weld?'],
    ['Full name', customer.name],
    ['Email', customer.email],
    ['Name for the reading', customer.addressee],
    ['Background context (optional)', customer.background],
    ['Card number', cards.threeDSecure],
    ['Expiration date', '1234'],
    ['Security code', '123'],
    ['Country', ''],
    ['ZIP code (optional)', '12345'],
  ];
  for (const [label, text] of typed) {
    expect(await walk.tab()).toContain(label);
    await page.keyboard.type(text);
    await walk.look();
  }
  expect(await walk.tab()).toBe('Clear form');
  expect(await walk.tab()).toBe('Pay $60 & Get My Reading');
  expect(walk.invisible).toEqual([]);
  expect(await findFlaws(page, [findWeakFocus])).toEqual([]);
  await page.keyboard.press('Enter');

  await test.step('3-D Secure fails once, then succeeds', async () => {
    await expect(page.getByRole('button', { name: 'Complete authentication' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Fail authentication' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(toastOn(page)).toContainText('Payment Failed');
    // The focus is where it was, so that the button can be pressed again.
    await expect(payButton(page)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Complete authentication' })).toBeFocused();
    await page.keyboard.press('Enter');
  });
  const orderNumber = await readOrderNumber(page);
  const [confirmation] = await mailsTo(request, customer.email, 1);
  expect(confirmation?.text).toContain(orderNumber);

  await walkOn(page).tabTo('Return to Homepage');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('keeps the focus on a working button and sends once', async ({ page }) => {
  const answers: (() => void)[] = [];
  await page.route('**/api/test-email', async (route) => {
    await new Promise<void>((answer) => answers.push(answer));
    await route.continue();
  });
  await page.goto('/email-test');
  await page.getByLabel('Email address').fill(newCustomer().email);
  const button = page.getByRole('button', { name: 'Send Test Email' });
  await expect(button).toBeEnabled();
  await button.press('Space');
  const working = page.getByRole('button', { name: 'Sending...' });
  await expect(working).toBeFocused();
  await expect(working).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await working.click({ force: true });
  await expect.poll(() => answers.length).toBe(1);
  for (const answer of answers) answer();
  await expect(toastOn(page)).toBeVisible();
  await expect(button).toBeFocused();
  expect(answers).toHaveLength(1);
});
