import { createCardForm } from './card-form.js';
import { applyAppearance, createHost } from './style.js';

function containerOf(target) {
  const container = typeof target === 'string' ? document.querySelector(target) : target;
  if (!(container instanceof HTMLElement)) throw new Error('There is no such DOM element to mount into.');
  return container;
}

export function createPaymentElement({ load, appearance, onInput, onDestroy }, options) {
  const handlers = new Map();
  const { host, root } = createHost('form');
  let isDestroyed = false;
  let isLoaded = false;
  let lastState = JSON.stringify({ complete: false, empty: true, type: 'card' });
  const card = createCardForm({
    // Stripe shows the wallets of the device unless told not to; the sandbox's own has to be asked for.
    hasWallet: [options.wallets?.applePay, options.wallets?.googlePay].includes('auto'),
    onInput: emitChange,
  });
  applyAppearance(host, appearance());
  root.innerHTML = '<p class="loading" role="status">Loading the card form…</p>';

  function emit(event, detail = {}) {
    for (const handler of handlers.get(event) ?? []) handler({ elementType: 'payment', ...detail });
  }

  function emitChange() {
    onInput();
    const state = card.state();
    const type = card.type();
    const text = JSON.stringify({ ...state, type });
    if (text === lastState) return;
    lastState = text;
    emit('change', { ...state, collapsed: false, value: { type } });
  }

  root.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.isComposing) return;
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement)
      host.closest('form')?.requestSubmit();
  });

  async function start() {
    const error = await load();
    if (isDestroyed) return;
    isLoaded = error === null;
    if (error) {
      root.firstElementChild.textContent = 'The card form could not be loaded.';
      emit('loaderror', { error });
      return;
    }
    root.replaceChildren(card.form);
    emit('ready');
  }

  let hasStarted = false;
  const element = {
    mount(target) {
      if (isDestroyed) throw new Error('This element was destroyed. Create a new one.');
      const container = containerOf(target);
      if (host.parentElement !== container) container.replaceChildren(host);
      if (hasStarted) return;
      hasStarted = true;
      // A macrotask later, so that the page can add its listeners first.
      setTimeout(() => void start());
    },
    unmount: () => host.remove(),
    destroy() {
      isDestroyed = true;
      host.remove();
      handlers.clear();
      onDestroy();
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
  return {
    element,
    card,
    isLoaded: () => isLoaded && !isDestroyed,
    restyle: () => applyAppearance(host, appearance()),
  };
}
