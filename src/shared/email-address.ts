import { cleanLine } from './text.ts';

/* What a mail address is, how it is cleaned, and when two are the same mailbox: for forms and routes alike. */

/**
 * One plain mail address, in any script: what a simple pattern accepts, without quoted
 * forms, lists and comments, which could name another mailbox. The mailer sends to nothing else.
 */
const pattern =
  /^(?=[^@]{1,64}@)[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*@[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+$/u;

/** @returns an address without the invisible characters and blanks that come along when it is pasted */
export function cleanEmail(typed: string): string {
  return cleanLine(typed.replace(/\p{Cf}/gu, ''));
}

/** @returns whether a clean text is one plain email address that mail can be sent to */
export function isEmail(email: string): boolean {
  return pattern.test(email) && asciiDomain(email.slice(email.indexOf('@') + 1)) !== null;
}

/** @returns why what was typed is no mail address, or null when it is; `label` is how the sentence calls it: "Your address" */
export function addressProblem(label: string, typed: string): string | null {
  const email = cleanEmail(typed);
  if (email === '') return `${label} is missing.`;
  return isEmail(email) ? null : `${label} doesn’t look right. It should look like name@example.com.`;
}

/**
 * @returns the one form of all spellings of an address, by which a person is found: domain in ASCII, letters composed
 *   and in lower case. It is for comparing; people are shown what was typed.
 */
export function canonicalEmail(typed: string): string {
  const email = cleanEmail(typed).normalize('NFC').toLowerCase().normalize('NFC');
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + (asciiDomain(email.slice(at)) ?? email.slice(at));
}

/** @returns a domain as mail servers spell it (`xn--…`); null when it is none, or a number that stands for a machine */
function asciiDomain(domain: string): string | null {
  if (!URL.canParse(`http://${domain}`)) return null;
  const { hostname } = new URL(`http://${domain}`);
  return /\.\d+$/.test(hostname) ? null : hostname;
}
