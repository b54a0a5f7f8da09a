import { applyAppearance, createHost, el } from './style.js';

/**
 * What a wallet pays with: its device's number for a card, and which wallet it was.
 * @typedef {{ number: string, exp_month: string, exp_year: string, cvc: string }} WalletCard
 */

/** The cards in the wallet: one that pays, and one whose bank refuses. */
const cards = { pay: '4242424242424242', fail: '4000000000000002' };

/**
 * Plays the wallet's own sheet, in which the customer pays without typing a card; Escape closes it.
 * @param {{ amount?: number, currency?: string, appearance?: import('./style.js').Appearance }} options
 * @returns {Promise<WalletCard | null>} null when it was closed
 */
export function openWallet({ amount, currency, appearance }) {
  const { host, root } = createHost('dialog');
  applyAppearance(host, appearance);
  const price = amount === undefined ? '' : ` ${(amount / 100).toFixed(2)} ${(currency ?? '').toUpperCase()}`;
  /** @param {string} label @param {{ [name: string]: string }} [attributes] */
  const button = (label, attributes = {}) =>
    /** @type {HTMLButtonElement} */ (el('button', { type: 'button', ...attributes }, [label]));
  const pay = button('Pay with the wallet', { class: 'first' });
  const fail = button('Let the bank refuse');
  const close = button('Close the wallet');
  const dialog = /** @type {HTMLDialogElement} */ (
    el('dialog', { 'aria-labelledby': 'title', 'aria-describedby': 'what' }, [
      el('h2', { id: 'title' }, ['Sandbox wallet']),
      el('p', { id: 'what' }, [
        `Sandbox: no money moves. Here Apple Pay or Google Pay would ask you to pay${price}. Choose how it ends.`,
      ]),
      el('div', { class: 'actions' }, [pay, fail, close]),
    ])
  );
  root.append(dialog);
  document.body.append(host);
  const focusedBefore = document.activeElement;
  dialog.showModal();
  pay.focus();

  return new Promise((resolve) => {
    /** @param {string | null} number */
    const end = (number) => {
      dialog.close();
      host.remove();
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
      resolve(number && { number, exp_month: '12', exp_year: '34', cvc: '123' });
    };
    pay.addEventListener('click', () => end(cards.pay));
    fail.addEventListener('click', () => end(cards.fail));
    close.addEventListener('click', () => end(null));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end(null);
    });
  });
}
