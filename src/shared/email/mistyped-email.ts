import { cleanEmail, isEmail } from './email-address.ts';

/** Frequent providers. Shorter names (aol, live, gmx) are one letter away from other real domains. */
const providers = [
  ...'gmail.com googlemail.com yahoo.com hotmail.com outlook.com icloud.com protonmail.com'.split(' '),
  ...'rocketmail.com comcast.net verizon.net sbcglobal.net bellsouth.net'.split(' '),
];

/** Returns the address with a big provider's domain if its own is one typo away from it, else null. */
export function suggestEmail(typed: string): string | null {
  const email = cleanEmail(typed);
  if (!isEmail(email)) return null;
  const [name, domain = ''] = email.split('@');
  const meant = providers.find((provider) => isMeant(provider, domain.toLowerCase()));
  return meant && meant !== domain.toLowerCase() ? `${name}@${meant}` : null;
}

function isMeant(provider: string, domain: string): boolean {
  const [name, ending] = split(domain);
  const [meantName, meantEnding] = split(provider);
  return name[0] === meantName[0] && isSlip(name, meantName) && isSlip(ending, meantEnding);
}

function split(domain: string): [name: string, ending: string] {
  const dot = domain.indexOf('.');
  return [domain.slice(0, dot), domain.slice(dot + 1)];
}

/** Returns whether a word equals another or is one letter off: missing, added, different or two swapped. */
function isSlip(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length);
  let start = 0;
  while (start < shorter && typed[start] === meant[start]) start++;
  let end = 0;
  while (end < shorter - start && typed.at(-1 - end) === meant.at(-1 - end)) end++;
  const differs = typed.slice(start, typed.length - end);
  const instead = meant.slice(start, meant.length - end);
  if (Math.max(differs.length, instead.length) <= 1) return true;
  return differs.length === 2 && differs === [...instead].reverse().join('');
}

/** Returns the first letter before the @ that is not ASCII, null if all are. */
export function undeliverableLetter(typed: string): string | null {
  const [name = ''] = cleanEmail(typed).normalize('NFC').split('@');
  return /\P{ASCII}\p{M}*/u.exec(name)?.[0] ?? null;
}
