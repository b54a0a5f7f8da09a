import { describe, expect, test } from 'vitest';
import { mailValues, sampleMails } from '../../../tests/kit/sample-mails.ts';
import { escapeHtml, type RenderedMail } from './template-runtime.ts';
import {
  renderDisputeClosed,
  renderNewDay,
  renderNotice,
  renderOrderConfirmation,
  renderReadingDelivery,
  renderRefund,
} from './templates.generated.ts';

const webAddresses = ['siteUrl', 'orderUrl', 'deskUrl', 'resetUrl', 'confirmUrl'] as const;
const texts = Object.entries(mailValues).flatMap(([name, value]) =>
  typeof value === 'string' && !webAddresses.some((address) => address === name) ? [name] : [],
);

const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '--><script>alert(1)</script><!--',
  'javascript:alert(1)',
  '`$\u007balert(1)}`',
  '{{contactEmail}} {{#if paid}} $& $1',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
];

/** A word that stands in no template. */
const marker = 'Xyzzy';

/** A value that stands in HTML alone or in the text alone: the beginning of a letter, and the whole. */
const inOnePart = ['beginning', 'reading'];

const both = ({ html, text }: RenderedMail) => [
  html.replace(/<\/?(strong|bdi)>/g, '').replace(/<span style="white-space:nowrap">(.*?)<\/span>/g, '$1'),
  text,
];

