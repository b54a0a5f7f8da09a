import type { Browser } from '@playwright/test';
import type { Order } from '../../../src/shared/orders/order-schema.ts';
import {
  type Browser as ApiBrowser,
  buy,
  expectOk,
  inParallel,
  signIn as signInApi,
} from '../../faults/running-service/browser.ts';
import { payloads, together } from '../../faults/running-service/payloads.ts';
import { type AttackedService, startService } from '../../faults/running-service/service.ts';
import { signInHere } from '../steps/desk-steps.ts';
import { watchForInjection } from '../steps/injection-watch.ts';
import { expect, mailsTo, orderLink, type Person, test } from '../steps/steps.ts';

/*
 * 200 payloads in every text field, and a browser that looks at every place where they are shown. They
 * have a product of their own: the other tests' lists stay readable.
 */

/** How far an order gets: each state shows its texts somewhere else. */
const states = ['written', 'rejected', 'delivered'] as const;
const ordersPerState = 4;

interface Attack {
  orderNumber: string;
  email: string;
  /** How many go to the customer. */
  mails: number;
}

/** @returns one of the payloads; every number another one, until all were there */
const pick = (i: number) => payloads[(i * 7) % payloads.length] ?? '';

/** Places and pays an order whose texts are payloads, all 200 of them in the long texts of each state. */
async function placeAttack(url: string, admin: ApiBrowser, i: number): Promise<Attack> {
  const state = states[i % states.length] ?? 'written';
  const group = Math.floor(i / states.length);
  const size = Math.ceil(payloads.length / ordersPerState);
  const manyPayloads = together(payloads.slice(group * size, (group + 1) * size));
  const email = `attack${i}@customers.example`;
  const { order } = await buy(url, {
    readingType: 'other',
    customerEmail: email,
    customerName: pick(i),
    readingAddresseeName: pick(i + 67),
    customQuestion: `${pick(i + 133)} (a question)`,
    backgroundContext: manyPayloads,
  });
  const id = order.orderId;
  const content = `${pick(i + 30)}\n\n${manyPayloads}`;
  const written = { orderId: id, content, internalNotes: manyPayloads };
  const ask = (method: string, path: string, body?: object) => expectOk(admin.call(method, path, body));
  const reading: { id: string } = JSON.parse((await ask('POST', '/api/readings', written)).text);
  const messages = manyPayloads.match(/.{1,1900}/gs) ?? [];
  for (const text of messages) {
    for (const from of ['customer', undefined])
      await ask('POST', `/api/orders/${id}/messages`, { text, from });
  }
  if (state === 'rejected')
    await ask('PUT', `/api/readings/${reading.id}/reject`, { feedback: manyPayloads });
  if (state === 'delivered') await ask('PUT', `/api/readings/${reading.id}/approve`);
  const mails = 1 + messages.length + Number(state === 'delivered');
  return { orderNumber: order.orderNumber, email, mails };
}

