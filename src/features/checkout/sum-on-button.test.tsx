import type { Stripe } from '@stripe/stripe-js';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type OrderedOffer, plainOffer } from '../../shared/checkout/offer.ts';
import { defaultMoneyStyle } from '../../shared/money.ts';
import type { CheckoutStore } from './checkout-store.ts';
import { openCheckout } from './checkout-testing.ts';
import { OrderForm } from './OrderForm.tsx';

const offer: OrderedOffer = {
  ...plainOffer(3_000, defaultMoneyStyle),
  ...{ slug: 'three-cards', standardQuestions: false },
  addOns: [
    { id: 'rush', name: 'Rush', priceMinor: 2_000, days: 1 },
    { id: 'more', name: 'One more question', priceMinor: 1_500, asks: 'Your other question' },
    { id: 'card', name: 'A drawn card', priceMinor: 500 },
  ],
};

const places: HTMLElement[] = [];
afterEach(() => {
  sessionStorage.clear();
  for (const place of places.splice(0)) place.remove();
});

const form = (opened = openCheckout(offer), hasCodes = false) => (
  <OrderForm
    checkout={opened.checkout as unknown as CheckoutStore<Stripe>}
    above={<ul aria-label="Your order" data-order-lines />}
    wallets={false}
    hasCodes={hasCodes}
    onFocus={() => {}}
  />
);

/** Puts the form on the page as the server sends it. */
function showHtml(): HTMLElement {
  const place = document.createElement('div');
  place.innerHTML = renderToString(form());
  document.body.append(place);
  places.push(place);
  return place;
}

const addOn = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });

const expectTotal = (text: string) =>
  expect.element(page.getByRole('status').filter({ hasText: text })).toBeInTheDocument();

test.each([
  [['Rush'], '$50'],
  [['One more question', 'A drawn card'], '$50'],
  [['A drawn card'], '$35'],
])('counts %j checked before the scripts load toward the sum', async (names, sum) => {
  const place = showHtml();
  for (const name of names) await addOn(name).click();
  const root = hydrateRoot(place, form());
  await expect.element(page.getByRole('button', { name: `Pay ${sum} & Get My Reading` })).toBeVisible();
  for (const name of names) await expect.element(addOn(name)).toBeChecked();
  await expectTotal(`Your total is ${sum}.`);
  root.unmount();
});

function openWithCode() {
  const opened = openCheckout(offer);
  opened.calls.quote = async () => ({
    ...{ amount: 24, amountText: '$24 USD', currency: 'usd', lines: [], promisedDay: '2026-11-25' },
    discount: { code: 'SPRING', percentOff: 20 },
  });
  return opened;
}

test('the order lists add-ons and the code, which can be removed', async () => {
  await render(form(openWithCode(), true));
  const order = page.getByRole('list', { name: 'Your order' });
  await addOn('A drawn card').click();
  await expect.element(order).toHaveTextContent('A drawn card$5');
  await page.getByText('Have a code?').click();
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill('spring');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(order.getByText('−$7')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the code' }).click();
  await expect.element(order.getByText('Code SPRING')).not.toBeInTheDocument();
  await expect.element(code).toHaveFocus();
  await expectTotal('Your total is $35.');
});

test('announces the new sum after an add-on and after a code', async () => {
  await render(form(openWithCode(), true));
  await expectTotal('Your total is $30.');
  await addOn('A drawn card').click();
  await expectTotal('Your total is $35.');
  await page.getByText('Have a code?').click();
  await page.getByRole('textbox', { name: 'Code' }).fill('spring');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectTotal('Your total is $28.');
  await addOn('A drawn card').click();
  await expectTotal('Your total is $24.');
});