describe.each(sampleMails)('$name', ({ name, render }) => {
  const clean = render();

  test('shows each value as typed, never as HTML or template code', () => {
    for (const value of texts) {
      const marked = render({ [value]: marker });
      // A letter that is cut is signed where all of it stands.
      const isInOnePart = inOnePart.includes(value) || name === 'renderReadingDelivery, flags set';
      if (!isInOnePart) {
        expect([value, marked.html.includes(marker)]).toEqual([value, marked.text.includes(marker)]);
      }
      for (const payload of payloads) {
        const { html, text } = render({ [value]: payload });
        expect(html).toBe(marked.html.replaceAll(marker, () => escapeHtml(payload)));
        expect(text).toBe(marked.text.replaceAll(marker, () => payload));
      }
    }
  });

  test('links only to web addresses', () => {
    for (const value of webAddresses) {
      for (const payload of payloads) {
        expect(render({ [value]: payload })).toEqual(render({ [value]: '#' }));
      }
      const address = 'https://careertarot.example/{{contactEmail}}/$&/"><img>';
      const marked = render({ [value]: `https://${marker}` });
      const { html, text } = render({ [value]: address });
      expect(html).toBe(marked.html.replaceAll(`https://${marker}`, () => escapeHtml(address)));
      expect(text).toBe(marked.text.replaceAll(`https://${marker}`, () => address));
    }
    const links = [...clean.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    const allowed = [...webAddresses.map((value) => mailValues[value]), `mailto:${mailValues.contactEmail}`];
    for (const href of links) expect(allowed).toContain(href);
  });

  test('keeps line breaks and control characters out of the subject', () => {
    for (const value of texts) {
      const { subject } = render({ [value]: 'A\r\nBcc: evil@x.com\u0000\u2028\u0085B\u202e' });
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
    }
  });

  test('fills all values, supports dark mode and loads no outside files', () => {
    for (const part of [clean.subject, clean.html, clean.text]) {
      expect(part).not.toMatch(/\{\{|\}\}|undefined|\[object/);
      expect(part.trim()).not.toBe('');
    }
    expect(clean.html).toContain('<meta name="color-scheme" content="light dark"');
    expect(clean.html).toContain('prefers-color-scheme: dark');
    expect(clean.html).toMatch(/<body[^>]*>\s*<div style="display:none/);
    const { html } = render({ cards: [] });
    expect(html).not.toMatch(/<(?:img|link|script|iframe|object|form|svg)\b/i);
    expect(html).not.toMatch(/@import|url\(|\bsrc\s*=|background\s*=\s*"/i);
  });
});

describe('the order confirmation', () => {
  const order = {
    ...mailValues,
    paid: true,
    hasConsent: false,
    hasOffer: false,
    hasAddOns: false,
    hasCode: false,
    isReviewed: true,
  };

  test('names the order, amount, due day and contact in both parts', () => {
    const mail = renderOrderConfirmation(order);
    expect(mail.subject).toBe('Your order CT-7K3M9Q is confirmed');
    const { dueDate, contactEmail, orderUrl } = order;
    for (const part of both(mail)) {
      for (const value of ['CT-7K3M9Q', '$60.00', 'CAREER*TAROT', dueDate, contactEmail, orderUrl])
        expect(part).toContain(value);
      expect(part).toContain('non-refundable once delivered');
      expect(part).toMatch(/for guidance and entertainment purposes/i);
      expect(part).toMatch(/what you told us[\s\S]+Background[\s\S]+Nine years an accountant\./i);
      expect(part).not.toMatch(/\bfree\b|nothing to pay|Three cards|Rush/i);
    }
  });

  test('calls a free reading free and mentions no payment', () => {
    for (const part of both(renderOrderConfirmation({ ...order, paid: false }))) {
      expect(part).toMatch(/\bfree\b/i);
      expect(part).toContain('nothing to pay');
      expect(part).not.toMatch(/\$60|CAREER\*TAROT|payment|purchase|amount|card statement|refund/i);
    }
  });

  test('promises a review only where another person reviews', () => {
    expect(renderOrderConfirmation(order).text).toContain(
      '2. We review it, then email it to this address by',
    );
    const alone = renderOrderConfirmation({ ...order, isReviewed: false });
    for (const part of both(alone)) expect(part).not.toContain('review');
  });

  test('names a non-standard offer with its add-ons and turnaround', () => {
    const bought = { hasOffer: true, hasAddOns: true, hasCode: true, turnaround: '1 business day' };
    const mail = renderOrderConfirmation({ ...order, ...bought });
    for (const part of both(mail)) expect(part).toContain('Delivery in 1 business day.');
    expect(mail.text).toContain(
      'CT-7K3M9Q\nReading: Three cards\nAdd-ons: Rush, One more question\nCode: SPRING, $12.00 off\nAmount',
    );
  });

  test('never breaks an order number across lines', () => {
    const { html } = renderOrderConfirmation({ ...order, told: [] });
    const [, body = ''] = html.split('<body');
    const seen = body.replace(/<div style="display:none.*?<\/div>/s, '');
    for (const [, before] of seen.matchAll(/<([^>]*)>CT-7K3M9Q/g))
      expect(before).toContain('white-space:nowrap');
  });

  test('puts a name with several lines on one line', () => {
    const customerName = 'Maya\r\n\r\nYour order was cancelled.';
    expect(renderOrderConfirmation({ ...order, customerName }).text).toContain(
      'Thank you, Maya Your order was cancelled..\n',
    );
  });
});

describe('refunds, disputes and delays', () => {
  const outcome = { ...mailValues, goesOn: true, isDelivered: false, isDue: true };
  const yoursToKeep = 'The reading we sent you is yours to keep.';
  const closed = 'Your order is now closed, and we won’t write a reading for it.';

  test.each([
    ['goes on', { isDue: false }, 'We’re still working on your order.'],
    ['ends', { ends: true, goesOn: false }, closed],
    ['was delivered', { isDelivered: true, goesOn: false }, yoursToKeep],
  ])('states the refund, its duration, and that the order %s', (_what, changes, words) => {
    for (const part of both(renderRefund({ ...outcome, isMade: true, ends: false, ...changes }))) {
      expect(part).toMatch(/e’ve refunded \$60\.00 for your order CT-7K3M9Q\./);
      expect(part).toContain('to the card you paid with. It usually takes five to ten business days');
      const others = ['We’re still working on your order.', closed, yoursToKeep];
      expect(others.filter((other) => part.includes(other))).toEqual([words]);
    }
  });

  test.each([
    ['won, late', { isDue: false }, 'We’ll continue with your reading as soon as we can.'],
    ['won, delivered', { isDelivered: true, goesOn: false }, yoursToKeep],
    ['lost, delivered', { isWon: false, goesOn: false, isDelivered: true }, yoursToKeep],
  ])('says what happens to the reading after a dispute: %s', (_what, changes, words) => {
    for (const part of both(renderDisputeClosed({ ...outcome, isWon: true, ...changes })))
      expect(part).toContain(words);
  });

  test('names both days of a delay and apologizes', () => {
    for (const part of both(renderNewDay(mailValues))) {
      expect(part).toMatch(/e’re sorry for the wait\. We promised .* by Wednesday, November 25, but /);
      expect(part).toContain('You’ll get it by Friday, November 27.');
    }
  });
});

test('says where to switch a notice off, if that is possible', () => {
  const notice = { ...mailValues, canBeMuted: true, hasFeedback: false };
  const switchOff = 'open your account at the top right of the dashboard.';
  for (const part of both(renderNotice(notice))) expect(part).toContain(switchOff);
  for (const part of both(renderNotice({ ...notice, canBeMuted: false })))
    expect(part).not.toContain(switchOff);
});

test('shows feedback on a reading only where there is some', () => {
  const notice = { ...mailValues, canBeMuted: true, hasFeedback: true };
  for (const part of both(renderNotice(notice))) expect(part).toContain('And less of the Tower.');
  for (const part of both(renderNotice({ ...notice, hasFeedback: false })))
    expect(part).not.toMatch(/what should be different/i);
});

describe('the reading', () => {
  const none = { hasPortrait: false, hasNext: false, isCut: false };
  const delivery = { ...mailValues, hasCards: false, hasWhoIsThat: true, ...none };
  const renderLetter = (reading: string) =>
    renderReadingDelivery({ ...delivery, reading, beginning: reading });
  const paragraphsOf = ({ html }: RenderedMail) =>
    [...html.matchAll(/<p dir="ltr" style="margin:0 0 20px">(.*?)<\/p>/gs)].map(([, words]) => words);

  test('is a letter to the addressee with its paragraphs and line breaks', () => {
    const mail = renderLetter(delivery.reading);
    expect(mail.subject).toBe('Your reading from Career Tarot');
    expect(mail.html).toContain('<span role="heading" aria-level="1">Dear <bdi>Maya</bdi>,</span>');
    expect(mail.text).toMatch(/^Dear Maya,\n\nYou have put in the years\.\n\nTwo horses pull:\n/);
    for (const part of both(mail)) expect(part).toContain(delivery.orderUrl);
    expect(paragraphsOf(mail)).toEqual([
      'You have put in the years.',
      'Two horses pull:<br>one is safety,<br>one is curiosity.',
      'Rest.',
    ]);
  });

  test('keeps the letter out of the inbox preview', () => {
    const { html } = renderLetter(delivery.reading);
    const beforeLetter = html.slice(html.indexOf('<body'), html.indexOf('You have put'));
    expect(beforeLetter).toContain('here is the reading you asked for');
    expect(beforeLetter.match(/&#847;/g)?.length).toBeGreaterThan(20);
  });

  const card = (asDrawn: string, position = '', startsRow = false) => ({
    asDrawn,
    position,
    startsRow,
    pictureUrl: 'https://tarot.example/cards/the-star.png',
  });
  const renderCards = (cards: ReturnType<typeof card>[]) =>
    renderReadingDelivery({ ...delivery, hasCards: true, cards });

  test('lists its cards in the text part, one per line', () => {
    const { text } = renderCards([card('The Star, reversed', 'Past'), card('The\nSun')]);
    expect(text).toContain('Your cards:\n- The Star, reversed: Past\n- The Sun\n\nYou have put');
  });

  test('puts two cards in a row in mail programs that need tables', () => {
    const { html } = renderCards([card('The Star'), card('The Sun'), card('The Moon', '', true)]);
    const cards = html.slice(html.indexOf('<!--[if mso]><table role="presentation" align="center"'));
    const tables = [...cards.matchAll(/<!--\[if mso\]>(.*?)<!\[endif\]-->/g)]
      .map(([, tags]) => tags)
      .join('');
    const [rows = ''] = /<tr>.*?<\/table>/.exec(tables) ?? [];
    expect(rows.split('</tr><tr>').map((cells) => cells.match(/<td/g)?.length)).toEqual([2, 1]);
  });

  test('links cards and next offers only to web addresses', () => {
    const next = [
      { words: 'Order another', url: 'https://careertarot.example/order/a?b&c=d' },
      { words: '<b>\n"', url: 'javascript:alert(1)' },
    ];
    const cards = [{ ...card('The Star'), pictureUrl: 'javascript:alert(1)' }];
    const { html, text } = renderReadingDelivery({ ...delivery, hasCards: true, cards, hasNext: true, next });
    expect(text).toContain('Order another:\nhttps://careertarot.example/order/a?b&c=d\n\n<b> ":\n#\n');
    expect(html).toContain('href="https://careertarot.example/order/a?b&amp;c=d"');
    expect(html).toContain('href="#"');
    expect(html).toContain('>&lt;b&gt; &quot;</a>');
    expect(html).toContain('src="#"');
    expect(html).not.toContain('javascript:');
  });

  test.each([
    ['Windows line ends', 'One.\r\n\r\nTwo.\r\nThree.'],
    ['old line ends', 'One.\r\rTwo.\rThree.'],
    ['blank lines with spaces in them', '\n\n  \nOne.\n \t \n\n\nTwo.\nThree.  \n\n'],
    ['control characters', 'One.\u0007\n\n\u0000Two.\nThree.\u001b'],
  ])('shows the same paragraphs despite %s', (_name, reading) => {
    const mail = renderLetter(reading);
    expect(paragraphsOf(mail)).toEqual(['One.', 'Two.<br>Three.']);
    expect(mail.text).toContain('Dear Maya,\n\nOne.\n\nTwo.\nThree.\n\nWith warm wishes,');
  });
});

test.each(sampleMails)('$name says nothing about careers by itself', ({ render }) => {
  const { subject, text, html } = render({
    ...{ siteName: 'Quiet Cards', contactEmail: 'hello@quiet.example', siteUrl: 'https://quiet.example' },
    ...{ billingDescriptor: 'QUIET', orderUrl: 'https://quiet.example/order/x', whoIsThat: 'Elena' },
    ...{ deskUrl: 'https://quiet.example/desk', resetUrl: 'https://quiet.example/reset' },
    ...{ confirmUrl: 'https://quiet.example/reopening/x', shopUrl: 'https://quiet.example' },
    ...{ links: [], next: [], cards: [] },
  });
  expect(`${subject}\n${text}\n${html}`).not.toMatch(/career/i);
});
