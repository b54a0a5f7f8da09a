import type { Business } from '../../shared/business.ts';
import type { Offer } from '../../shared/checkout/offer.ts';
import { formatDecimal } from '../../shared/money.ts';
import { readQuestions } from '../../shared/text-blocks.ts';

/** What the home page tells search engines about itself, in the words of https://schema.org. */
export function structuredData(site: Business, offer: Offer, description: string): object {
  const home = `${site.publicUrl}/`;
  const business = {
    '@type': 'Organization',
    name: site.siteName,
    url: home,
    ...(site.legalName ? { legalName: site.legalName } : {}),
    ...(site.postalAddress ? { address: site.postalAddress } : {}),
    email: site.contactEmail,
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebSite', name: site.siteName, url: home },
      {
        '@type': 'Service',
        name: 'Personal written tarot reading',
        serviceType: 'Career guidance',
        description,
        provider: business,
        offers: {
          '@type': 'Offer',
          url: home,
          availability: 'https://schema.org/InStock',
          price: formatDecimal(offer.priceCents),
          priceCurrency: offer.currency.toUpperCase(),
        },
      },
      {
        '@type': 'FAQPage',
        mainEntity: readQuestions(site.faq).map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  };
}

/** @returns JSON that cannot end the script element it stands in, whatever the business is called */
export function jsonForScript(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
