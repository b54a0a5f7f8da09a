import { showAuthentication } from './authentication.js';
import { createElements, elementsInternals, integrationError } from './elements.js';
import { callIntent } from './rest.js';

/**
 * The stand-in for Stripe.js: `window.Stripe(publishableKey)`, as much of it as a card payment needs.
 * @typedef {import('./rest.js').Result} Result
 * @typedef {{ elements?: object, clientSecret?: string, redirect?: 'always' | 'if_required',
 *   confirmParams?: { return_url?: string, payment_method?: string,
 *     payment_method_data?: { billing_details?: { address?: object } } } }} ConfirmOptions
 */

/** @param {string} message @returns {Result} */
function refusal(message) {
  return { error: { type: 'invalid_request_error', message } };
}

/** @param {string} what @returns {Promise<Result>} */
async function notInSandbox(what) {
  return refusal(`The sandbox has no ${what}. Use the payment element and confirmPayment.`);
}

/**
 * The page's billing details count more than those from the form, as at Stripe.
 * @param {{ address?: object } | undefined} own
 * @param {{ address?: object } | undefined} given
 */
function mergeBilling(own, given) {
  return { ...own, ...given, address: { ...own?.address, ...given?.address } };
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

  /** @param {Result} result @param {string} clientSecret @param {object} [appearance] */
  function finish(result, clientSecret, appearance) {
    const asks = result.paymentIntent?.status === 'requires_action';
    return asks ? showAuthentication(key, clientSecret, appearance) : Promise.resolve(result);
  }

  /**
   * Answers what went wrong with a payment, but throws when the page has not done its part.
   * @param {ConfirmOptions} options
   * @returns {Promise<Result>}
   */
  async function confirm({ elements, clientSecret: given, confirmParams = {}, redirect = 'always' }) {
    const internals = elements && elementsInternals.get(elements);
    if (internals?.isDeferred()) {
      if (!given)
        throw integrationError('With a mode, confirmPayment() needs the clientSecret of the intent.');
      if (!internals.takeSubmit()) {
        throw integrationError('elements.submit() must be called before stripe.confirmPayment().');
      }
    }
    const clientSecret = given ?? internals?.clientSecret();
    if (!clientSecret) return refusal('confirmPayment needs a client secret.');
    const returnUrl = confirmParams.return_url;
    if (redirect === 'always' && !returnUrl) return refusal('confirmPayment needs confirmParams.return_url.');
    if (returnUrl !== undefined && !/^https?:$/.test(URL.parse(returnUrl)?.protocol ?? '')) {
      return refusal('confirmParams.return_url has to be a complete http(s) address.');
    }
    const problem = internals?.validate();
    if (problem) return { error: problem };
    const own = internals?.paymentMethodData();
    const billing = mergeBilling(own?.billing_details, confirmParams.payment_method_data?.billing_details);
    const confirmed = await callIntent(key, clientSecret, 'confirm', {
      return_url: returnUrl,
      payment_method: own ? undefined : confirmParams.payment_method,
      payment_method_data: own && { ...own, billing_details: billing },
      client_context: internals?.context(),
    });
    const result = await finish(confirmed, clientSecret, internals?.appearance());
    if (result.error || redirect === 'if_required' || !returnUrl) return result;
    return goTo(returnUrl, result.paymentIntent);
  }

  return {
    /** @param {import('./elements.js').ElementsOptions} [options] */
    elements: (options) => createElements(key, options),
    /** A second call while one is under way gets the first one's result. @param {ConfirmOptions} options */
    confirmPayment(options) {
      const internals = options.elements && elementsInternals.get(options.elements);
      const clientSecret = String(options.clientSecret ?? internals?.clientSecret());
      const running = underWay.get(clientSecret);
      if (running) return running;
      const started = confirm(options).finally(() => underWay.delete(clientSecret));
      underWay.set(clientSecret, started);
      return started;
    },
    /** @param {string} clientSecret */
    retrievePaymentIntent: (clientSecret) => callIntent(key, clientSecret),
    /** @param {{ clientSecret: string }} options */
    async handleNextAction({ clientSecret }) {
      return finish(await callIntent(key, clientSecret), clientSecret);
    },
    /** @param {string} clientSecret @param {object} [data] */
    async confirmCardPayment(clientSecret, data) {
      if (data) return notInSandbox('confirmCardPayment with card data');
      return finish(await callIntent(key, clientSecret), clientSecret);
    },
    createPaymentMethod: () => notInSandbox('createPaymentMethod'),
    createToken: () => notInSandbox('createToken'),
    createConfirmationToken: () => notInSandbox('createConfirmationToken'),
    _registerWrapper() {},
    registerAppInfo() {},
  };
}

// What the loader expects to find; otherwise it warns about a version it does not know.
Stripe.version = 'endive';
Stripe.isSandbox = true;

Reflect.set(window, 'Stripe', Stripe);
document.documentElement.dataset.stripeSandbox = 'loaded';
