import { callIntent } from './rest.js';
import { applyAppearance, createHost, el } from './style.js';

/**
 * Plays the bank's 3-D Secure step: a dialog in which the customer completes or fails it; Escape fails it.
 * Resolves with the intent that paid, or with the bank's refusal.
 * @param {string} key publishable key
 * @param {string} clientSecret
 * @param {import('./style.js').Appearance} [appearance]
 * @returns {Promise<import('./rest.js').Result>}
 */
export function showAuthentication(key, clientSecret, appearance) {
  const { host, root } = createHost('dialog');
  applyAppearance(host, appearance);
  const complete = /** @type {HTMLButtonElement} */ (
    el('button', { type: 'button', class: 'first' }, ['Complete authentication'])
  );
  const fail = /** @type {HTMLButtonElement} */ (el('button', { type: 'button' }, ['Fail authentication']));
  const error = el('p', { class: 'error', role: 'alert' });
  const dialog = /** @type {HTMLDialogElement} */ (
    el('dialog', { 'aria-labelledby': 'title', 'aria-describedby': 'what' }, [
      el('h2', { id: 'title' }, ['3-D Secure authentication']),
      el('p', { id: 'what' }, [
        'Sandbox: no money moves. Here your bank would ask you to confirm the payment. Choose how it ends.',
      ]),
      error,
      el('div', { class: 'actions' }, [complete, fail]),
    ])
  );
  root.append(dialog);
  document.body.append(host);
  const focusedBefore = document.activeElement;
  dialog.showModal();
  complete.focus();

  return new Promise((resolve) => {
    /** @param {'complete' | 'fail'} outcome */
    const end = async (outcome) => {
      if (complete.disabled) return;
      complete.disabled = true;
      fail.disabled = true;
      error.textContent = '';
      const result = await callIntent(key, clientSecret, 'authenticate', { outcome });
      if (result.error?.type === 'api_connection_error') {
        error.textContent = result.error.message;
        complete.disabled = false;
        fail.disabled = false;
        (outcome === 'complete' ? complete : fail).focus();
        return;
      }
      dialog.close();
      host.remove();
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
      resolve(result);
    };
    complete.addEventListener('click', () => void end('complete'));
    fail.addEventListener('click', () => void end('fail'));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      void end('fail');
    });
    // Chromium closes a dialog on a second Escape although the first was prevented.
    dialog.addEventListener('close', () => {
      if (host.isConnected) dialog.showModal();
    });
  });
}
