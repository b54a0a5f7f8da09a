import { openWallet } from './dialogs.js';
import { createPaymentElement } from './payment-element.js';
import { callApi, callIntent } from './rest.js';

/** What only `confirmPayment` may use of an `elements` object. */
export const elementsInternals = new WeakMap();

export function integrationError(message) {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

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

export function createElements(key, options = {}) {
  checkOptions(options);
  let payment = null;
  let current = { ...options };
  /** Whether `submit` has checked the current form and amount. */
  let isSubmitted = false;

  async function load() {
    const { clientSecret, mode, amount, currency } = current;
    if (mode !== undefined) {
      const deferred_intent = { mode, amount, currency };
      return (await callApi('sandbox/elements_session', { deferred_intent, key })).error ?? null;
    }
    if (!clientSecret) return { type: 'invalid_request_error', message: 'Missing client secret.' };
    return (await callIntent(key, clientSecret)).error ?? null;
  }

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

  async function askWallet() {
    if (!payment || payment.card.type() === 'card') return null;
    const { amount, currency, appearance } = current;
    const paid = await openWallet({ amount, currency, appearance });
    payment?.card.takeWallet(paid);
    return paid ? null : { type: 'validation_error', code: 'incomplete', message: 'The wallet was closed.' };
  }

  const elements = {
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
