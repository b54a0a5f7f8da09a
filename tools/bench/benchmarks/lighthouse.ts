import { join } from 'node:path';
import lighthouseOf, { type Result as Report } from 'lighthouse';
import { chromium } from 'playwright';
import { linkSecretIn } from '../../../src/shared/text.ts';
import { chromiumOptions } from '../../../tests/browser.ts';
import { buy, expectOk, openBrowser, signIn, until } from '../../../tests/faults/running-service/browser.ts';
import { findFreePort } from '../../../tests/faults/servers/free-port.ts';
import { accountForm } from '../../../tests/kit/account-form.ts';
import { type Benchmark, quantile, result, type Target } from '../benchmark.ts';
import { lighthouseBudgets } from '../budgets.ts';
import { createDatabase } from '../database.ts';
import { startProduct } from '../servers.ts';

type Measure = keyof typeof lighthouseBudgets;
const measures = Object.keys(lighthouseBudgets) as Measure[];
const onlyCategories = measures.filter((measure) => 'atLeast' in lighthouseBudgets[measure]);

/** A page to audit. */
interface Page {
  /** Its path; a pattern if each visitor has their own. */
  path: string;
  /** The audits that mean nothing there. */
  skip?: string[];
  /** Returns a visitor's path to it, when it differs. */
  open?: (url: string) => Promise<string>;
}

// All pages but those of the sitemap keep out of search engines on purpose.
const skip = ['is-crawlable'];
const staffEmail = 'admin@staff.example';

/** Every page that visitors can see without signing in. */
const pages: Page[] = [
  ...['/', '/sample', '/faq', '/terms', '/privacy', '/refunds'].map((path) => ({ path })),
  { path: '/thank-you?order=CT-7K3M9Q', skip },
  { path: '/my-orders', skip },
  { path: '/order/[link]', skip, open: async (url) => (await sell(url)).path },
  { path: '/order/[link]#delivered', skip, open: deliver },
  { path: '/reviews', open: publishReview },
  { path: '/order/[link]/receipt', skip, open: async (url) => `${(await sell(url)).path}/receipt` },
  { path: '/admin/login', skip },
  { path: '/admin/forgot-password', skip },
  { path: '/admin/new-password', skip, open: newPasswordLink },
  { path: '/email-test', skip },
  { path: '/stripe-test', skip },
  // It must answer 404, about which Chromium complains on its console.
  { path: '/no/such/page', skip: [...skip, 'http-status-code', 'errors-in-console'] },
  // From here on, the shop sells three offers.
  { path: '/readings/[offer]', open: openOffer },
  { path: '/ with three offers', open: async () => '/' },
  // Comes last: it makes the shop sell into the EU.
  { path: '/withdraw', skip, open: openWithdrawals },
];

/** Every public page as Lighthouse sees it: a phone on a simulated slow 4G. The worst median counts. */
export const lighthouse: Benchmark = {
  name: 'lighthouse',
  async run({ folder, progress }) {
    const product = await startProduct(await createDatabase(join(folder, 'lighthouse.db')));
    const found = new Map<string, Report[]>();
    for (const { path, skip = [], open } of pages) {
      const address = product.url + ((await open?.(product.url)) ?? path);
      const reports: Report[] = [];
      while (reports.length < 5) reports.push(await look(address, skip));
      found.set(path, reports);
      const values = measures.map((measure) => `${measure} ${medianOf(reports, measure)}`);
      // Milliseconds mean little on a machine with an index below 1000.
      const machine = Math.min(...reports.map(({ environment }) => environment.benchmarkIndex));
      progress([path, ...values, `machine ${machine}`].join(', '));
    }
    return measures.map((measure) => {
      const target: Target = lighthouseBudgets[measure];
      const medians = [...found].map(([path, reports]) => ({ path, value: medianOf(reports, measure) }));
      medians.sort((a, b) => ('atLeast' in target ? a.value - b.value : b.value - a.value));
      const { value, path } = medians[0] ?? { value: Number.NaN, path: 'no such page' };
      const unit = measure === 'cumulative-layout-shift' ? 'thousandths' : 'count';
      return result(`Lighthouse: ${measure}, worst page`, value, target, unit, path);
    });
  },
};

/** Audits a page in a new browser. If the recording misses the page's start, Lighthouse is run again. */
async function look(url: string, skipAudits: string[], attempts = 3): Promise<Report> {
  const port = await findFreePort();
  const browser = await chromium.launch(chromiumOptions(`--remote-debugging-port=${port}`));
  try {
    const ignoreStatusCode = skipAudits.includes('http-status-code');
    const options = { port, onlyCategories, skipAudits, ignoreStatusCode };
    const { lhr } = (await lighthouseOf(url, { ...options, logLevel: 'error' })) ?? {};
    if (!lhr || lhr.runtimeError) throw new Error(lhr?.runtimeError?.message ?? 'Nothing was measured.');
    return lhr;
  } catch (error) {
    if (attempts === 1) throw error;
    return look(url, skipAudits, attempts - 1);
  } finally {
    await browser.close();
  }
}

