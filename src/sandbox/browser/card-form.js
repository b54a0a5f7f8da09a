import {
  brandOf,
  cvcProblem,
  digitsOf,
  expiryProblem,
  formatExpiry,
  formatNumber,
  numberProblem,
} from './card-input.js';
import { el } from './style.js';

/** Some of the countries in Stripe's form. */
const countryCodes = ['US', 'AU', 'CA', 'DE', 'ES', 'FR', 'GB', 'IE', 'IL', 'IN', 'JP', 'MX'];
const countryNames = new Intl.DisplayNames('en', { type: 'region' });

function textField(label, name, attributes) {
  const error = el('p', { id: `${name}-error`, class: 'error', role: 'alert' });
  const input = el('input', { id: name, name, type: 'text', 'aria-describedby': error.id, ...attributes });
  const box = el('div', { class: 'box' }, [input]);
  const field = el('div', { class: 'field' }, [el('label', { for: name }, [label]), box, error]);
  return { input, error, field, box };
}

/** Formats what was typed and keeps the caret behind the same digit. */
function keepFormatted(input, format) {
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const before = digitsOf(input.value.slice(0, caret)).length;
  const formatted = format(input.value);
  if (formatted === input.value) return;
  input.value = formatted;
  let position = formatted.length;
  if (!isAtEnd) {
    position = 0;
    for (let seen = 0; seen < before && position < formatted.length; position += 1) {
      if (/\d/.test(formatted.charAt(position))) seen += 1;
    }
  }
  input.setSelectionRange(position, position);
}

function note() {
  const number = el('span', { class: 'number' }, ['4242 4242 4242 4242']);
  return el('p', { class: 'note' }, [
    el('strong', {}, ['Sandbox:']),
    ' no money moves. Test card ',
    number,
    ', any future date, any CVC.',
  ]);
}

function cardTab() {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 26 20');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', 'M2 2h22v16H2zM2 7h22M5 14h6');
  path.setAttribute('fill', 'none');
  path.setAttribute('stroke', 'currentColor');
  path.setAttribute('stroke-width', '2');
  svg.append(path);
  return el('div', { class: 'tab' }, [svg, 'Card']);
}

function tabs(onChoose) {
  const tab = (type, label) => {
    const button = el('button', { type: 'button', class: 'tab', 'aria-pressed': String(type === 'card') }, [
      label,
    ]);
    button.addEventListener('click', () => {
      for (const other of all) other.setAttribute('aria-pressed', String(other === button));
      onChoose(type);
    });
    return button;
  };
  const all = [tab('card', 'Card'), tab('google_pay', 'Sandbox wallet')];
  return el('div', { class: 'tabs', role: 'group', 'aria-label': 'Way to pay' }, all);
}

function addressFields(defaults) {
  const country = el('select', { id: 'country', name: 'country', autocomplete: 'billing country' });
  for (const code of countryCodes) {
    country.append(el('option', { value: code }, [countryNames.of(code) ?? code]));
  }
  country.value = countryCodes.find((code) => code === defaults.country) ?? 'US';
  const countryField = el('div', { class: 'field' }, [el('label', { for: 'country' }, ['Country']), country]);
  const zip = textField('ZIP code (optional)', 'postal-code', {
    autocomplete: 'billing postal-code',
    maxlength: '12',
  });
  zip.input.value = defaults.postal_code ?? '';
  const showZip = () => {
    zip.field.hidden = country.value !== 'US';
  };
  country.addEventListener('change', showZip);
  showZip();
  return { row: el('div', { class: 'row' }, [countryField, zip.field]), country, zip: zip.input };
}

export function createCardForm({ hasWallet, defaults, onInput }) {
  let type = 'card';
  let walletCard = null;
  const number = textField('Card number', 'card-number', {
    inputmode: 'numeric',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
  });
  const brand = el('span', { class: 'brand', 'aria-live': 'polite' });
  number.box.append(brand);
  const expiry = textField('Expiration date', 'card-expiry', {
    inputmode: 'numeric',
    autocomplete: 'cc-exp',
    placeholder: 'MM / YY',
  });
  const cvc = textField('Security code', 'card-cvc', {
    inputmode: 'numeric',
    autocomplete: 'cc-csc',
    placeholder: 'CVC',
  });
  const address = addressFields(defaults);

  const checks = [
    { field: number, format: formatNumber, problem: () => numberProblem(number.input.value) },
    { field: expiry, format: formatExpiry, problem: () => expiryProblem(expiry.input.value, new Date()) },
    {
      field: cvc,
      format: (text) => digitsOf(text).slice(0, brandOf(number.input.value).cvc),
      problem: () => cvcProblem(cvc.input.value, number.input.value),
    },
  ];

  const show = ({ input, error }, problem) => {
    if (problem) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    const message = problem?.message ?? '';
    if (error.textContent !== message) error.textContent = message;
  };

  for (const { field, format, problem } of checks) {
    field.input.addEventListener('input', () => {
      keepFormatted(field.input, format);
      show(field, null);
      brand.textContent = brandOf(number.input.value).label;
      onInput();
    });
    field.input.addEventListener('change', () => show(field, field.input.value === '' ? null : problem()));
  }

  const cardFields = [
    note(),
    number.field,
    el('div', { class: 'row' }, [expiry.field, cvc.field]),
    address.row,
  ];
  const walletNote = el('p', { class: 'note', hidden: '' }, [
    el('strong', {}, ['Sandbox:']),
    ' the wallet opens when you press the button below. No money moves.',
  ]);
  const chooser = tabs((chosen) => {
    type = chosen;
    walletCard = null;
    for (const field of cardFields) field.hidden = type !== 'card';
    walletNote.hidden = type === 'card';
    onInput();
  });
  const form = el('div', { class: 'form', role: 'group', 'aria-label': 'Card details' }, [
    ...(hasWallet ? [chooser, walletNote, ...cardFields] : cardFields),
  ]);
  if (!hasWallet) cardFields[0]?.after(cardTab());

  return {
    form,
    type: () => type,
    /** What the wallet's sheet ended with. */
    takeWallet(card) {
      walletCard = card;
    },
    state: () => ({
      complete: type !== 'card' || checks.every(({ problem }) => problem() === null),
      empty: checks.every(({ field }) => field.input.value === ''),
    }),
    /** Shows what is wrong, goes there, and returns the first problem. */
    validate() {
      if (type !== 'card') return null;
      const problems = checks.map(({ field, problem }) => ({ field, problem: problem() }));
      for (const { field, problem } of problems) show(field, problem);
      const first = problems.find(({ problem }) => problem !== null);
      first?.field.input.focus();
      return first?.problem ?? null;
    },
    /** What a confirmation says about the payment method. */
    paymentMethodData() {
      const expiryDigits = digitsOf(expiry.input.value);
      const zip = address.country.value === 'US' ? address.zip.value.trim() : '';
      if (type !== 'card') {
        return {
          type: 'card',
          card: { ...walletCard },
          wallet: type,
          billing_details: { address: { country: 'US' } },
        };
      }
      return {
        type: 'card',
        card: {
          number: digitsOf(number.input.value),
          exp_month: expiryDigits.slice(0, 2),
          exp_year: expiryDigits.slice(2, 4),
          cvc: cvc.input.value,
        },
        billing_details: { address: { country: address.country.value, postal_code: zip } },
      };
    },
  };
}
