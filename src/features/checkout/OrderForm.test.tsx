import type { Stripe } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { plainOffer } from '../../shared/checkout/offer.ts';
import { defaultMoneyStyle } from '../../shared/money.ts';
import type { IntakeQuestion } from '../../shared/offers/offer-types.ts';
import type { CheckoutStore } from './checkout-store.ts';
import { openCheckout } from './checkout-testing.ts';
import { OrderForm } from './OrderForm.tsx';

async function show(opened: ReturnType<typeof openCheckout>): Promise<void> {
  Object.assign(opened.page.settings, { price: 0, publishableKey: '' });
  Object.assign(opened.page.opened, { clientSecret: null, free: true });
  await opened.checkout.form.start();
  await render(
    <OrderForm
      checkout={opened.checkout as unknown as CheckoutStore<Stripe>}
      above={null}
      wallets={false}
      onFocus={() => {}}
    />,
  );
}

test('marks every required field of an empty form and focuses the first', async () => {
  const opened = openCheckout();
  await show(opened);
  await page.getByRole('button', { name: 'Get My Free Reading' }).click();
  const [name, email] = [page.getByLabelText(/^Full name/), page.getByLabelText(/^Email/)];
  await expect.element(name).toBeInvalid();
  await expect.element(email).toBeInvalid();
  await expect.element(name).toHaveFocus();
  expect(opened.page.submits).toEqual([]);
});

test('asks the offer’s questions and focuses the first one left empty', async () => {
  const asked = (id: string, kind: IntakeQuestion['kind'], label: string): IntakeQuestion => {
    const choices = kind === 'choice' ? ['A new job', 'My own shop'] : undefined;
    return { id, kind, label, help: '', required: true, choices };
  };
  const opened = openCheckout({
    ...plainOffer(0, defaultMoneyStyle),
    ...{ slug: 'three-cards', standardQuestions: false },
    questions: [
      asked('about', 'choice', 'What is it about?'),
      asked('short', 'text', 'Your question'),
      asked('long', 'longText', 'Your story'),
      asked('born', 'date', 'Your birthday'),
      asked('years', 'number', 'Years in this job'),
      asked('again', 'yesNo', 'Not your first reading?'),
    ],
    addOns: [
      { id: 'rush', name: 'Rush', priceMinor: 2_000, days: 1 },
      { id: 'more', name: 'One more question', priceMinor: 0, asks: 'Your other question' },
    ],
  });
  opened.page.submitted = { ...opened.page.submitted, paymentIntentId: null, clientSecret: null, amount: 0 };
  await show(opened);
  expect(page.getByText("I'm looking for a job. When will I get it?").elements()).toEqual([]);
  await expect.element(page.getByText('+ $20')).toBeVisible();
  await page.getByLabelText(/^Full name/).fill('Maya Lindqvist');
  await page.getByLabelText(/^Email/).fill('maya@customers.example');
  await page.getByLabelText(/^Name for the reading/).fill('Maya');
  await page.getByRole('checkbox', { name: /^One more question/ }).click();
  await page.getByRole('button', { name: 'Get My Free Reading' }).click();
  await expect.element(page.getByRole('radio', { name: 'A new job' })).toHaveFocus();
  expect(page.getByText(/^Please answer: /).elements()).toHaveLength(7);

  await page.getByRole('radio', { name: 'My own shop' }).click();
  await page.getByLabelText('Your question').fill('Bakery?');
  await page.getByLabelText('Your story').fill('It is long.');
  await page.getByLabelText('Your birthday').fill('1990-05-31');
  await page.getByLabelText('Years in this job').fill('7');
  await page.getByRole('radio', { name: 'Yes' }).click();
  await page.getByLabelText('Your other question').fill('And my sister?');
  await page.getByRole('button', { name: 'Get My Free Reading' }).click();
  await expect
    .poll(() => opened.page.submits)
    .toMatchObject([
      {
        answers: {
          ...{ about: 'My own shop', short: 'Bakery?', long: 'It is long.', born: '1990-05-31', years: '7' },
          ...{ again: 'yes', more: 'And my sister?' },
        },
        ...{ addOns: ['more'], offer: 'three-cards', shownAmount: 0 },
      },
    ]);
});
