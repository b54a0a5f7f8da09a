import { type Config, demoContact } from './config.ts';
import { isLoopback } from './loopback.ts';

/** A sample's sender, at a domain that receives no mail (RFC 2606). */
const sampleDomain = /@([^@\s]+\.)?(example|example\.com|test|invalid)>?$/i;

/** Payments are live, or the site can be reached from elsewhere. */
export function isForCustomers({ stripe, publicUrl }: Pick<Config, 'stripe' | 'publicUrl'>): boolean {
  return stripe.mode === 'live' || !isLoopback(new URL(publicUrl));
}

/** @param contactEmail where answers go at present: the admin may have changed it */
export function findPlaceholderAddresses(
  { stripe, publicUrl, smtp }: Pick<Config, 'stripe' | 'publicUrl' | 'smtp'>,
  contactEmail: string,
): { found: string; advice: string }[] {
  if (!isForCustomers({ stripe, publicUrl })) return [];
  const contact = {
    found: `The contact address is ${contactEmail}, a placeholder: customers’ replies are lost, and the home page shows it.`,
    advice: 'Set the contact address of the business in Settings, or CONTACT_EMAIL.',
  };
  const sender = {
    found: `Mail is sent from ${smtp?.from}, a placeholder.`,
    advice: 'Set MAIL_FROM to an address that the account of the mail server may use.',
  };
  return [
    ...(contactEmail === demoContact ? [contact] : []),
    ...(smtp && sampleDomain.test(smtp.from) ? [sender] : []),
  ];
}
