import { isLoopback } from './addresses.ts';
import type { Config } from './config.ts';

/** Domains of samples and of this machine, which receive no mail (RFC 2606, RFC 6761). */
const sampleDomain = /(^|[@.])(example|example\.com|test|invalid|localhost|localdomain)>?$/i;

/** Returns the Reply-To address; null while it is a sample, so that replies go to the sender. */
export function findReplyAddress(contactEmail: string): string | null {
  return sampleDomain.test(contactEmail) ? null : contactEmail;
}

/** Finds sample addresses used with live payments or a public site. @param contactEmail null if not needed yet */
export function findPlaceholderAddresses(
  { stripe, publicUrl, smtp }: Pick<Config, 'stripe' | 'publicUrl' | 'smtp'>,
  contactEmail: string | null,
): { found: string; advice: string }[] {
  const url = new URL(publicUrl);
  const isLive = stripe.mode === 'live';
  if (!isLive && isLoopback(url)) return [];
  const contact = {
    found: `The contact address is ${contactEmail}, a placeholder: customers’ replies are lost, and the home page shows it.`,
    advice: 'Set the contact address of the business in Settings, or CONTACT_EMAIL.',
  };
  const sender = {
    found: `Emails are sent from ${smtp?.from}, a placeholder.`,
    advice: 'Set MAIL_FROM to an address that your email account may use.',
  };
  const address = {
    found: `Payments are live, but the address of the site is ${publicUrl}, a placeholder: customers cannot open the links in their emails.`,
    advice: 'Set PUBLIC_URL to the address that customers see.',
  };
  return [
    ...(contactEmail !== null && sampleDomain.test(contactEmail) ? [contact] : []),
    ...(smtp && sampleDomain.test(smtp.from) ? [sender] : []),
    ...(isLive && (isLoopback(url) || sampleDomain.test(url.hostname)) ? [address] : []),
  ];
}
