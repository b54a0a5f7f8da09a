import type { SiteIdentity } from '../../shared/site.ts';
import { questions } from '../faq.ts';

/**
 * What the home page tells search engines about itself, in the words of https://schema.org.
 *
 * The offer names no price: the admin can change it at any minute while this page stays as it was built, and
 * a wrong price is worse than none. The one that counts is on the Pay button, from the server.
 */
export function structuredData(site: SiteIdentity, description: string): object {
  const home = `${site.publicUrl}/`;
  const business = {
    '@type': 'Organization',
    name: site.siteName,
    url: home,
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
        offers: { '@type': 'Offer', url: home, availability: 'https://schema.org/InStock' },
      },
      {
        '@type': 'FAQPage',
        mainEntity: questions.map(({ question, answer }) => ({
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
