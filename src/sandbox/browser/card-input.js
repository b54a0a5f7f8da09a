const fours = { length: 16, groups: [4, 4, 4, 4], cvc: 3 };
const brands = [
  { name: 'visa', label: 'Visa', pattern: /^4/, ...fours },
  { name: 'mastercard', label: 'Mastercard', pattern: /^(5[1-5]|2[2-7])/, ...fours },
  {
    name: 'amex',
    label: 'American Express',
    pattern: /^3[47]/,
    length: 15,
    groups: [4, 6, 5],
    cvc: 4,
  },
  { name: 'discover', label: 'Discover', pattern: /^(6011|64[4-9]|65)/, ...fours },
  {
    name: 'diners',
    label: 'Diners Club',
    pattern: /^3(0[0-5]|[689])/,
    length: 14,
    most: 16,
    groups: [4, 6, 4, 2],
    cvc: 3,
  },
  { name: 'jcb', label: 'JCB', pattern: /^35/, ...fours },
  { name: 'unionpay', label: 'UnionPay', pattern: /^62/, ...fours },
];
const unknownBrand = { name: 'unknown', label: '', ...fours };

export function digitsOf(text) {
  return text.replace(/\D/g, '');
}

/** Returns the card brand by the first digits; `unknown` with the label '' if none matches. */
export function brandOf(text) {
  const digits = digitsOf(text);
  return brands.find((brand) => brand.pattern.test(digits)) ?? unknownBrand;
}

/** Groups the digits of a card number: "4242424242" -> "4242 4242 42" */
export function formatNumber(text) {
  const brand = brandOf(text);
  const digits = digitsOf(text).slice(0, brand.most ?? brand.length);
  const parts = [];
  let start = 0;
  for (const size of brand.groups) {
    if (start < digits.length) parts.push(digits.slice(start, start + size));
    start += size;
  }
  return parts.join(' ');
}

/** Formats an expiry date: "1234", "12/34", "12/2034" -> "12 / 34"; a first digit above 1 is a whole month. */
export function formatExpiry(text) {
  let digits = digitsOf(text);
  if (/^[2-9]/.test(digits) || /^1\s*\//.test(text.trim())) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export function passesLuhn(digits) {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

export function numberProblem(text) {
  const digits = digitsOf(text);
  const { length, most = length } = brandOf(digits);
  if (digits.length !== length && digits.length !== most) {
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  }
  return passesLuhn(digits) ? null : { code: 'invalid_number', message: 'Your card number is invalid.' };
}

export function expiryProblem(text, today) {
  const digits = digitsOf(text);
  const month = Number(digits.slice(0, 2));
  if (digits.length < 4) {
    return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." };
  }
  if (month < 1 || month > 12) {
    return { code: 'invalid_expiry_month', message: "Your card's expiration date is invalid." };
  }
  const year = 2000 + Number(digits.slice(2, 4));
  if (year < today.getFullYear()) {
    return { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." };
  }
  if (year === today.getFullYear() && month < today.getMonth() + 1) {
    return { code: 'invalid_expiry_month_past', message: "Your card's expiration date is in the past." };
  }
  return null;
}

export function cvcProblem(text, number) {
  return digitsOf(text).length < brandOf(number).cvc
    ? { code: 'incomplete_cvc', message: "Your card's security code is incomplete." }
    : null;
}
