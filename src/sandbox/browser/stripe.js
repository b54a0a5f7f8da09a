import { showAuthentication } from './dialogs.js';
import { createElements, elementsInternals, integrationError } from './elements.js';
import { callIntent } from './rest.js';

/**
 * The stand-in for Stripe.js: `window.Stripe(publishableKey)`, as much of it as a card payment needs.
 * @typedef {import('./rest.js').Result} Result
 * @typedef {{ elements: object, clientSecret?: string, redirect?: 'always' | 'if_required',
 *   confirmParams?: { return_url?: string } }} ConfirmOptions
 */

/** @param {string} message @returns {Result} */
function refusal(message) {
  return { error: { type: 'invalid_request_error', message } };
}

/**
 * Goes where the page wants the customer to be after the payment.
 * @param {string} returnUrl
 * @param {import('./rest.js').Intent} intent
 * @returns {Promise<never>}
 */
function goTo(returnUrl, intent) {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  const outcomes = new Map([
    ['succeeded', 'succeeded'],
    ['processing', 'pending'],
  ]);
  url.searchParams.set('redirect_status', outcomes.get(intent.status) ?? 'failed');
  window.location.assign(url);
  // The page is being left: like Stripe's, this promise never settles.
  return new Promise(() => {});
}

/** What Stripe's loader looks for, and a payment element does not need. */
async function notInSandbox() {
  return refusal('The sandbox has no such call. Use the payment element and confirmPayment.');
}

/**
 * @param {string} key publishable key
 * @param {object} [_options]
 */
function Stripe(key, _options) {
  if (typeof key !== 'string' || !key.startsWith('pk_test_')) {
    throw new Error('The sandbox takes test keys only (pk_test_…): it must not be loaded with live keys.');
  }
  /** @type {Map<string, Promise<Result>>} */
  const underWay = new Map();

  /**
   * Answers what went wrong with a payment, but throws when the page has not done its part.
   * @param {ConfirmOptions} options
   * @returns {Promise<Result>}
   */
  async function confirm({ elements, clientSecret: given, confirmParams = {}, redirect = 'always' }) {
    const internals = elementsInternals.get(elements);
    if (!internals) return refusal('confirmPayment needs elements.');
    if (internals.isDeferred()) {
      if (!given) {
        throw integrationError('With a mode, confirmPayment() needs the clientSecret of the intent.');
      }
      if (!internals.takeSubmit()) {
        throw integrationError('elements.submit() must be called before stripe.confirmPayment().');
      }
    }
    const clientSecret = given ?? internals.clientSecret();
    if (!clientSecret) return refusal('confirmPayment needs a client secret.');
    const returnUrl = confirmParams.return_url;
    if (redirect === 'always' && !returnUrl) return refusal('confirmPayment needs confirmParams.return_url.');
    const problem = internals.validate();
    if (problem) return { error: problem };
    const confirmed = await callIntent(key, clientSecret, 'confirm', {
      return_url: returnUrl,
      payment_method_data: internals.paymentMethodData(),
      client_context: internals.context(),
    });
    const asks = confirmed.paymentIntent?.status === 'requires_action';
    const result = asks ? await showAuthentication(key, clientSecret, internals.appearance()) : confirmed;
    if (result.error || redirect === 'if_required' || !returnUrl) return result;
    return goTo(returnUrl, result.paymentIntent);
  }

  return {
    /** @param {import('./elements.js').ElementsOptions} [options] */
    elements: (options) => createElements(key, options),
    /** A second call while one is under way gets the first one's result. @param {ConfirmOptions} options */
    confirmPayment(options) {
      const clientSecret = String(
        options.clientSecret ?? elementsInternals.get(options.elements)?.clientSecret(),
      );
      const running = underWay.get(clientSecret);
      if (running) return running;
      const started = confirm(options).finally(() => underWay.delete(clientSecret));
      underWay.set(clientSecret, started);
      return started;
    },
    /** @param {string} clientSecret */
    retrievePaymentIntent: (clientSecret) => callIntent(key, clientSecret),
    confirmCardPayment: notInSandbox,
    createPaymentMethod: notInSandbox,
    createToken: notInSandbox,
    _registerWrapper() {},
    registerAppInfo() {},
  };
}

// What the loader expects to find; otherwise it warns about a version it does not know.
Stripe.version = 'endive';
Stripe.isSandbox = true;

Reflect.set(window, 'Stripe', Stripe);
document.documentElement.dataset.stripeSandbox = 'loaded';
