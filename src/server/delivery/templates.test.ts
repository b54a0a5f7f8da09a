import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import {
  type CustomerQuestionValues,
  type DisputeClosedValues,
  type FeedbackRequestValues,
  type MailAccent,
  type NewDayValues,
  type NoticeValues,
  type OrderConfirmationValues,
  type OrderLinksValues,
  type PasswordResetValues,
  type ReadingDeliveryValues,
  type RefundValues,
  type RenderedMail,
  renderCustomerQuestion,
  renderDisputeClosed,
  renderFeedbackRequest,
  renderNewDay,
  renderNotice,
  renderOrderConfirmation,
  renderOrderLinks,
  renderPasswordReset,
  renderReadingDelivery,
  renderRefund,
  renderTestEmail,
  renderWithdrawalReceipt,
  type TestEmailValues,
  type WithdrawalReceiptValues,
} from './templates.generated.ts';

const site = { siteName: 'Career Tarot', contactEmail: 'hello@careertarot.example' };

const order: OrderConfirmationValues = {
  ...site,
  siteUrl: 'https://careertarot.example',
  orderUrl: 'https://careertarot.example/order/Zk3vT9Qw',
  billingDescriptor: 'CAREER*TAROT',
  customerName: 'Maya Whitfield',
  orderNumber: 'CT-7K3M9Q',
  amount: '$60.00',
  dueDate: 'Wednesday, 25 November',
  paid: true,
  hasConsent: false,
  consent: 'I expressly ask you to begin.\n\nI know what that means.',
  consentedAt: 'Wednesday, November 25, 2026 at 2:03:05 PM EST',
};

/** What fits whole into the HTML part. */
type Letter = Omit<ReadingDeliveryValues, 'beginning' | 'isCut'>;
const renderLetter = (letter: Letter) =>
  renderReadingDelivery({ ...letter, beginning: letter.reading, isCut: false });

const delivery: Letter = {
  ...site,
  siteUrl: 'https://careertarot.example',
  orderUrl: 'https://careertarot.example/order/Zk3vT9Qw',
  orderNumber: 'CT-7K3M9Q',
  addresseeName: 'Maya',
  hasCards: false,
  cards: [],
  reading: 'You have put in the years.\n\nTwo horses pull:\none is safety,\none is curiosity.\n\nRest.',
  signedBy: 'Elena',
  whoIsThat: 'Elena Marsh, Career Tarot',
  hasWhoIsThat: true,
};

const question: CustomerQuestionValues = {
  ...site,
  siteUrl: 'https://careertarot.example',
  orderUrl: 'https://careertarot.example/order/Zk3vT9Qw',
  orderNumber: 'CT-7K3M9Q',
  customerName: 'Maya Whitfield',
  isReminder: false,
  question: 'Do you mean the job in Lisbon,\nor the one you have?\n\nA word is enough.',
};

const feedbackRequest: FeedbackRequestValues = {
  ...site,
  siteUrl: 'https://careertarot.example',
  orderUrl: 'https://careertarot.example/order/Zk3vT9Qw',
  orderNumber: 'CT-7K3M9Q',
  customerName: 'Maya Whitfield',
};

const receipt: WithdrawalReceiptValues = {
  ...feedbackRequest,
  words: 'I withdraw from the contract with the order number CT-7K3M9Q.',
  receivedAt: 'Wednesday, November 25, 2026 at 2:03:05 PM EST',
  amount: '$60.00',
  paid: true,
};

const orderLinks: OrderLinksValues = {
  ...site,
  siteUrl: 'https://careertarot.example',
  links: [{ words: 'Order CT-7K3M9Q of Monday, June 1', url: 'https://careertarot.example/order/Zk3vT9Qw' }],
  hasMore: true,
};
const aboutOrder = {
  ...site,
  siteUrl: 'https://careertarot.example',
  orderUrl: 'https://careertarot.example/order/Zk3vT9Qw',
  orderNumber: 'CT-7K3M9Q',
  customerName: 'Maya Whitfield',
};

const refund: RefundValues = {
  ...aboutOrder,
  isMade: true,
  amount: '$20.00 USD',
  ends: false,
  goesOn: true,
  isDelivered: false,
  isDue: true,
  dueDate: 'Wednesday, November 25',
};

const dispute: DisputeClosedValues = {
  ...aboutOrder,
  isWon: true,
  goesOn: true,
  isDelivered: false,
  isDue: true,
  dueDate: 'Wednesday, November 25',
};

