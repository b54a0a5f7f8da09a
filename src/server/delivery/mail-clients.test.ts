import { doIUseEmail } from '@jsx-email/doiuse-email';
import { expect, test } from 'vitest';
import * as generated from './templates.generated.ts';

/**
 * What mail programs do not know, of what the mails are made of, and why they may stay without it. Checked against what
 * https://www.caniemail.com has found out; what is known in part only is not listed.
 */
const doneWithout: Record<string, string> = {
  // Gmail's mobile web version (for accounts of others) reads no style sheet at all; Outlook for Windows little of one.
  'ID selector': 'MJML resets margins of Outlook’s own frame with it; nothing else stands there',
  'Type selector': 'MJML resets what programs add to tables and pictures; each has its own style besides',
  'Class selector': 'narrow screens and dark mode; what is read stands in the style of each element',
  'Descendant combinator': 'the same',
  'Child combinator': 'the same',
  'Chaining selectors': 'the same',
  'Attribute selector': 'dark colors for Outlook’s own dark mode, in the versions that have one',
  ':last-child': 'the gap after the last paragraph of a letter is a line larger',
  '@media':
    'narrow screens and dark mode: the widths give way by themselves, and the light colors are readable',
  outline: 'MJML takes a line from around pictures that Outlook does not draw there',
  // Of long words, and of marks that are nobody's message.
  'overflow-wrap': 'word-break says it, too; where neither is known, an address without a gap may be cut off',
  'word-break': 'overflow-wrap says it, too',
  'word-spacing': 'MJML gives it its usual value',
  'text-underline-offset': 'links are underlined as everywhere',
  'white-space': 'a number may be broken into two lines',
  'table-layout': 'the two columns of the receipt are as wide as their words',
  'border-radius': 'the button has square corners',
  // What is to be seen in the list of messages alone: each way alone hides it where it is known.
  'display:none': 'the preheader is as small as nothing, without height, and mso-hide is for Outlook',
  opacity: 'the same',
  overflow: 'the same',
  '<bdi> element': 'a name of another script may pull the punctuation beside it along',
  // The frame.
  '<body> element': 'its color is on the block within it as well',
  'target attribute': 'the program decides where a link opens, as it should',
  // For whoever has the mail read to them.
  'aria-label attribute': 'the title of the mail, which its subject says',
  'aria-hidden attribute': 'the names of cards are read twice',
  'role attribute': 'tables are announced as tables',
};

const values = {
  siteName: 'Career Tarot',
  contactEmail: 'hello@careertarot.example',
  siteUrl: 'https://careertarot.example',
  orderUrl: 'https://careertarot.example/order/Zk3vT9Qw',
  deskUrl: 'https://careertarot.example/admin/dashboard',
  resetUrl: 'https://careertarot.example/admin/new-password',
  billingDescriptor: 'CAREER*TAROT',
  customerName: 'Maya Whitfield',
  addresseeName: 'Maya',
  username: 'rita',
  orderNumber: 'CT-7K3M9Q',
  amount: '$60.00 USD',
  dueDate: 'Wednesday, November 25',
  promisedDay: 'Wednesday, November 25',
  newDay: 'Friday, November 27',
  cards: [
    { asDrawn: 'The Star', position: 'Past', pictureUrl: 'https://careertarot.example/cards/the-star.png' },
  ],
  reading: 'One.\n\nTwo.',
  beginning: 'One.\n\nTwo.',
  question: 'Which of the two?',
  subject: 'CT-7K3M9Q is due soon',
  message: 'It is due by Wednesday, November 25.',
  feedback: 'Say more of the Star.',
  action: 'Open the order',
  signedBy: 'Rita',
  whoIsThat: 'your reader at Career Tarot',
  consent: 'Please begin at once.',
  consentedAt: 'Wednesday, November 25 at 2:03 PM',
  words: 'I withdraw from the contract.',
  receivedAt: 'Wednesday, November 25 at 2:03 PM',
  links: [{ words: 'Order CT-7K3M9Q', url: 'https://careertarot.example/order/Zk3vT9Qw' }],
};

const flags = ['paid', 'hasCards', 'isCut', 'isMade', 'ends', 'goesOn', 'isDelivered', 'isDue', 'isWon'];
const furtherFlags = ['isReminder', 'hasFeedback', 'hasConsent', 'hasMore', 'hasWhoIsThat'];

/** Each mail with everything that it can say, and with the other half. */
const mails = Object.entries(generated).flatMap(([name, render]) =>
  [true, false].map((isSet) => {
    const set = Object.fromEntries([...flags, ...furtherFlags].map((flag) => [flag, isSet]));
    const { html } = (render as (given: object) => generated.RenderedMail)({ ...values, ...set });
    return { name: `${name}, flags ${isSet ? 'set' : 'not set'}`, html };
  }),
);

/** @returns what of a mail Gmail, Outlook or Apple Mail do not know */
function unknownIn(html: string): string[] {
  const found = doIUseEmail(html, { emailClients: ['gmail.*', 'outlook.*', 'apple-mail.*'] });
  const features = found.success
    ? []
    : found.errors.map((error) => /^`(.*?)` is not/.exec(error)?.[1] ?? error);
  return [...new Set(features)];
}

test.each(mails)('$name: Gmail, Outlook and Apple Mail show it, or do without', ({ html }) => {
  expect(unknownIn(html).filter((feature) => !(feature in doneWithout))).toEqual([]);
});

test('nothing is excused that no mail has', () => {
  const met = new Set(mails.flatMap(({ html }) => unknownIn(html)));
  expect(Object.keys(doneWithout).filter((feature) => !met.has(feature))).toEqual([]);
});

test('what a mail program does not know is found', () => {
  expect(unknownIn('<div style="display:grid;position:sticky">Cards</div>').length).toBeGreaterThan(0);
});
