import { createCardForm } from './card-form.js';
import { openWallet } from './dialogs.js';
import { callApi, callIntent } from './rest.js';
import { applyAppearance, createHost } from './style.js';

/** By `elements` object, the parts that only `confirmPayment` may use. */
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
    throw integrationError('With mode: payment, amount has to be a positive whole number of amountMinor.');
  }
  if (!/^[a-z]{3}$/.test(currency ?? '')) {
    throw integrationError('With mode: payment, currency has to be three small letters.');
  }
}

async function load(key, { clientSecret, mode, amount, currency }) {
  if (mode !== undefined) {
    const deferred_intent = { mode, amount, currency };
    return (await callApi('sandbox/elements_session', { deferred_intent, key })).error ?? null;
  }
  if (!clientSecret) return { type: 'invalid_request_error', message: 'Missing client secret.' };
  return (await callIntent(key, clientSecret)).error ?? null;
}

/** Returns the object of `stripe.elements()`: one payment element at a time. @throws IntegrationError for bad options */
export function createElements(key, options = {}) {
  checkOptions(options);
  let current = { ...options };
  /** The payment element's form; null before it is created and after it is destroyed. */
  let card = null;
  let host = null;
  let isLoaded = false;
  let isSubmitted = false;

  function createPaymentElement({ wallets = {} }) {
    const handlers = new Map();
    const created = createHost('form');
    const { root } = created;
    let hasStarted = false;
    let lastState = JSON.stringify({ complete: false, empty: true, type: 'card' });

    const emit = (event, detail = {}) => {
      for (const handler of handlers.get(event) ?? []) handler({ elementType: 'payment', ...detail });
    };
    const form = createCardForm({
      // Stripe shows the device's wallets unless told not to; the sandbox's wallet must be requested.
      hasWallet: [wallets.applePay, wallets.googlePay].includes('auto'),
      onInput() {
        isSubmitted = false;
        const [state, type] = [form.state(), form.type()];
        const text = JSON.stringify({ ...state, type });
        if (text === lastState) return;
        lastState = text;
        emit('change', { ...state, collapsed: false, value: { type } });
      },
    });
    card = form;
    host = created.host;
    isLoaded = false;
    isSubmitted = false;
    applyAppearance(created.host, current.appearance);
    root.innerHTML = '<p class="loading" role="status">Loading the card form…</p>';
    root.addEventListener('keydown', (event) => {
      if (event.isComposing || event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
      created.host.closest('form')?.requestSubmit();
    });

    async function start() {
      const error = await load(key, current);
      if (card !== form) return;
      isLoaded = error === null;
      if (error) {
        root.firstElementChild.textContent = 'The card form could not be loaded.';
        emit('loaderror', { error });
        return;
      }
      root.replaceChildren(form.form);
      emit('ready');
    }

    const element = {
      mount(target) {
        if (card !== form) throw new Error('This element was destroyed. Create a new one.');
        const container = typeof target === 'string' ? document.querySelector(target) : target;
        if (!(container instanceof HTMLElement))
          throw new Error('There is no such DOM element to mount into.');
        if (created.host.parentElement !== container) container.replaceChildren(created.host);
        if (hasStarted) return;
        hasStarted = true;
        // Runs a macrotask later, so that the page can add its listeners first.
        setTimeout(() => void start());
      },
      unmount: () => created.host.remove(),
      destroy() {
        created.host.remove();
        handlers.clear();
        if (card === form) card = null;
      },
      update() {},
      on(event, handler) {
        handlers.set(event, (handlers.get(event) ?? new Set()).add(handler));
        return element;
      },
      off(event, handler) {
        handlers.get(event)?.delete(handler);
        return element;
      },
    };
    return element;
  }

  function validate() {
    if (!card || !isLoaded) {
      const message = 'The card form is still loading.';
      return { type: 'validation_error', code: 'element_not_ready', message };
    }
    const problem = card.validate();
    return problem && { type: 'validation_error', ...problem };
  }

  async function askWallet() {
    if (!card || card.type() === 'card') return null;
    const paid = await openWallet(current);
    card?.takeWallet(paid);
    return paid ? null : { type: 'validation_error', code: 'incomplete', message: 'The wallet was closed.' };
  }

  const elements = {
    create(type, elementOptions = {}) {
      if (type !== 'payment') throw new Error(`The sandbox has no '${type}' element, only 'payment'.`);
      if (card) throw new Error('There is a payment element already. Destroy it first.');
      return createPaymentElement(elementOptions);
    },
    update(changed = {}) {
      const { clientSecret: _fixed, appearance, ...payable } = changed;
      const next = { ...current, ...changed, clientSecret: current.clientSecret };
      checkOptions(next);
      current = next;
      if (Object.keys(payable).length > 0) isSubmitted = false;
      if (appearance && card) applyAppearance(host, appearance);
    },
    async submit() {
      isSubmitted = false;
      const error = validate() ?? (await askWallet());
      isSubmitted = error === null;
      return error ? { error } : { selectedPaymentMethod: card?.type() };
    },
  };
  elementsInternals.set(elements, {
    options: () => current,
    validate,
    /** Each submit allows one confirmation. */
    takeSubmit() {
      const wasSubmitted = isSubmitted;
      isSubmitted = false;
      return wasSubmitted;
    },
    paymentMethodData: () => card?.paymentMethodData(),
  });
  return elements;
}
