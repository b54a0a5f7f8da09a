import { expect, test } from 'vitest';
import { prepareAsset } from './assets.ts';
import { thankYouFor } from './thank-you.ts';

const number = 'CT-7K3M9Q';
const html =
  'Thank you.<span data-charged> You paid.</span> <strong class="x" data-order-number></strong><p class="y" data-charged>Charge.</p>';
const page = prepareAsset('"built"', { ETag: '"built"' }, { identity: Buffer.from(html) });

const shownFor = (search: string) =>
  thankYouFor(page, `/thank-you${search}`).variants.identity.body.toString();
const etagFor = (search: string) => thankYouFor(page, `/thank-you${search}`).etag;

test('where nothing was charged, the page does not say so without a script either', () => {
  const free = html
    .replace('<span data-charged>', '<span data-charged hidden>')
    .replace('data-charged>Charge', 'data-charged hidden>Charge');
  expect(shownFor('?free=true')).toBe(free);
  expect(shownFor(`?order=${number}&free=true`)).toBe(free.replace('></strong>', `>${number}</strong>`));
});

test('only that very word says that it was free', () => {
  for (const search of ['', '?free', '?free=1', '?free=false', '?free=TRUE'])
    expect(shownFor(search)).toBe(html);
});

test('where the customer was sent back without a payment, nobody is thanked without a script either', () => {
  const outcomes = prepareAsset(
    '"built"',
    { ETag: '"built"' },
    {
      identity: Buffer.from(
        '<title>Order Confirmed · Us</title><div class="a" data-outcome="paid">Thank you.</div><div data-outcome="checking" hidden>Wait.</div><div data-outcome="unpaid" hidden>Try again.</div>',
      ),
    },
  );
  const shown = (search: string) =>
    thankYouFor(outcomes, `/thank-you${search}`).variants.identity.body.toString();
  for (const search of ['?redirect_status=failed', `?order=${number}&redirect_status=failed`]) {
    expect(shown(search)).toBe(
      '<title>Payment Not Completed · Us</title><div class="a" data-outcome="paid" hidden>Thank you.</div><div data-outcome="checking" hidden>Wait.</div><div data-outcome="unpaid">Try again.</div>',
    );
  }
  expect(shown(`?order=${number}&redirect_status=pending`)).toBe(
    '<title>Payment Being Checked · Us</title><div class="a" data-outcome="paid" hidden>Thank you.</div><div data-outcome="checking">Wait.</div><div data-outcome="unpaid" hidden>Try again.</div>',
  );
  expect(shown(`?order=${number}&redirect_status=succeeded`)).toContain('data-outcome="paid">Thank you.');
});

test('who was sent back and has paid since is thanked, whatever the old address says', () => {
  const page = thankYouFor(
    prepareAsset(
      '"built"',
      { ETag: '"built"' },
      { identity: Buffer.from('<p data-outcome="paid">Thanks</p>') },
    ),
    `/thank-you?order=${number}&redirect_status=failed`,
    () => thanks,
  );
  expect(page.variants.identity.body.toString()).toBe('<p data-outcome="paid">Thanks</p>');
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
const withTemplate = prepareAsset(
  '"built"',
  { ETag: '"built"', 'Cache-Control': 'public' },
  {
    identity: Buffer.from(
      `${html}<template data-own><s data-delivered>Sent to</s><s data-undelivered>Not delivered to</s><b data-sent-to></b><i data-correct><em data-looks-right>Wrong?</em><em data-meant>Did you mean <b data-meant-address></b>?</em> <a class="x" href="/order/#address">Correct it</a></i><p class="z" data-when-due><u data-due-day></u></p><a href="/order/">Open</a><q data-charged>Receipt</q></template>`,
    ),
  },
);
const ownPage = (search: string, told: Partial<typeof thanks> | null = {}) =>
  thankYouFor(withTemplate, `/thank-you${search}`, () => told && { ...thanks, ...told });
const ownText = (...given: Parameters<typeof ownPage>) => ownPage(...given).variants.identity.body.toString();

test('the browser that ordered is told where its mail went, the day, and the way to its order', () => {
  expect(ownText(`?order=${number}`)).toContain(
    '<b data-sent-to>m…@customers.example</b><i data-correct><em data-looks-right>Wrong?</em><em data-meant hidden>Did you mean <b data-meant-address></b>?</em> <a class="x" href="/order/AAAAAAAAAAAAAAAAAAAAAA#address">Correct it</a></i><p class="z" data-when-due><u data-due-day>Wednesday, November 25</u></p><a href="/order/AAAAAAAAAAAAAAAAAAAAAA">Open</a>',
  );
  expect(ownText(`?order=${number}`)).not.toContain('<template');
});

test('everybody else gets the page of everybody, with nothing of it to be seen', () => {
  expect(ownText(`?order=${number}`, null)).toMatch(/<template data-own>.*<b data-sent-to><\/b>/);
  for (const search of ['', '?order=CT-1', '?free=true']) expect(ownText(search)).toContain('<template');
});

test('what is somebody’s own is kept by no cache, and known by no mark of everybody’s page', () => {
  const { etag, headers } = ownPage(`?order=${number}`);
  expect([etag, headers]).toEqual([null, { 'Cache-Control': 'no-store' }]);
});

test('what is too late or not known is left out', () => {
  const text = ownText(`?order=${number}`, { dueDay: null as never, isCorrectable: false });
  expect(text).toContain('<i data-correct hidden>');
  expect(text).toContain('data-when-due hidden>');
});

test('a confirmation that came back is not said to be sent', () => {
  const sent = '<s data-delivered>Sent to</s><s data-undelivered hidden>Not delivered to</s>';
  const cameBack = '<s data-delivered hidden>Sent to</s><s data-undelivered>Not delivered to</s>';
  expect(ownText(`?order=${number}`)).toContain(sent);
  expect(ownText(`?order=${number}`, { isUndelivered: true })).toContain(cameBack);
});

test('an address that looks mistyped is asked about, with the way to correct it', () => {
  expect(ownText(`?order=${number}`, { sentTo: 'm…@gmial.com', meant: 'm…@gmail.com' })).toContain(
    '<i data-correct><em data-looks-right hidden>Wrong?</em><em data-meant>Did you mean <b data-meant-address>m…@gmail.com</b>?</em> <a',
  );
});

test('of a free order nothing is said of a receipt', () => {
  expect(ownText(`?order=${number}&free=true`)).toContain('<q data-charged hidden>');
});

test('an address is text, whatever it has in it', () => {
  const text = ownText(`?order=${number}`, { sentTo: "$…@<b>&$1'.example" });
  expect(text).toContain("<b data-sent-to>$…@&lt;b&gt;&amp;$1'.example</b>");
});