const newDay: NewDayValues = {
  ...aboutOrder,
  promisedDay: 'Wednesday, November 25',
  newDay: 'Friday, November 27',
};

/** The same where nothing is said of a day. */
const withoutDay = <T extends { dueDate: string }>({ dueDate: _, ...values }: T) => ({
  ...values,
  isDue: false,
});

const notice: NoticeValues = {
  ...site,
  canBeMuted: true,
  subject: 'The reading of CT-7K3M9Q comes back to you',
  message: 'Please revise it and hand it in once more. It is due by Wednesday, November 25.',
  hasFeedback: true,
  feedback: 'Say more of the Star.\n\nAnd less of the Tower.',
  action: 'Open the order',
  deskUrl: 'https://careertarot.example/reader/dashboard?order=CT-7K3M9Q',
};

const reset: PasswordResetValues = {
  ...site,
  siteUrl: 'https://careertarot.example',
  username: 'rita',
  resetUrl: 'https://careertarot.example/admin/new-password#Zk3vT9Qw',
};

const fixedText: TestEmailValues = site;

type Values = Record<
  string,
  string | boolean | ReadingDeliveryValues['cards'] | OrderLinksValues['links'] | MailAccent | undefined
>;

/** The values that are web addresses. */
const webAddresses = ['siteUrl', 'orderUrl', 'deskUrl', 'resetUrl'];

const messages: [name: string, values: Values, render: (values: never) => RenderedMail][] = [
  ['order confirmation', { ...order }, renderOrderConfirmation],
  ['free order confirmation', { ...order, paid: false }, renderOrderConfirmation],
  ['reading delivery', { ...delivery }, renderLetter],
  ['question to the customer', { ...question }, renderCustomerQuestion],
  ['reminder of a question', { ...question, isReminder: true }, renderCustomerQuestion],
  ['order confirmation with a consent', { ...order, hasConsent: true }, renderOrderConfirmation],
  ['question how it was', { ...feedbackRequest }, renderFeedbackRequest],
  ['receipt of a withdrawal', { ...receipt }, renderWithdrawalReceipt],
  ['receipt of a withdrawal from a free order', { ...receipt, paid: false }, renderWithdrawalReceipt],
  ['links to orders', { ...orderLinks }, renderOrderLinks],
  ['refund', { ...refund }, renderRefund],
  ['refund that ends an order', { ...withoutDay(refund), ends: true, goesOn: false }, renderRefund],
  ['refund that failed', { ...withoutDay(refund), isMade: false }, renderRefund],
  ['dispute that was won', { ...dispute }, renderDisputeClosed],
  ['dispute that was lost', { ...withoutDay(dispute), isWon: false, goesOn: false }, renderDisputeClosed],
  ['new day', { ...newDay }, renderNewDay],
  ['notice', { ...notice }, renderNotice],
  ['password reset', { ...reset }, renderPasswordReset],
  ['test email', { ...fixedText }, renderTestEmail],
];

const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title><script>alert(1)</script>',
  '--><script>alert(1)</script><!--',
  '</style><svg onload=alert(1)>',
  '<!--[if mso]><script>alert(1)</script><![endif]-->',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '`$\u007balert(1)}`',
  '{{siteName}} {{#if paid}}',
  "' + alert(1) + '",
  '&lt;script&gt;alert(1)&lt;/script&gt;',
];

