import type { Page } from '@playwright/test';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { sandboxKeys } from '../../../src/sandbox/sandbox-keys.ts';
import { stripeApi } from '../steps/servers.ts';
import { cards, expect, fillCard, test } from '../steps/steps.ts';

/*
 * The stand-in for Stripe.js with a card form that is drawn before its intent, and the genuine one's
 * unkindness (https://docs.stripe.com/payments/accept-a-payment-deferred).
 */

interface StandIn {
  stripe: Stripe;
  elements: StripeElements;
}

/** @returns the client secret of a new intent */
async function newIntent(page: Page, amount: number): Promise<string> {
  const answer = await page.request.post(`${stripeApi}/v1/payment_intents`, {
    headers: { authorization: `Bearer ${sandboxKeys.secretKey}` },
    form: { amount, currency: 'usd', 'allowed_payment_method_types[]': 'card' },
  });
  const { client_secret }: { client_secret: string } = await answer.json();
  return client_secret;
}

async function drawForm(page: Page): Promise<void> {
  await page.goto('/email-test');
  await page.addScriptTag({ url: '/sandbox/stripe/stripe.js' });
  await page.evaluate((key) => {
    const stripe = window.Stripe?.(key);
    if (!stripe) throw new Error('the stand-in is not there');
    const elements = stripe.elements({
      mode: 'payment',
      amount: 6000,
      currency: 'usd',
      allowedPaymentMethodTypes: ['card'],
    });
    const place = document.createElement('div');
    document.body.prepend(place);
    elements.create('payment', { layout: 'tabs' }).mount(place);
    Object.assign(window, { standIn: { stripe, elements } });
  }, sandboxKeys.publishableKey);
  await fillCard(page, cards.succeeds);
}

/** @returns the outcome: the intent's status, the error's words, or what was thrown */
function confirm(page: Page, clientSecret: string | undefined): Promise<string> {
  return page.evaluate(async (given) => {
    const { stripe, elements }: StandIn = Reflect.get(window, 'standIn');
    try {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        clientSecret: given ?? '',
        confirmParams: { return_url: location.href },
        redirect: 'if_required',
      });
      return error
        ? [error.type, error.code, error.payment_intent?.status, error.message].filter(Boolean).join(' ')
        : paymentIntent.status;
    } catch (thrown) {
      return `thrown: ${thrown}`;
    }
  }, clientSecret);
}

/** @returns what is wrong with what is typed, if anything */
function submit(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const { elements }: StandIn = Reflect.get(window, 'standIn');
    return (await elements.submit()).error?.type;
  });
}

const update = (page: Page, amount: number) =>
  page.evaluate((changed) => {
    const { elements }: StandIn = Reflect.get(window, 'standIn');
    elements.update({ amount: changed });
  }, amount);

test('confirms nothing that changed after it was submitted', async ({ page }) => {
  const unsubmitted = 'thrown: IntegrationError: elements.submit() must be called before';
  await drawForm(page);
  const secret = await newIntent(page, 6000);
  expect(await confirm(page, secret)).toContain(unsubmitted);

  await submit(page);
  await page.getByLabel('Card number').fill(cards.declined);
  expect(await confirm(page, secret)).toContain(unsubmitted);

  await submit(page);
  expect(await confirm(page, secret)).toContain('card_error card_declined requires_payment_method');
  expect(await confirm(page, secret)).toContain(unsubmitted);

  await page.getByLabel('Card number').fill('4242 4242');
  expect(await submit(page)).toBe('validation_error');
  expect(await confirm(page, secret)).toContain(unsubmitted);
});

test('pays an intent once, and only from a matching form', async ({ page }) => {
  await drawForm(page);
  const secret = await newIntent(page, 7500);
  await submit(page);
  expect(await confirm(page, secret)).toContain('provided amount (6000) does not match the expected amount');

  await update(page, 7500);
  expect(await submit(page)).toBeUndefined();
  expect(await confirm(page, secret)).toBe('succeeded');
  await submit(page);
  const told = 'invalid_request_error payment_intent_unexpected_state succeeded';
  expect(await confirm(page, secret)).toContain(told);
  await submit(page);
  expect(await confirm(page, undefined)).toContain('thrown: IntegrationError');
});

test('refuses a form with no amount or with two kinds of intent', async ({ page }) => {
  await drawForm(page);
  for (const options of [
    { mode: 'payment', currency: 'usd' },
    { mode: 'payment', amount: 6000, currency: 'usd', clientSecret: 'pi_1_secret_2' },
  ]) {
    const thrown = await page.evaluate((given) => {
      const { stripe }: StandIn = Reflect.get(window, 'standIn');
      try {
        Reflect.apply(stripe.elements, stripe, [given]);
        return 'nothing';
      } catch (error) {
        return String(error);
      }
    }, options);
    expect(thrown).toContain('IntegrationError');
  }
});
