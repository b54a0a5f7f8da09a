import type { BusinessState } from '../../shared/shop/business-schema.ts';

export const aBusinessState: BusinessState = {
  business: {
    siteName: 'Career Tarot',
    contactEmail: 'hello@cards.example',
    legalName: '',
    postalAddress: '',
    billingDescriptor: 'CARDS',
    accentHue: null,
    logo: null,
    publicUrl: 'https://cards.example',
    headline: 'Cards by email',
    tagline: 'A letter for your question.',
    benefits: '## A letter\nFor you.',
    sample: 'Dear Ann,\n\nThe Star.',
    bio: 'One.',
    faq: '## One?\nYes.',
    terms: 'Our terms.',
    privacy: '',
    refunds: '',
  },
  versions: {
    ...{ identity: 0, colours: 2, logo: 0, headline: 0, tagline: 0, benefits: 0, sample: 0 },
    ...{ bio: 0, faq: 0, terms: 4, privacy: 0, refunds: 0 },
  },
  isBioSample: true,
};
