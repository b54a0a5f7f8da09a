import type { RenderedMail } from '../../src/server/mail/template-runtime.ts';
import * as generated from '../../src/server/mail/templates.generated.ts';

const siteUrl = 'https://careertarot.example';
const orderUrl = `${siteUrl}/order/Zk3vT9Qw`;

/** A value for each name in the mails. */
export const mailValues = {
  siteName: 'Career Tarot',
  contactEmail: 'hello@careertarot.example',
  siteUrl,
  orderUrl,
  deskUrl: `${siteUrl}/reader/dashboard?order=CT-7K3M9Q`,
  resetUrl: `${siteUrl}/admin/new-password#Zk3vT9Qw`,
  confirmUrl: `${siteUrl}/reopening/Zk3vT9Qw`,
  billingDescriptor: 'CAREER*TAROT',
  customerName: 'Maya Whitfield',
  addresseeName: 'Maya',
  username: 'rita',
  name: 'Rita Moss',
  orderNumber: 'CT-7K3M9Q',
  amount: '$60.00',
  offerName: 'Three cards',
  addOns: 'Rush, One more question',
  discount: 'SPRING, $12.00 off',
  turnaround: '1-3 business days',
  dueDate: 'Wednesday, November 25',
  promisedDay: 'Wednesday, November 25',
  newDay: 'Friday, November 27',
  cards: [
    {
      asDrawn: 'The Star',
      position: 'Past',
      pictureUrl: `${siteUrl}/cards/the-star.png`,
      startsRow: false,
    },
  ],
  reading: 'You have put in the years.\n\nTwo horses pull:\none is safety,\none is curiosity.\n\nRest.',
  beginning: 'You have put in the years.\n\nTwo horses pull:\none is safety,\none is curiosity.\n\nRest.',
  subject: 'The reading for CT-7K3M9Q came back to you',
  message: 'Please revise it and submit it again. It is due by Wednesday, November 25.',
  feedback: 'Say more of the Star.\n\nAnd less of the Tower.',
  action: 'Open the order',
  signedBy: 'Elena',
  whoIsThat: 'Career Tarot',
  portraitUrl: `${siteUrl}/portraits/AAAAAAAAAAAAAAAAAAAAAA.jpg`,
  consent: 'I expressly ask you to start.\n\nI know what that means.',
  consentedAt: 'Wednesday, November 25, 2026 at 2:03:05 PM EST',
  words: 'I withdraw from the contract with the order number CT-7K3M9Q.',
  receivedAt: 'Wednesday, November 25, 2026 at 2:03:05 PM EST',
  links: [{ orderNumber: 'CT-7K3M9Q', placedOn: 'Monday, June 1', url: orderUrl }],
  told: [{ label: 'Background', text: 'Nine years an accountant.\n\nTwo children.' }],
  next: [{ words: 'Order another reading', url: orderUrl }],
};

const flags = [
  ...['paid', 'hasCards', 'isCut', 'isMade', 'ends', 'goesOn', 'isDelivered', 'isDue', 'isWon'],
  ...[
    'isQuestion',
    'isReminder',
    'hasFeedback',
    'hasConsent',
    'hasMore',
    'hasNext',
    'hasWhoIsThat',
    'hasPortrait',
    'canBeMuted',
  ],
  ...['hasOffer', 'hasAddOns', 'hasCode', 'isReviewed'],
];

/** Each mail twice: with all optional parts, and with their alternatives. */
export const sampleMails = Object.entries(generated).flatMap(([name, render]) =>
  [true, false].map((isSet) => {
    const values: object = { ...mailValues, ...Object.fromEntries(flags.map((flag) => [flag, isSet])) };
    return {
      name: `${name}, flags ${isSet ? 'set' : 'not set'}`,
      render: (changes: object = {}) =>
        (render as (values: object) => RenderedMail)({ ...values, ...changes }),
    };
  }),
);
