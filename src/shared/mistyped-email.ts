/** What knows how the domains of mail addresses are spelled, as `@zootools/email-spell-checker` does. */
export interface SpellChecker {
  POPULAR_DOMAINS: readonly string[];
  run(question: { email: string; domains: string[] }): { domain: string } | undefined;
}

/**
 * The one rule by which an address is asked about, in the checkout and where it is corrected. The library comes as an
 * argument: each side has it in a bundle of its own.
 *
 * @returns a function that finds the address that was probably meant; null when nothing speaks for another one
 */
export function createEmailSuggestion({ POPULAR_DOMAINS, run }: SpellChecker) {
  // Of many people as well, and too near to one of the others to be asked about.
  const domains = [...POPULAR_DOMAINS, 'email.com', 'gmx.net', 'mac.com', 'mail.de'];
  /** @param email as it was typed */
  return (email: string): string | null => {
    const [, name = '', domain = ''] = /^([^\s@]+)@([^\s@]+\.[^\s@]+)$/.exec(email.trim()) ?? [];
    const meant = domain && run({ email: `x@${domain.toLowerCase()}`, domains })?.domain;
    if (!meant || meant === domain.toLowerCase()) return null;
    // Of a domain that few have, nobody knows how it is spelled, nor in which country it is; an end that is not one is.
    const isKnown = domains.includes(meant) || meant.endsWith('.com');
    return isKnown ? `${name}@${meant}` : null;
  };
}
