import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OfferOnSale } from '../../shared/checkout/offer.ts';
import { defaultMoneyStyle } from '../../shared/money.ts';
import { standardOffer } from '../../shared/offers/offer-types.ts';
import type { PageTexts } from '../../shared/shop/business-schema.ts';
import { blankOrder, type CustomerOrder } from '../aftercare/order-page/customer-order.ts';
import { parseConfig } from '../base/config/config.ts';
import { compress } from '../base/http/assets.ts';
import { inlineScriptHashes } from '../base/http/security-headers.ts';
import { originalBusiness } from '../shop/read-business.ts';
import { publicLocals, publicPages, type RenderPage } from './public-pages.ts';
import type { PageData } from './visitor-pages.ts';

/* A step of `npm run build`: compresses the site, and notes the inline scripts that the CSP is to allow. */

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));

/** A delivered order, whose page uses the most components. */
const sampleOrder: CustomerOrder = {
  ...blankOrder,
  orderNumber: 'CT-AAAAAA',
  sentTo: 'm…@customers.example',
  state: 'delivered',
  step: 'sent',
  question: 'What career path should I pursue?',
  amount: '$60.00 USD',
  isMailed: true,
  hasSeveralForms: true,
  hasReceipt: true,
  addresseeName: 'Maya',
  reading: 'Three cards lay on the table.',
  feedback: { isAsked: true, given: null, names: { first_name: null, initials: null }, kept: null },
  thread: { messages: [], isAsked: false, answerBy: null, kept: null },
  canWithdraw: true,
};

const samples: Partial<PageData> = {
  '/order/:id': sampleOrder,
  '/set-up/:id': { page: { step: 'admin', form: null }, commands: { listUsers: '', setPassword: '' } },
};

async function compressFiles(): Promise<void> {
  const folder = join(dist, 'client');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!/\.(css|js|mjs|svg|json|txt|xml|webmanifest)$/.test(name) || !statSync(path).isFile()) continue;
    const { br, gzip } = await compress(readFileSync(path));
    if (br) writeFileSync(`${path}.br`, br);
    if (gzip) writeFileSync(`${path}.gz`, gzip);
  }
}

const sampleOffer: OfferOnSale = {
  ...standardOffer,
  ...{ ...defaultMoneyStyle, promisedDay: '2026-11-25', closed: null, isFull: false },
};

const blankTexts: PageTexts = { benefits: [], questions: [], sample: 'Three cards lay on the table.' };

async function renderPages(): Promise<string[]> {
  const { render }: { render: RenderPage } = await import(join(dist, 'server/entry.mjs'));
  const locals: App.Locals = {
    ...publicLocals({
      site: originalBusiness(parseConfig({})),
      offer: sampleOffer,
      offers: [sampleOffer],
      payment: { isSandbox: false, wallets: false, hasCodes: false, taxRate: null },
      texts: { home: blankTexts, offers: { [sampleOffer.id]: blankTexts } },
      readers: [],
      aftercare: { hasWithdrawal: false, quotes: [] },
    }),
    load: (page) => (samples[page] ?? null) as PageData[typeof page],
  };
  const otherPages = ['/thank-you', '/stripe-test', '/email-test', '/order/x', '/set-up/x'];
  const shop = { ...locals, offers: [sampleOffer, { ...sampleOffer, slug: 'other' }] };
  const asked: [path: string, locals: App.Locals][] = [
    ...[...publicPages, ...otherPages].map((path): [string, App.Locals] => [path, locals]),
    ['/', shop],
  ];
  const pages: string[] = [];
  for (const [path, words] of asked) {
    const page = await render(new URL(path, words.site.publicUrl), words);
    if (page.status !== (path === '/404' ? 404 : 200)) throw new Error(`${path} answers ${page.status}.`);
    pages.push(await page.text());
  }
  return pages;
}

await compressFiles();
const pages = await renderPages();
writeFileSync(join(dist, 'site.json'), JSON.stringify({ scriptHashes: inlineScriptHashes(pages) }));
