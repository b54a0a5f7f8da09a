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

test('confirms nothing that changed after it was submitted', async ({ page }) => {
  const answer = await page.request.post(`${stripeApi}/v1/payment_intents`, {
    headers: { authorization: `Bearer ${sandboxKeys.secretKey}` },
    form: { amount: 6000, currency: 'usd', 'allowed_payment_method_types[]': 'card' },
  });
  const { client_secret: secret }: { client_secret: string } = await answer.json();
  await page.goto('/email-test');
  await page.addScriptTag({ url: '/sandbox/stripe/stripe.js' });
  const standIn = await page.evaluateHandle((key): StandIn => {
    const stripe = window.Stripe?.(key);
    if (!stripe) throw new Error('the stand-in is not there');
    const intent = { mode: 'payment', amount: 6000, currency: 'usd' } as const;
    const elements = stripe.elements({ ...intent, allowedPaymentMethodTypes: ['card'] });
    const place = document.createElement('div');
    document.body.prepend(place);
    elements.create('payment', { layout: 'tabs' }).mount(place);
    return { stripe, elements };
  }, sandboxKeys.publishableKey);
  const submit = () => standIn.evaluate(async ({ elements }) => (await elements.submit()).error?.type);
  /** @returns the code of the refusal, or what was thrown */
  const confirm = () =>
    standIn.evaluate(async ({ stripe, elements }, clientSecret) => {
      const confirmParams = { return_url: location.href };
      try {
        const options = { elements, clientSecret, confirmParams, redirect: 'if_required' } as const;
        return (await stripe.confirmPayment(options)).error?.code;
      } catch (thrown) {
        return `thrown: ${thrown}`;
      }
    }, secret);

  const unsubmitted = 'thrown: IntegrationError: elements.submit() must be called before';
  await fillCard(page, cards.succeeds);
  expect(await confirm()).toContain(unsubmitted);

  await submit();
  await page.getByLabel('Card number').fill(cards.declined);
  expect(await confirm()).toContain(unsubmitted);

  await submit();
  expect(await confirm()).toBe('card_declined');
  expect(await confirm()).toContain(unsubmitted);

  await page.getByLabel('Card number').fill('4242 4242');
  expect(await submit()).toBe('validation_error');
  expect(await confirm()).toContain(unsubmitted);
});
