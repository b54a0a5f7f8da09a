import { showAuthentication } from './dialogs.js';
import { createElements, elementsInternals, integrationError } from './elements.js';
import { callIntent } from './rest.js';

function refusal(message) {
  return { error: { type: 'invalid_request_error', message } };
}

function goTo(returnUrl, intent) {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  const { status } = intent;
  const outcome = status === 'processing' ? 'pending' : status;
  url.searchParams.set('redirect_status', /^(succeeded|pending)$/.test(outcome) ? outcome : 'failed');
  window.location.assign(url);
  // Like Stripe's, this promise never settles.
  return new Promise(() => {});
}

/** A function that Stripe's loader looks for. */
async function notInSandbox() {
  return refusal('The sandbox has no such call. Use the payment element and confirmPayment.');
}

function Stripe(key, _options) {
  if (typeof key !== 'string' || !key.startsWith('pk_test_')) {
    throw new Error('The sandbox takes test keys only (pk_test_…): it must not be loaded with live keys.');
  }
  const underWay = new Map();

  async function confirm({ elements, clientSecret: given, confirmParams = {}, redirect = 'always' }) {
    const internals = elementsInternals.get(elements);
    if (!internals) return refusal('confirmPayment needs elements.');
    const options = internals.options();
    const { mode, amount, currency, appearance } = options;
    if (mode && !given) {
      throw integrationError('With a mode, confirmPayment() needs the clientSecret of the intent.');
    }
    if (mode && !internals.takeSubmit()) {
      throw integrationError('elements.submit() must be called before stripe.confirmPayment().');
    }
    const clientSecret = given ?? options.clientSecret;
    if (!clientSecret) return refusal('confirmPayment needs a client secret.');
    const returnUrl = confirmParams.return_url;
    if (redirect === 'always' && !returnUrl) return refusal('confirmPayment needs confirmParams.return_url.');
    const problem = internals.validate();
    if (problem) return { error: problem };
    const confirmed = await callIntent(key, clientSecret, 'confirm', {
      return_url: returnUrl,
      payment_method_data: internals.paymentMethodData(),
      client_context: mode && {
        ...{ mode, amount, currency },
        allowed_payment_method_types: options.allowedPaymentMethodTypes,
      },
    });
    const asks = confirmed.paymentIntent?.status === 'requires_action';
    const result = asks ? await showAuthentication(key, clientSecret, appearance) : confirmed;
    if (result.error || redirect === 'if_required' || !returnUrl) return result;
    return goTo(returnUrl, result.paymentIntent);
  }

  return {
    elements: (options) => createElements(key, options),
    /** A second call during the first gets the first one's result. */
    confirmPayment(options) {
      const clientSecret = String(
        options.clientSecret ?? elementsInternals.get(options.elements)?.options().clientSecret,
      );
      const running = underWay.get(clientSecret);
      if (running) return running;
      const started = confirm(options).finally(() => underWay.delete(clientSecret));
      underWay.set(clientSecret, started);
      return started;
    },
    retrievePaymentIntent: (clientSecret) => callIntent(key, clientSecret),
    confirmCardPayment: notInSandbox,
    createPaymentMethod: notInSandbox,
    createToken: notInSandbox,
    _registerWrapper() {},
    registerAppInfo() {},
  };
}

// Without a known version the loader warns.
Stripe.version = 'endive';
Stripe.isSandbox = true;

Reflect.set(window, 'Stripe', Stripe);
document.documentElement.dataset.stripeSandbox = 'loaded';
