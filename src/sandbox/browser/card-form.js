import {
  brandOf,
  cvcProblem,
  digitsOf,
  expiryProblem,
  formatExpiry,
  formatNumber,
  numberProblem,
} from './card-input.js';

const countryCodes = ['US', 'AU', 'CA', 'DE', 'ES', 'FR', 'GB', 'IE', 'IL', 'IN', 'JP', 'MX'];
const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const countries = countryCodes.map((code) => `<option value="${code}">${countryNames.of(code)}</option>`);

const field = (label, name, attributes) => `
  <div class="field">
    <label for="${name}">${label}</label>
    <div class="box"><input id="${name}" name="${name}" type="text" aria-describedby="${name}-error" ${attributes}></div>
    <p id="${name}-error" class="error" role="alert"></p>
  </div>`;

const tabs = `
  <div class="tabs" role="group" aria-label="Way to pay">
    <button type="button" class="tab" value="card" aria-pressed="true">Card</button>
    <button type="button" class="tab" value="google_pay" aria-pressed="false">Sandbox wallet</button>
  </div>
  <p class="note wallet" hidden>
    <strong>Sandbox:</strong> the wallet opens when you press the button below. No money moves.
  </p>`;

const cardTab = `
  <div class="tab">
    <svg viewBox="0 0 26 20" aria-hidden="true">
      <path d="M2 2h22v16H2zM2 7h22M5 14h6" fill="none" stroke="currentColor" stroke-width="2"/>
    </svg>Card
  </div>`;

const markup = (hasWallet) => `
  <div class="form" role="group" aria-label="Card details">
    ${hasWallet ? tabs : ''}
    <div class="form card">
      <p class="note">
        <strong>Sandbox:</strong> no money moves. Test card <span class="number">4242 4242 4242 4242</span>, any future
        date, any CVC.
      </p>
      ${hasWallet ? '' : cardTab}
      ${field('Card number', 'card-number', 'inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234"')}
      <div class="row">
        ${field('Expiration date', 'card-expiry', 'inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"')}
        ${field('Security code', 'card-cvc', 'inputmode="numeric" autocomplete="cc-csc" placeholder="CVC"')}
      </div>
      <div class="row">
        <div class="field">
          <label for="country">Country</label>
          <select id="country" name="country" autocomplete="billing country">${countries.join('')}</select>
        </div>
        ${field('ZIP code (optional)', 'postal-code', 'autocomplete="billing postal-code" maxlength="12"')}
      </div>
    </div>
  </div>`;

/** Formats what was typed, unless the caret is inside: formatting would move it to the end. */
function keepFormatted(input, format) {
  if (input.selectionStart === input.value.length) input.value = format(input.value);
}

/** Builds the card fields, not yet in the page. Returns them (`form`) with functions that read and check them. */
export function createCardForm({ hasWallet, onInput }) {
  const template = document.createElement('template');
  template.innerHTML = markup(hasWallet);
  const form = template.content.firstElementChild;
  const find = (selector) => form.querySelector(selector);
  const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map((name) => find(`#card-${name}`));
  const [country, zip] = [find('#country'), find('#postal-code')];
  const brand = document.createElement('span');
  brand.className = 'brand';
  brand.ariaLive = 'polite';
  number.after(brand);
  let type = 'card';
  let walletCard = null;

  country.addEventListener('change', () => {
    zip.closest('.field').hidden = country.value !== 'US';
  });

  const checks = [
    { input: number, format: formatNumber, problem: () => numberProblem(number.value) },
    { input: expiry, format: formatExpiry, problem: () => expiryProblem(expiry.value, new Date()) },
    {
      input: cvc,
      format: (text) => digitsOf(text).slice(0, brandOf(number.value).cvc),
      problem: () => cvcProblem(cvc.value, number.value),
    },
  ];

  const show = (input, problem) => {
    if (problem) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    const error = find(`#${input.id}-error`);
    const message = problem?.message ?? '';
    if (error.textContent !== message) error.textContent = message;
  };

  for (const { input, format, problem } of checks) {
    input.addEventListener('input', () => {
      keepFormatted(input, format);
      show(input, null);
      brand.textContent = brandOf(number.value).label;
      onInput();
    });
    input.addEventListener('change', () => {
      input.value = format(input.value);
      show(input, input.value === '' ? null : problem());
    });
  }

  const buttons = [...form.querySelectorAll('.tabs button')];
  for (const button of buttons) {
    button.addEventListener('click', () => {
      type = button.value;
      walletCard = null;
      for (const other of buttons) other.ariaPressed = String(other === button);
      find('.card').hidden = type !== 'card';
      find('.wallet').hidden = type === 'card';
      onInput();
    });
  }

  return {
    form,
    type: () => type,
    takeWallet(card) {
      walletCard = card;
    },
    state: () => ({
      complete: type !== 'card' || checks.every(({ problem }) => problem() === null),
      empty: checks.every(({ input }) => input.value === ''),
    }),
    /** Shows the problems, focuses the first field with one, and returns the first problem. */
    validate() {
      if (type !== 'card') return null;
      const problems = checks.map(({ input, problem }) => ({ input, problem: problem() }));
      for (const { input, problem } of problems) show(input, problem);
      const first = problems.find(({ problem }) => problem !== null);
      first?.input.focus();
      return first?.problem ?? null;
    },
    paymentMethodData() {
      if (type !== 'card') {
        const billing_details = { address: { country: 'US' } };
        return { type: 'card', card: { ...walletCard }, wallet: type, billing_details };
      }
      const expiryDigits = digitsOf(expiry.value);
      const postal_code = country.value === 'US' ? zip.value.trim() : '';
      return {
        type: 'card',
        card: {
          number: digitsOf(number.value),
          exp_month: expiryDigits.slice(0, 2),
          exp_year: expiryDigits.slice(2, 4),
          cvc: digitsOf(cvc.value),
        },
        billing_details: { address: { country: country.value, postal_code } },
      };
    },
  };
}