/** Every tag with its attribute names and, for links, the scheme: what a payload would have to change. */
function skeleton(html: string): string[] {
  return [...html.matchAll(/<\/?([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi)].map(
    ([, tag, attributes = '']) => {
      const names = [...attributes.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'[^']*')/g)].map(
        ([, name, value = '']) => (name === 'href' ? `href:${value.split(':')[0]}` : name),
      );
      return [tag, ...names].join(' ');
    },
  );
}

function render(renderer: (values: never) => RenderedMail, values: Values): RenderedMail {
  return renderer(values as never);
}

describe.each(messages)('the %s', (_name, values, renderer) => {
  const clean = render(renderer, values);
  const textValues = Object.keys(values).filter((name) => typeof values[name] === 'string');

  test.each(textValues)('lets no payload in %s become markup', (name) => {
    const harmless = skeleton(render(renderer, { ...values, [name]: 'harmless' }).html);
    for (const payload of payloads) {
      const { html } = render(renderer, { ...values, [name]: payload });
      expect(skeleton(html)).toEqual(harmless);
      expect(html).not.toMatch(/<(?:script|svg|img)\b/i);
      expect(html).not.toMatch(/(?:href|src)\s*=\s*["']?\s*(?:javascript|data):/i);
    }
  });

  test.each(textValues)('keeps line breaks and control characters in %s out of the subject', (name) => {
    const { subject } = render(renderer, {
      ...values,
      [name]: 'A\r\nBcc: evil@x.com\u0000\u2028\u0085B\u202e',
    });
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
  });

  test('has no placeholder left and says so in both parts', () => {
    for (const part of [clean.subject, clean.html, clean.text]) {
      expect(part).not.toMatch(/\{\{|\}\}|undefined|\[object/);
      expect(part.trim()).not.toBe('');
    }
  });

  test('never reads a value as a template', () => {
    for (const name of textValues.filter((name) => !webAddresses.includes(name))) {
      const { html, text } = render(renderer, { ...values, [name]: '{{contactEmail}} $& $1' });
      if (['amount', 'billingDescriptor', 'consent', 'consentedAt'].includes(name)) continue;
      expect(html).toContain('{{contactEmail}} $&amp; $1');
      expect(text).toContain('{{contactEmail}} $& $1');
    }
  });

  test.each(textValues.filter((name) => webAddresses.includes(name)))(
    'takes for %s nothing but a web address, and never reads it as a template',
    (name) => {
      const placeholder = render(renderer, { ...values, [name]: '{{contactEmail}} $& $1' });
      for (const part of [placeholder.html, placeholder.text]) expect(part).not.toMatch(/\{\{|\$&|\$1/);
      expect(placeholder.html).toContain('href="#"');
      const address = 'https://careertarot.example/{{contactEmail}}/$&/$1';
      const { html, text } = render(renderer, { ...values, [name]: address });
      expect(html).toContain('href="https://careertarot.example/{{contactEmail}}/$&amp;/$1"');
      if (name !== 'siteUrl') expect(text).toContain(address);
    },
  );

  test('loads nothing from anywhere and runs nothing', () => {
    expect(clean.html).not.toMatch(/<(?:img|link|script|iframe|object|form|svg)\b/i);
    expect(clean.html).not.toMatch(/@import|url\(|\bsrc\s*=|background\s*=\s*"/i);
    const links = [...clean.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    const listed = Array.isArray(values.links) ? orderLinks.links.map(({ url }) => url) : [];
    const allowed = [...webAddresses.map((name) => values[name]), ...listed, `mailto:${site.contactEmail}`];
    for (const href of links) expect(allowed).toContain(href);
  });

  test('is dressed for dark mode and has a preheader', () => {
    expect(clean.html).toContain('<meta name="color-scheme" content="light dark"');
    expect(clean.html).toContain('prefers-color-scheme: dark');
    expect(clean.html).toMatch(/<body[^>]*>\s*<div style="display:none/);
  });

  test('survives being a MIME message', async () => {
    const raw = `Subject: ${clean.subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${clean.text}`;
    const parsed = await PostalMime.parse(raw);
    expect(parsed.subject).toBe(clean.subject);
    expect(parsed.text?.trim()).toBe(clean.text.trim());
  });
});

test.each([
  ['order confirmation', renderOrderConfirmation(order)],
  ['reading delivery', renderLetter(delivery)],
])("the %s links to the order's own page, in both parts", (_name, { html, text }) => {
  expect(html).toContain(`href="${order.orderUrl}"`);
  expect(text).toContain(`\n${order.orderUrl}\n`);
});

describe('the order confirmation', () => {
  test('names the order, the amount, the descriptor, the due day and where to write, in both parts', () => {
    const { subject, html, text } = renderOrderConfirmation(order);
    expect(subject).toBe('Your order CT-7K3M9Q is confirmed');
    for (const part of [html, text]) {
      for (const value of [
        'CT-7K3M9Q',
        '$60.00',
        'CAREER*TAROT',
        'Wednesday, 25 November',
        'hello@careertarot.example',
      ])
        expect(part).toContain(value);
      expect(part).toContain('1-3 business days');
      expect(part).toContain('non-refundable once delivered');
      expect(part).toMatch(/for guidance and entertainment purposes/i);
      expect(part).toMatch(/Thank you, (<bdi>)?Maya Whitfield(<\/bdi>)?\./);
    }
  });

  test('speaks of no payment when the reading is free', () => {
    const { html, text } = renderOrderConfirmation({ ...order, amount: '$0.00', paid: false });
    for (const part of [html, text]) {
      expect(part).toMatch(/\bfree\b/i);
      expect(part).toContain('nothing to pay');
      expect(part).not.toContain('$0.00');
      expect(part).not.toContain('CAREER*TAROT');
      expect(part).not.toMatch(/payment|purchase|amount|card statement|refund/i);
    }
  });

  test('speaks of no gift when it was paid', () => {
    const { html, text } = renderOrderConfirmation(order);
    expect(html + text).not.toMatch(/\bfree\b|nothing to pay/i);
  });

  test('leaves no gaps in the text part where a block was left out', () => {
    expect(renderOrderConfirmation(order).text).toContain(
      'Order number: CT-7K3M9Q\nAmount paid: $60.00\nOn your card statement: CAREER*TAROT\nReading due by: ',
    );
    expect(renderOrderConfirmation({ ...order, paid: false }).text).toContain(
      'Order number: CT-7K3M9Q\nPrice: free\nReading due by: ',
    );
  });

  test('a name cannot pretend to be further lines', () => {
    const { text } = renderOrderConfirmation({
      ...order,
      customerName: 'Maya\r\n\r\nYour order was cancelled.',
    });
    expect(text).toContain('Thank you, Maya Your order was cancelled..\n');
  });
});

describe('what happens to money', () => {
  const both = ({ html, text }: RenderedMail) => [html.replace(/<\/?strong>/g, ''), text];

  test.each([
    [
      'goes on, by a day',
      {},
      'We’re still working on your order, and you’ll get your reading by Wednesday, November 25.',
    ],
    ['goes on', { isDue: false }, 'We’re still working on your order.'],
    ['ends', { ends: true, goesOn: false }, 'Your order is now closed, and we won’t write a reading for it.'],
    ['was delivered', { isDelivered: true, goesOn: false }, 'The reading we sent you is yours to keep.'],
  ])(
    'a refund says how much, where to, how long it takes, and that the order %s',
    (_what, changes, outcome) => {
      for (const part of both(renderRefund({ ...refund, ...changes }))) {
        expect(part).toMatch(/e’ve refunded \$20\.00 USD for your order CT-7K3M9Q\./);
        expect(part).toContain('to the card you paid with. Banks usually take five to ten business days');
        expect(part).toContain(outcome);
        const others = ['We’re still working', 'Your order is now closed', 'The reading we sent you'];
        expect(others.filter((other) => part.includes(other))).toHaveLength(1);
      }
    },
  );

  test('a refund that failed takes it back, and promises nothing that is not so', () => {
    for (const part of both(renderRefund({ ...refund, isMade: false }))) {
      expect(part).toContain('$20.00 USD');
      expect(part).toContain('the money came back to us. We’re sorry.');
      expect(part).not.toMatch(/e’ve refunded|still working|now closed|November/);
    }
  });

  test.each([
    ['won', {}, 'We’re continuing with your reading, and you’ll get it by Wednesday, November 25.'],
    ['won, late', { isDue: false }, 'We’re continuing with your reading as soon as we can.'],
    ['won, delivered', { isDelivered: true, goesOn: false }, 'The reading we sent you is yours to keep.'],
    [
      'lost',
      { isWon: false, goesOn: false },
      'Your order is now closed, and we won’t write a reading for it.',
    ],
    [
      'lost, delivered',
      { isWon: false, goesOn: false, isDelivered: true },
      'The reading we sent you is yours to keep.',
    ],
  ])('a dispute that was %s says what becomes of the reading', (_what, changes, outcome) => {
    for (const part of both(renderDisputeClosed({ ...dispute, ...changes }))) expect(part).toContain(outcome);
  });

  test('a new day says both days and that we are sorry', () => {
    const mail = renderNewDay(newDay);
    expect(mail.subject).toBe('Your reading will arrive by Friday, November 27');
    for (const part of both(mail)) {
      expect(part).toContain('by Wednesday, November 25, but we need more time.');
      expect(part).toContain('You’ll get it by Friday, November 27. We’re sorry');
    }
  });
});

describe('the notice', () => {
  test('says what happened, what to do and where to switch it off, in both parts', () => {
    const { subject, html, text } = renderNotice(notice);
    expect(subject).toBe(notice.subject);
    expect(html).toContain(`href="${notice.deskUrl}"`);
    expect(text).toContain(`Open the order:\n${notice.deskUrl}\n`);
    for (const part of [html, text]) {
      expect(part).toContain(notice.message);
      expect(part).toContain('And less of the Tower.');
      expect(part).toContain('in your account, at the top right of the dashboard.');
    }
  });

  test('of which there is no choice says nothing of one', () => {
    const { html, text } = renderNotice({ ...notice, canBeMuted: false });
    expect(html + text).not.toContain('Which of these mails');
    expect(text.endsWith('so it tells you of this.\n')).toBe(true);
  });

  test('has no heading for feedback when there is none, and no gap', () => {
    const { html, text } = renderNotice({ ...notice, hasFeedback: false, feedback: '' });
    expect(html + text).not.toMatch(/what should be different/i);
    expect(text).toContain(`${notice.message}\n\nOpen the order:`);
  });
});

describe('the reading', () => {
  test('is a letter to the name the customer asked for', () => {
    const { subject, html, text } = renderLetter(delivery);
    expect(subject).toBe('Your reading from Career Tarot');
    expect(html).toContain('<span role="heading" aria-level="1">Dear <bdi>Maya</bdi>,</span>');
    expect(text.startsWith('Dear Maya,\n\nYou have put in the years.\n\nTwo horses pull:\n')).toBe(true);
    expect(text).toContain('CT-7K3M9Q');
    expect(html).toContain('Order CT-7K3M9Q');
    expect(html).toMatch(/guidance and entertainment/);
  });

  test('keeps paragraphs and single line breaks', () => {
    const { html } = renderLetter(delivery);
    const found = [...html.matchAll(/<p dir="ltr" style="margin:0 0 20px">(.*?)<\/p>/gs)].map(
      ([, content]) => content,
    );
    expect(found).toEqual([
      'You have put in the years.',
      'Two horses pull:<br>one is safety,<br>one is curiosity.',
      'Rest.',
    ]);
  });

  test.each([
    ['Windows line ends', 'One.\r\n\r\nTwo.\r\nThree.'],
    ['old line ends', 'One.\r\rTwo.\rThree.'],
    ['blank lines with spaces in them', '\n\n  \nOne.\n \t \n\n\nTwo.\nThree.  \n\n'],
    ['control characters', 'One.\u0007\n\n\u0000Two.\nThree.\u001b'],
  ])('copes with %s', (_name, reading) => {
    const { html, text } = renderLetter({ ...delivery, reading });
    const found = [...html.matchAll(/<p dir="ltr" style="margin:0 0 20px">(.*?)<\/p>/gs)].map(([, content]) =>
      content?.trim(),
    );
    expect(found).toEqual(['One.', 'Two.<br>Three.']);
    expect(text).toContain('Dear Maya,\n\nOne.\n\nTwo.\nThree.\n\nWith warm wishes,');
  });

  test('escapes every paragraph and shows what was typed', () => {
    const reading = 'Salt & <b>fire</b>\n\n"Quote" & \'more\'\n<script>alert(1)</script>';
    const { html, text } = renderLetter({ ...delivery, reading });
    expect(html).toContain('Salt &amp; &lt;b&gt;fire&lt;/b&gt;</p>');
    expect(html).toContain(
      '&quot;Quote&quot; &amp; &#39;more&#39;<br>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    );
    expect(text).toContain(reading);
  });

  test('keeps letters of every script', () => {
    const reading = 'Ça va bien – très bien. 你好。 שלום 🌟';
    const { html, text } = renderLetter({ ...delivery, reading, addresseeName: 'Zoë 😊' });
    expect(html).toContain(reading);
    expect(text).toContain(reading);
    expect(text).toContain('Dear Zoë 😊,');
  });

  test('does not show its first lines in the list of messages', () => {
    const { html } = renderLetter(delivery);
    const beforeLetter = html.slice(html.indexOf('<body'), html.indexOf('You have put in the years.'));
    expect(beforeLetter).toContain('here is the reading you asked for');
    expect(beforeLetter.match(/&#847;/g)?.length).toBeGreaterThan(20);
  });

  test('of the greatest length stays below the size at which mail programs cut a message', () => {
    const { html } = renderLetter({
      ...delivery,
      reading: `${'word '.repeat(199)}end.\n\n`.repeat(50).slice(0, 50_000),
    });
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  });
});
