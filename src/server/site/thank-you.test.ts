import { expect, test } from 'vitest';
import { prepareAsset } from './assets.ts';
import { thankYouFor } from './thank-you.ts';

const number = 'CT-7K3M9Q';
const html =
  'Thank you.<span data-charged> You paid.</span> <strong class="x" data-order-number></strong><p class="y" data-charged>Charge.</p>';
const pageOf = (text: string) =>
  prepareAsset('"built"', { ETag: '"built"', 'Cache-Control': 'public' }, { identity: Buffer.from(text) });
const textOf = (page: ReturnType<typeof pageOf>) => page.variants.identity.body.toString();
const page = pageOf(html);

const shownFor = (search: string) => textOf(thankYouFor(page, `/thank-you${search}`));
const etagFor = (search: string) => thankYouFor(page, `/thank-you${search}`).etag;

test('where nothing was charged, the page does not say so without a script either', () => {
  const free = html
    .replace('<span data-charged>', '<span data-charged hidden>')
    .replace('data-charged>Charge', 'data-charged hidden>Charge');
  expect(shownFor('?free=true')).toBe(free);
  expect(ownText(`?order=${number}&free=true`)).toContain('<q data-charged hidden>');
  expect(shownFor(`?order=${number}&free=true`)).toBe(free.replace('></strong>', `>${number}</strong>`));
});

test('only that very word says that it was free, and only an order number is repeated', () => {
  for (const search of ['', '?', '?free', '?free=1', '?free=false', '?free=TRUE']) {
    expect(shownFor(search)).toBe(html);
  }
  for (const order of [
    '',
    'CT-123',
    'ct-7k3m9q',
    'CT-7K3M9Q%20x',
    '<b>CT-7K3M9Q</b>',
    '%24%26CT-7K3M9Q',
    '%',
  ]) {
    expect(shownFor(`?order=${order}`)).toBe(html);
  }
  expect(shownFor(`?number=${number}`)).toBe(html);
});

const outcomes = pageOf(
  '<title>Order Confirmed · Us</title><div class="a" data-outcome="paid">Thank you.</div><div data-outcome="checking" hidden>Wait.</div><div data-outcome="unpaid" hidden>Try again.</div>',
);
const outcomeFor = (search: string, told: typeof thanks | null = null) =>
  textOf(thankYouFor(outcomes, `/thank-you${search}`, () => told));

test('a customer who was sent back without a payment is not thanked, unless they have paid since', () => {
  for (const search of ['?redirect_status=failed', `?order=${number}&redirect_status=failed`]) {
    expect(outcomeFor(search)).toBe(
      '<title>Payment Not Completed · Us</title><div class="a" data-outcome="paid" hidden>Thank you.</div><div data-outcome="checking" hidden>Wait.</div><div data-outcome="unpaid">Try again.</div>',
    );
  }
  expect(outcomeFor(`?order=${number}&redirect_status=pending`)).toBe(
    '<title>Payment Being Checked · Us</title><div class="a" data-outcome="paid" hidden>Thank you.</div><div data-outcome="checking">Wait.</div><div data-outcome="unpaid" hidden>Try again.</div>',
  );
  for (const [status, told] of [
    ['succeeded', null],
    ['failed', thanks],
  ] as const) {
    expect(outcomeFor(`?order=${number}&redirect_status=${status}`, told)).toContain(
      'data-outcome="paid">Thank you.',
    );
  }
});

test('each of the pages is kept apart from the others', () => {
  const etags = [
    '',
    '?free=true',
    `?order=${number}`,
    `?order=${number}&free=true`,
    '?redirect_status=failed',
    '?redirect_status=pending',
  ].map(etagFor);
  expect(new Set(etags).size).toBe(6);
});

const thanks = {
  sentTo: 'm…@customers.example',
  isUndelivered: false,
  dueDay: 'Wednesday, November 25',
  orderPath: '/order/AAAAAAAAAAAAAAAAAAAAAA',
  isCorrectable: true,
  meant: null as string | null,
};
const withTemplate = pageOf(
  `${html}<template data-own><s data-delivered>Sent to</s><s data-undelivered>Not delivered to</s><b data-sent-to></b><i data-correct><em data-looks-right>Wrong?</em><em data-meant>Did you mean <b data-meant-address></b>?</em> <a class="x" href="/order/#address">Correct it</a></i><p class="z" data-when-due><u data-due-day></u></p><a href="/order/">Open</a><q data-charged>Receipt</q></template>`,
);
const ownPage = (search: string, told: Partial<typeof thanks> | null = {}) =>
  thankYouFor(withTemplate, `/thank-you${search}`, () => told && { ...thanks, ...told });
const ownText = (...given: Parameters<typeof ownPage>) => textOf(ownPage(...given));

test('the browser that ordered is told where its mail went, the day, and the way to its order', () => {
  const text = ownText(`?order=${number}`);
  expect(text).toContain(
    '<b data-sent-to>m…@customers.example</b><i data-correct><em data-looks-right>Wrong?</em><em data-meant hidden>Did you mean <b data-meant-address></b>?</em> <a class="x" href="/order/AAAAAAAAAAAAAAAAAAAAAA#address">Correct it</a></i><p class="z" data-when-due><u data-due-day>Wednesday, November 25</u></p><a href="/order/AAAAAAAAAAAAAAAAAAAAAA">Open</a>',
  );
  expect(text).not.toContain('<template');
  const { etag, headers } = ownPage(`?order=${number}`);
  expect([etag, headers]).toEqual([null, { 'Cache-Control': 'no-store' }]);
});

test('everybody else gets the page of everybody, with nothing of it to be seen', () => {
  expect(ownText(`?order=${number}`, null)).toMatch(/<template data-own>.*<b data-sent-to><\/b>/);
  for (const search of ['', '?order=CT-1', '?free=true']) expect(ownText(search)).toContain('<template');
});

test.each<[what: string, told: Partial<typeof thanks>, text: string]>([
  ['a mail that arrived', {}, '<s data-delivered>Sent to</s><s data-undelivered hidden>'],
  [
    'a mail that came back',
    { isUndelivered: true },
    '<s data-delivered hidden>Sent to</s><s data-undelivered>',
  ],
  ['a day that is not known', { dueDay: null as never }, 'data-when-due hidden>'],
  ['an address that it is too late to correct', { isCorrectable: false }, '<i data-correct hidden>'],
  [
    'an address that looks mistyped',
    { meant: 'm…@gmail.com' },
    '<i data-correct><em data-looks-right hidden>Wrong?</em><em data-meant>Did you mean <b data-meant-address>m…@gmail.com</b>?</em> <a',
  ],
  [
    'an address with tags in it',
    { sentTo: "$…@<b>&$1'.example" },
    "<b data-sent-to>$…@&lt;b&gt;&amp;$1'.example</b>",
  ],
])('the browser that ordered is told of %s', (_what, told, text) => {
  expect(ownText(`?order=${number}`, told)).toContain(text);
});
