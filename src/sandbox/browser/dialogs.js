import { callIntent } from './rest.js';
import { applyAppearance, createHost } from './style.js';

const dialogMarkup = `
  <dialog aria-labelledby="title" aria-describedby="what">
    <h2 id="title"></h2>
    <p id="what"></p>
    <p class="error" role="alert"></p>
    <div class="actions"></div>
  </dialog>`;

/** Opens a dialog with a button for each outcome; the first has the focus, and Escape presses the last. */
function ask({ title, text, ends, appearance }) {
  const { host, root } = createHost('dialog');
  applyAppearance(host, appearance);
  root.innerHTML = dialogMarkup;
  const [dialog, error] = [root.querySelector('dialog'), root.querySelector('.error')];
  root.querySelector('h2').textContent = title;
  root.querySelector('#what').textContent = text;
  const buttons = Object.keys(ends).map((label, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = index === 0 ? 'first' : '';
    button.textContent = label;
    return button;
  });
  root.querySelector('.actions').append(...buttons);
  document.body.append(host);
  const focusedBefore = document.activeElement;
  dialog.showModal();
  buttons[0].focus();

  return new Promise((resolve) => {
    const end = async (button) => {
      for (const one of buttons) one.disabled = true;
      error.textContent = '';
      const answer = await ends[button.textContent]();
      if (answer === undefined) {
        error.textContent = 'We could not reach the payment service. Check your connection and try again.';
        for (const one of buttons) one.disabled = false;
        button.focus();
        return;
      }
      dialog.close();
      host.remove();
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
      resolve(answer);
    };
    for (const button of buttons) button.addEventListener('click', () => void end(button));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      buttons.at(-1).click();
    });
    // Chromium closes a dialog on a second Escape although the first was prevented.
    dialog.addEventListener('close', () => {
      if (host.isConnected) dialog.showModal();
    });
  });
}

/** Shows the bank's 3-D Secure dialog and resolves with the API's answer; Escape fails the authentication. */
export function showAuthentication(key, clientSecret, appearance) {
  const end = (outcome) => async () => {
    const result = await callIntent(key, clientSecret, 'authenticate', { outcome });
    return result.error?.type === 'api_connection_error' ? undefined : result;
  };
  return ask({
    title: '3-D Secure authentication',
    text: 'Sandbox: no money moves. Here your bank would ask you to confirm the payment. Choose how it ends.',
    ends: { 'Complete authentication': end('complete'), 'Fail authentication': end('fail') },
    appearance,
  });
}

/** Shows the wallet's dialog and resolves with the chosen card, null when it is closed. Pays nothing. */
export function openWallet({ amount, currency, appearance }) {
  const price = amount === undefined ? '' : ` ${(amount / 100).toFixed(2)} ${(currency ?? '').toUpperCase()}`;
  const payWith = (number) => async () => ({ number, exp_month: '12', exp_year: '34', cvc: '123' });
  return ask({
    title: 'Sandbox wallet',
    text: `Sandbox: no money moves. Here Apple Pay or Google Pay would ask you to pay${price}. Choose how it ends.`,
    ends: {
      'Pay with the wallet': payWith('4242424242424242'),
      'Let the bank refuse': payWith('4000000000000002'),
      'Close the wallet': async () => null,
    },
    appearance,
  });
}
