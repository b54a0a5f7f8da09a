import { openWallet } from './dialogs.js';
import { createPaymentElement } from './payment-element.js';
import { callApi, callIntent } from './rest.js';

/**
 * @typedef {import('./rest.js').StripeError} StripeError
 * @typedef {{ clientSecret?: string, appearance?: import('./style.js').Appearance, mode?: string,
 *   amount?: number, currency?: string, allowedPaymentMethodTypes?: string[] }} ElementsOptions
 */

/** What only `confirmPayment` may use of an `elements` object. */
export const elementsInternals = new WeakMap();

/** @param {string} message */
export function integrationError(message) {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

/** @param {ElementsOptions} options */
function checkOptions({ clientSecret, mode, amount, currency }) {
  if (mode === undefined) return;
  if (clientSecret !== undefined) {
    throw integrationError('elements() takes either a mode or a clientSecret, not both.');
  }
  if (mode !== 'payment') throw integrationError(`The sandbox has no mode '${mode}', only 'payment'.`);
  if (!Number.isInteger(amount) || Number(amount) <= 0) {
    throw integrationError('With mode: payment, amount has to be a positive whole number of cents.');
  }
  if (!/^[a-z]{3}$/.test(currency ?? '')) {
    throw integrationError('With mode: payment, currency has to be three small letters.');
  }
}

/** @param {string} key publishable key @param {ElementsOptions} options */
export function createElements(key, options = {}) {
  checkOptions(options);
  /** @type {ReturnType<typeof createPaymentElement> | null} */
  let payment = null;
  let current = { ...options };
  /** Whether `submit` has checked the current form and amount. */
  let isSubmitted = false;

  /** @returns {Promise<StripeError | null>} */
  async function load() {
    const { clientSecret, mode, amount, currency } = current;
    if (mode !== undefined) {
      const deferred_intent = { mode, amount, currency };
      return (await callApi('sandbox/elements_session', { deferred_intent, key })).error ?? null;
    }
    if (!clientSecret) return { type: 'invalid_request_error', message: 'Missing client secret.' };
    return (await callIntent(key, clientSecret)).error ?? null;
  }

  /** @returns {StripeError | null} */
  function validate() {
    if (!payment?.isLoaded()) {
      return {
        type: 'validation_error',
        code: 'element_not_ready',
        message: 'The card form is still loading.',
      };
    }
    const problem = payment.card.validate();
    return problem && { type: 'validation_error', ...problem };
  }

  /** @returns {Promise<StripeError | null>} */
  async function askWallet() {
    if (!payment || payment.card.type() === 'card') return null;
    const { amount, currency, appearance } = current;
    const paid = await openWallet({ amount, currency, appearance });
    payment?.card.takeWallet(paid);
    return paid ? null : { type: 'validation_error', code: 'incomplete', message: 'The wallet was closed.' };
  }

  const elements = {
    /** @param {string} type @param {object} [elementOptions] */
    create(type, elementOptions = {}) {
      if (type !== 'payment') throw new Error(`The sandbox has no '${type}' element, only 'payment'.`);
      if (payment) throw new Error('There is a payment element already. Destroy it first.');
      isSubmitted = false;
      payment = createPaymentElement(
        {
          load,
          appearance: () => current.appearance,
          onInput: () => {
            isSubmitted = false;
          },
          onDestroy: () => {
            payment = null;
          },
        },
        elementOptions,
      );
      return payment.element;
    },
    /** @param {ElementsOptions} changed */
    update(changed = {}) {
      const { clientSecret: _fixed, appearance, ...payable } = changed;
      const next = { ...current, ...changed, clientSecret: current.clientSecret };
      checkOptions(next);
      current = next;
      if (Object.keys(payable).length > 0) isSubmitted = false;
      if (appearance) payment?.restyle();
    },
    async submit() {
      isSubmitted = false;
      const error = validate() ?? (await askWallet());
      isSubmitted = error === null;
      return error ? { error } : { selectedPaymentMethod: payment?.card.type() };
    },
  };
  elementsInternals.set(elements, {
    clientSecret: () => current.clientSecret,
    appearance: () => current.appearance,
    validate,
    isDeferred: () => current.mode !== undefined,
    /** One submit is good for one confirmation. */
    takeSubmit() {
      const wasSubmitted = isSubmitted;
      isSubmitted = false;
      return wasSubmitted;
    },
    context() {
      const { mode, amount, currency, allowedPaymentMethodTypes } = current;
      return mode && { mode, amount, currency, allowed_payment_method_types: allowedPaymentMethodTypes };
    },
    paymentMethodData: () => payment?.card.paymentMethodData(),
  });
  return elements;
}
