import { cleanLine } from '../text.ts';

/** One plain address, in any script; quoted forms, lists and comments could name another mailbox. */
const pattern =
  /^(?=[^@]{1,64}@)[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*@[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+$/u;

/** Returns a typed address without invisible characters and surrounding blanks; upper case stays. */
export function cleanEmail(typed: string): string {
  return cleanLine(typed.replace(/\p{Cf}/gu, ''));
}

/** Returns whether a text, cleaned by `cleanEmail`, is one address, in any script, at a domain name. */
export function isEmail(email: string): boolean {
  return pattern.test(email) && asciiDomain(email.slice(email.indexOf('@') + 1)) !== null;
}

/** Returns an address as it is compared: cleaned, in lower case, composed (NFC), with an ASCII domain. */
export function canonicalEmail(typed: string): string {
  const email = cleanEmail(typed).normalize('NFC').toLowerCase().normalize('NFC');
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + (asciiDomain(email.slice(at)) ?? email.slice(at));
}

/** Returns one address for all spellings of a mailbox, for limits: without `+tag`, at Gmail without dots. */
export function mailboxOf(typed: string): string {
  const email = canonicalEmail(typed.normalize('NFKC'));
  const [, local = '', domain = ''] = /^([^+@]+)[^@]*@(.+)$/.exec(email) ?? [];
  if (!domain) return email;
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** Returns a domain as mail servers spell it (`xn--…`); null for an invalid one or an IP address. */
function asciiDomain(domain: string): string | null {
  if (!URL.canParse(`http://${domain}`)) return null;
  const { hostname } = new URL(`http://${domain}`);
  return /\.\d+$/.test(hostname) ? null : hostname;
}

/** Returns an address as `m…@customers.example`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  // Iterates by code points, so that no character is cut in half.
  const [first = ''] = address.slice(0, at);
  return `${first}…${address.slice(at)}`;
}
