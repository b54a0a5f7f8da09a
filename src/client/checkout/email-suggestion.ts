import { POPULAR_DOMAINS, run } from '@zootools/email-spell-checker';

/** Of many people as well, and too near to one of the others to be asked about. */
const domains = [...POPULAR_DOMAINS, 'email.com', 'gmx.net', 'mac.com', 'mail.de'];

/**
 * @param email as it was typed
 * @returns the address that was probably meant; null when nothing speaks for another one
 */
export function suggestEmail(email: string): string | null {
  const [, name = '', domain = ''] = /^([^\s@]+)@([^\s@]+\.[^\s@]+)$/.exec(email.trim()) ?? [];
  const meant = domain && run({ email: `x@${domain.toLowerCase()}`, domains })?.domain;
  if (!meant || meant === domain.toLowerCase()) return null;
  // Of a domain that few have, nobody knows how it is spelled, nor in which country it is; an end that is not one is.
  const isKnown = domains.includes(meant) || meant.endsWith('.com');
  return isKnown ? `${name}@${meant}` : null;
}
