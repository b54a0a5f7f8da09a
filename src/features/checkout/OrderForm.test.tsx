import type { Stripe } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Checkout } from './checkout.ts';
import { openCheckout } from './checkout-testing.ts';
import { OrderForm } from './OrderForm.tsx';

test('an empty form is not sent: every field that is needed says so, and the first has the focus', async () => {
  const opened = openCheckout();
  Object.assign(opened.page.settings, { price: 0, publishableKey: '' });
  Object.assign(opened.page.opened, { clientSecret: null, free: true });
  await opened.checkout.start();
  await render(
    <OrderForm
      checkout={opened.checkout as unknown as Checkout<Stripe>}
      above={null}
      wallets={false}
      onFocus={() => {}}
    />,
  );
  await page.getByRole('button', { name: 'Get My Free Reading' }).click();
  const [name, email] = [page.getByLabelText(/^Full name/), page.getByLabelText(/^Email/)];
  await expect.element(name).toBeInvalid();
  await expect.element(email).toBeInvalid();
  await expect.element(name).toHaveFocus();
  expect(opened.page.submits).toEqual([]);
});
