import { createPaymentElement } from './payment-element.js';
import { callIntent } from './rest.js';

/**
 * @typedef {import('./rest.js').StripeError} StripeError
 * @typedef {{ clientSecret?: string, appearance?: import('./style.js').Appearance, mode?: string,
 *   amount?: number, currency?: string }} ElementsOptions
 */

/** What `confirmPayment` needs from an `elements` object but the page shall not see. */
export const elementsInternals = new WeakMap();

/**
 * A group of elements around one payment intent; this sandbox has the payment element only.
 * @param {string} key publishable key
 * @param {ElementsOptions} options
 */
export function createElements(key, options = {}) {
  /** @type {ReturnType<typeof createPaymentElement> | null} */
  let payment = null;
  let current = { ...options };

  /** @returns {Promise<StripeError | null>} */
  async function load() {
    if (!current.clientSecret) {
      const isDeferred = current.mode !== undefined;
      return isDeferred ? null : { type: 'invalid_request_error', message: 'Missing client secret.' };
    }
    return (await callIntent(key, current.clientSecret)).error ?? null;
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

  const elements = {
    /** @param {string} type @param {object} [elementOptions] */
    create(type, elementOptions = {}) {
      if (type !== 'payment') throw new Error(`The sandbox has no '${type}' element, only 'payment'.`);
      if (payment) throw new Error('There is a payment element already. Destroy it first.');
      payment = createPaymentElement(
        {
          load,
          appearance: () => current.appearance,
          onDestroy: () => {
            payment = null;
          },
        },
        elementOptions,
      );
      return payment.element;
    },
    /** @param {string} type */
    getElement: (type) => (type === 'payment' ? (payment?.element ?? null) : null),
    /** @param {ElementsOptions} changed */
    update(changed = {}) {
      const { clientSecret: _fixed, ...rest } = changed;
      current = { ...current, ...rest };
      payment?.restyle();
    },
    async fetchUpdates() {
      const error = await load();
      return error ? { error } : {};
    },
    async submit() {
      const error = validate();
      return error ? { error } : { selectedPaymentMethod: 'card' };
    },
    on() {
      return elements;
    },
    once() {
      return elements;
    },
    off() {
      return elements;
    },
  };
  elementsInternals.set(elements, {
    clientSecret: () => current.clientSecret,
    appearance: () => current.appearance,
    validate,
    paymentMethodData: () => payment?.card.paymentMethodData(),
  });
  return elements;
}
