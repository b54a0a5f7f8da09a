import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CustomerOrder, Receipt } from '../../shared/customer-order.ts';
import { originalBusiness } from '../business/read-business.ts';
import { parseConfig } from '../config/config.ts';
import { inlineScriptHashes } from '../site/assets.ts';
import type { PageHandler, PublicWords } from '../site/listener.ts';
import { type BuiltSite, builtSiteFile } from './built-site.ts';
import { localsForAll, publicPages } from './public-pages.ts';
import { renderPage, renderWith } from './render-page.ts';

/* Sample data with which the customers' own pages are rendered at build time: no real order. */

/** A delivered order, whose page has the most on it. */
const sampleOrder: CustomerOrder = {
  orderNumber: 'CT-AAAAAA',
  sentTo: 'm…@customers.example',
  isUndelivered: false,
  state: 'delivered',
  step: 'sent',
  question: 'What career path should I pursue?',
  amount: '$60.00 USD',
  isMailed: true,
  dueDay: null,
  movedFrom: null,
  waitsSince: null,
  questions: [],
  corrections: null,
  hasReceipt: true,
  addresseeName: 'Maya',
  reading: 'Three cards lay on the table.',
  signature: null,
  cards: [],
  feedback: { isAsked: true, given: null, names: { first_name: null, initials: null }, kept: null },
  problem: { newest: null, kept: null },
  withdrawnMoney: null,
  canWithdraw: true,
};

const sampleReceipt: Receipt = {
  orderNumber: 'CT-AAAAAA',
  paidOn: 'November 25, 2026',
  amount: '$60.00 USD',
  billingDescriptor: 'CAREER TAROT',
  refunds: [],
  isDisputed: false,
  kept: null,
};

/*
 * Run at the end of `npm run build`: renders every public page once, and those of an order, so that a build that cannot
 * do it fails, and notes what the service has to know of them before it renders any: above all which scripts stand in
 * them, since the policy runs no others.
 */

const folder = fileURLToPath(new URL('../../../dist/server', import.meta.url));
const { handler }: { handler: PageHandler } = await import(join(folder, 'entry.mjs'));
const words = {
  site: originalBusiness(parseConfig({})),
  offer: { priceCents: 6_000, currency: 'usd', promisedDay: '2026-11-25', closed: null },
  payment: { isSandbox: false, wallets: false },
  readers: [],
  aftercare: { hasWithdrawal: false, quotes: [] as never[] },
} satisfies PublicWords;

const pages: string[] = [];
for (const page of publicPages) pages.push((await renderPage(handler, page, words)).toString());
const own = { ...localsForAll(words), readOrder: () => sampleOrder, readReceipt: () => sampleReceipt };
for (const path of ['/order/x', '/order/x/receipt'])
  pages.push((await renderWith(handler, path, own)).toString());
const beginning = { ...own, readSetUp: () => ({ step: 'admin', form: null }) } satisfies App.Locals;
pages.push((await renderWith(handler, '/set-up/x', beginning)).toString());

const hash = createHash('sha256');
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  const path = join(folder, name);
  if (statSync(path).isFile()) hash.update(name).update(readFileSync(path));
}
const built: BuiltSite = { id: hash.digest('base64url'), scriptHashes: inlineScriptHashes(pages) };
writeFileSync(builtSiteFile, JSON.stringify(built));
console.log(`rendered ${pages.length} pages`);