test.describe('200 payloads in every text field', () => {
  // One after the other: they share one product and its orders.
  test.describe.configure({ mode: 'default' });
  let service: AttackedService;
  let attacks: Attack[];

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    service = await startService({ isBuilt: true, env: { RATE_LIMITS: 'off', APPROVAL_UNDO_SECONDS: '0' } });
    const admin = await signInApi(service.url, 'admin');
    attacks = [];
    await inParallel(states.length * ordersPerState, 4, async (i) => {
      // By its number: which of those placed at once is done first differs.
      attacks[i] = await placeAttack(service.url, admin, i);
    });
  });
  test.afterAll(() => service.stop());

  async function open(browser: Browser, person?: Person) {
    const context = await browser.newContext({ baseURL: service.url });
    const tripwire = await watchForInjection(context, [service.url]);
    const page = await context.newPage();
    if (person) await signInHere(page, service.url, person);
    return { page, ...tripwire };
  }

  test('notices a script, a dialog, and a foreign request', async ({ browser }) => {
    const { page, touched } = await open(browser);
    await page.setContent('<img src="https://evil.example/x" onerror="ran(1); alert(2)">');
    await expect.poll(() => touched.join()).toMatch(/evil\.example.*a script ran.*a dialog said 2/s);
    touched.length = 0;
    await page.goto('/');
    await page.evaluate(() =>
      document.body.insertAdjacentHTML('beforeend', '<details open ontoggle="ran(1)"></details>'),
    );
    await expect.poll(() => touched.join()).toContain('script-src-attr was violated');
  });

  test('run nowhere in the admin’s list', async ({ browser }) => {
    const { page, expectSilence } = await open(browser, 'admin');
    // That the service gives all of them back as they were typed is tried without a browser (attacks/payloads.ts).
    await page.route(/\/api\/orders\?/, async (route) => {
      const response = await route.fetch();
      const [order]: Order[] = await response.json();
      const orders = payloads.map((payload, i) => ({
        ...order,
        id: `attack${i}`,
        customerName: payload,
        readingAddresseeName: payload,
        backgroundContext: payload,
      }));
      await route.fulfill({ response, json: orders });
    });
    await page.goto('/admin/dashboard?payment=all');
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(payloads.length + 1);
    await expectSilence(page);
    await expect(page.getByText(payloads[0] ?? '', { exact: true }).first()).toBeVisible();
    await page
      .getByRole('button', { name: /^Delete order/ })
      .first()
      .click();
    await expect(page.getByRole('alertdialog')).toContainText(payloads[0] ?? '');
    await expectSilence(page);
  });

  test('run nowhere in an order’s details', async ({ browser }) => {
    test.setTimeout(120_000);
    const { page, expectSilence } = await open(browser, 'admin');
    await page.goto('/admin/dashboard');
    const dialog = page.getByRole('dialog');
    for (const { orderNumber, email } of attacks) {
      await page.getByRole('button', { name: orderNumber, exact: true }).click();
      await expect(dialog).toContainText('Background information');
      await expect(dialog).toContainText(email);
      await expect(dialog).toContainText(/ran\(1\)|victims\.example/);
      await expectSilence(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });

  test('run nowhere in the cards of readings to approve', async ({ browser }) => {
    const { page, expectSilence } = await open(browser, 'admin');
    await page.goto('/admin/dashboard?tab=approvals');
    await expect(page.getByRole('article')).toHaveCount(ordersPerState);
    for (let opened = 0; opened < ordersPerState; opened++) {
      await page.keyboard.press('j');
      await expect(page.locator('article:focus')).toBeVisible();
    }
    await page.keyboard.press('e');
    await expect(page.getByLabel('Reading content')).toBeFocused();
    await expectSilence(page);
  });

  for (const person of ['reader1', 'reader2'] as const) {
    test(`run nowhere on the desk of ${person}`, async ({ browser }) => {
      const { page, expectSilence } = await open(browser, person);
      await page.goto('/reader/dashboard');
      const buttons = page.getByRole('button', { name: /^Upload Reading for/ });
      await expect(buttons.first()).toBeVisible();
      for (const button of await buttons.all()) {
        await button.click();
        await expect(page.getByLabel('Reading content')).not.toHaveValue('');
        await expectSilence(page);
        await page.goBack();
      }
    });
  }

  test('run neither in a mail nor on the linked order page', async ({ browser }) => {
    test.setTimeout(120_000);
    const { page, expectSilence } = await open(browser);
    expect(attacks).toHaveLength(states.length * ordersPerState);
    for (const { email, mails: count } of attacks) {
      const mails = await mailsTo(page.request, email, count);
      for (const mail of mails) {
        // As a mail program without any rules of its own would show it.
        await page.goto('about:blank');
        await page.setContent(mail.html);
        await expectSilence(page);
      }
      await page.goto(`/sandbox/mail/${mails[0]?.id}`);
      await expectSilence(page);
      await page.goto(orderLink(mails[0]));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectSilence(page);
    }
    await page.goto('/sandbox/mail');
    await expectSilence(page);
  });

  test('run nowhere on pages that read their address', async ({ browser }) => {
    const { page, expectSilence } = await open(browser);
    for (let i = 0; i < payloads.length; i += 10) {
      const payload = encodeURIComponent(pick(i));
      for (const path of ['/thank-you?order=', '/order/', '/no/such/', '/admin/login?next=']) {
        await page.goto(`${path}${payload}`.replaceAll('%00', '')).catch(() => null);
      }
    }
    await page.goto('/');
    await expectSilence(page);
  });
});