function medianOf(reports: Report[], measure: Measure): number {
  const values = reports.map(({ categories, audits }) => {
    const score = categories[measure]?.score;
    return typeof score === 'number' ? Math.round(score * 100) : audits[measure]?.numericValue;
  });
  return quantile(values.map((value) => value ?? Number.NaN));
}

let customers = 0;

/** Buys a reading. Returns its id, the customer's address and the path of the order's page. */
async function sell(url: string) {
  customers += 1;
  const email = `maya.${customers}@customers.example`;
  const { order } = await buy(url, { customerEmail: email });
  return { orderId: order.orderId, email, path: await linkIn(url, email, '/order/', 1) };
}

/** Buys a reading and has it written and sent. */
async function deliver(url: string): Promise<string> {
  return (await sellDelivered(url)).path;
}

/** Puts what a customer said on the site. */
async function publishReview(url: string): Promise<string> {
  const { admin, orderId, path } = await sellDelivered(url);
  const body = new URLSearchParams({
    helped: 'yes',
    stars: '5',
    words: 'It helped me a lot.',
    publish: 'yes',
  });
  await fetch(`${url}/api/order-links/${linkSecretIn(path)}/feedback`, {
    ...{ method: 'POST', headers: { origin: url }, redirect: 'manual', body },
  });
  const { text } = await expectOk(admin.call('GET', `/api/orders/${orderId}/aftercare`));
  const { givenAt } = JSON.parse(text).feedback;
  const published = { isPublished: true, givenAt };
  await expectOk(admin.call('PUT', `/api/orders/${orderId}/feedback/published`, published));
  return '/reviews';
}

async function sellDelivered(url: string) {
  const { orderId, email } = await sell(url);
  const admin = await signIn(url, 'admin');
  const content = Array(8).fill('The Star says that what you hope for is near. '.repeat(4)).join('\n\n');
  const { text } = await expectOk(admin.call('POST', '/api/readings', { orderId, content }));
  await expectOk(admin.call('PUT', `/api/readings/${JSON.parse(text).id}/approve`, {}));
  return { admin, orderId, path: await linkIn(url, email, '/order/', 2) };
}

/** Offers customers the withdrawal. */
async function openWithdrawals(url: string): Promise<string> {
  const admin = await signIn(url, 'admin');
  await expectOk(admin.call('PUT', '/api/settings/aftercare', { feedbackMailDays: 0, hasWithdrawal: true }));
  return '/withdraw';
}

/** Sells two more offers, one with every kind of question. */
async function openOffer(url: string): Promise<string> {
  const admin = await signIn(url, 'admin');
  const kinds = ['text', 'longText', 'date', 'number', 'yesNo', 'choice'];
  const questions = kinds.map((kind) => ({
    kind,
    label: `What is the ${kind}?`,
    choices: ['Work', 'Money'],
  }));
  const addOns = [{ name: 'Rush', price: 20, days: 1 }];
  const offers = [
    { name: 'Three cards', price: 35, summary: 'A short letter on one question.', questions, addOns },
    { name: 'The year ahead', price: 140, summary: 'Twelve cards for twelve months.', days: 8 },
  ];
  for (const offer of offers) await expectOk(admin.call('POST', '/api/offers', offer));
  return '/readings/three-cards';
}

/** Requests a password reset for the admin. */
async function newPasswordLink(url: string): Promise<string> {
  const admin = await signIn(url, 'admin');
  const form = accountForm({ email: staffEmail, currentPassword: 'demo-admin-pass' });
  await expectOk(admin.call('PUT', '/api/account', form));
  await expectOk(openBrowser(url).call('POST', '/api/password-reset', { email: staffEmail }));
  return linkIn(url, staffEmail, '/admin/new-password#', 1);
}

/** Waits for this many mails to an address, and returns the path of the newest link of a kind. */
function linkIn(url: string, address: string, start: string, count: number): Promise<string> {
  return until(`${count} mails to ${address}`, 20_000, async () => {
    const path = `/sandbox/mail.json?to=${encodeURIComponent(address)}`;
    const { text: list } = await expectOk(openBrowser(url).call('GET', path));
    const mails: { text: string }[] = JSON.parse(list);
    const text = mails.find((mail) => mail.text.includes(start))?.text;
    if (text === undefined || mails.length < count) return null;
    return start + linkSecretIn(text.slice(text.indexOf(start)));
  });
}
