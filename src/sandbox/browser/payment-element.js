import { createCardForm } from './card-form.js';
import { createEmitter } from './emitter.js';
import { applyAppearance, createHost, el } from './style.js';

/**
 * @typedef {import('./rest.js').StripeError} StripeError
 * @typedef {import('./style.js').Appearance} Appearance
 * @typedef {{ layout?: string | { type?: string }, fields?: { billingDetails?: string | { address?: string | object } },
 *   wallets?: { applePay?: string, googlePay?: string, link?: string },
 *   defaultValues?: { billingDetails?: { address?: { country?: string, postal_code?: string } } },
 *   readOnly?: boolean }} PaymentOptions
 */

/** @param {PaymentOptions} options */
function hidesAddress({ fields }) {
  const details = fields?.billingDetails;
  return details === 'never' || (typeof details === 'object' && details.address === 'never');
}

/** @param {string | HTMLElement} target */
function containerOf(target) {
  const container = typeof target === 'string' ? document.querySelector(target) : target;
  if (!(container instanceof HTMLElement)) throw new Error('There is no such DOM element to mount into.');
  return container;
}

/**
 * The payment element.
 * @param {{ load: () => Promise<StripeError | null>, appearance: () => Appearance | undefined,
 *   onInput: () => void, onDestroy: () => void }} deps
 * @param {PaymentOptions} options
 */
export function createPaymentElement({ load, appearance, onInput, onDestroy }, options) {
  const emitter = createEmitter();
  const { host, root } = createHost('form');
  const elementType = 'payment';
  let isDestroyed = false;
  let isLoaded = false;
  let lastState = JSON.stringify({ complete: false, empty: true, type: 'card' });
  const layout = typeof options.layout === 'string' ? options.layout : options.layout?.type;
  const card = createCardForm({
    hidesTab: layout !== undefined && layout !== 'tabs',
    hidesAddress: hidesAddress(options),
    // Stripe shows the wallets of the device unless told not to; the sandbox's own has to be asked for.
    hasWallet: [options.wallets?.applePay, options.wallets?.googlePay].includes('auto'),
    defaults: options.defaultValues?.billingDetails?.address ?? {},
    onInput: emitChange,
  });
  const loading = el('p', { class: 'loading', role: 'status' }, ['Loading the card form…']);
  applyAppearance(host, appearance());
  root.append(loading);
  setReadOnly(options);

  function emitChange() {
    onInput();
    const state = card.state();
    const type = card.type();
    const text = JSON.stringify({ ...state, type });
    if (text === lastState) return;
    lastState = text;
    emitter.emit('change', { elementType, ...state, collapsed: false, value: { type } });
  }

  /** @param {PaymentOptions} changed */
  function setReadOnly({ readOnly }) {
    if (readOnly !== undefined) card.form.toggleAttribute('inert', readOnly);
  }

  for (const [type, event] of [
    ['focusin', 'focus'],
    ['focusout', 'blur'],
  ]) {
    root.addEventListener(type, (moved) => {
      // Going from one field of the form to the next is neither.
      const other = moved instanceof FocusEvent ? moved.relatedTarget : null;
      if (!(other instanceof Node && root.contains(other))) emitter.emit(event, { elementType });
    });
  }
  root.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.isComposing) return;
    if (event.key === 'Escape') emitter.emit('escape', { elementType });
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement)
      host.closest('form')?.requestSubmit();
  });

  async function start() {
    emitter.emit('loaderstart', { elementType });
    const error = await load();
    if (isDestroyed) return;
    isLoaded = error === null;
    if (error) {
      loading.textContent = 'The card form could not be loaded.';
      emitter.emit('loaderror', { elementType, error });
      return;
    }
    root.replaceChildren(card.form);
    emitter.emit('ready', { elementType });
  }

  let hasStarted = false;
  const element = {
    /** @param {string | HTMLElement} target */
    mount(target) {
      if (isDestroyed) throw new Error('This element was destroyed. Create a new one.');
      const container = containerOf(target);
      if (host.parentElement !== container) container.replaceChildren(host);
      if (hasStarted) return;
      hasStarted = true;
      // A macrotask later, so that whoever mounts the element can still start to listen.
      setTimeout(() => void start());
    },
    unmount: () => host.remove(),
    destroy() {
      isDestroyed = true;
      host.remove();
      emitter.clear();
      onDestroy();
    },
    /** @param {PaymentOptions} changed */
    update: (changed = {}) => setReadOnly(changed),
    /** @param {string} event @param {import('./emitter.js').Handler} handler */
    on(event, handler) {
      emitter.on(event, handler);
      return element;
    },
    /** @param {string} event @param {import('./emitter.js').Handler} handler */
    once(event, handler) {
      emitter.once(event, handler);
      return element;
    },
    /** @param {string} event @param {import('./emitter.js').Handler} [handler] */
    off(event, handler) {
      emitter.off(event, handler);
      return element;
    },
    focus: card.focus,
    blur: card.blur,
    clear: card.clear,
    collapse() {},
    getValue: async () => ({ ...card.state(), value: { type: card.type() } }),
  };
  return {
    element,
    card,
    isLoaded: () => isLoaded && !isDestroyed,
    restyle: () => applyAppearance(host, appearance()),
  };
}
