import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { type AttackedService, startService } from '../../faults/running-service/service.ts';
import { findBarriers } from '../flaws/find-barriers.ts';
import { colorRules, findFlaws, findUnpaintedText, shapeRules } from '../flaws/find-flaws.ts';

export const cards = {
  succeeds: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  threeDSecure: '4000 0025 0000 3155',
};

export const people = {
  admin: 'demo-admin-pass',
  reader1: 'demo-reader-pass',
  reader2: 'demo-reader-pass',
};
export type Person = keyof typeof people;

export type Account = { username: string; password: string };

interface Fixtures {
  quietConsole: undefined;
  closedBrowsers: undefined;
  /** The shop shared by all stories, unless a story has its own (own-service.ts). */
  service: { url: string };
}

type SharedShop = (file: string, environment: Record<string, string>) => Promise<AttackedService>;

/**
 * Fails on errors in the browser’s console, and closes the browsers that a test opens. Playwright starts
 * another worker and browser if worker fixtures differ: all tests have `sharedShop`.
 */
export const test = base.extend<Fixtures, { sharedShop: SharedShop }>({
  sharedShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      let service: AttackedService | undefined;
      let tenant = '';
      await use(async (file, environment) => {
        const wanted = JSON.stringify([file, environment]);
        if (service && tenant === wanted) return service;
        const options = { isBuilt: true, env: { RATE_LIMITS: 'off', ...environment } };
        service = service ? await service.replace(options) : await startService(options);
        tenant = wanted;
        return service;
      });
      await service?.stop();
    },
    { scope: 'worker' },
  ],
  service: ({ baseURL }, use) => use({ url: baseURL ?? '' }),
  // Playwright leaves these open if a test opened them, and their pages keep running beside the next tests.
  closedBrowsers: [
    async ({ browser, context }, use) => {
      await use(undefined);
      const others = browser.contexts().filter((other) => other !== context);
      await Promise.all(others.map((other) => other.close()));
    },
    { auto: true },
  ],
  quietConsole: [
    async ({ context }, use) => {
      const errors: string[] = [];
      collectErrors(context, errors);
      await use(undefined);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

export function collectErrors(context: BrowserContext, errors: string[]): void {
  context.on('weberror', (error) => errors.push(String(error.error())));
  context.on('console', (message) => {
    const text = message.text();
    // Refused calls are what some tests are about, and no script may run in the frame of a mail, those of tests included.
    // The page logs what fails at the checkout, as specified.
    const isSpecified = text.startsWith('Payment could not be ');
    const isExpected =
      isSpecified || text.startsWith('Failed to load resource') || text.includes("in 'about:srcdoc'");
    if (message.type() === 'error' && !isExpected) errors.push(text);
  });
}

export const phone = { width: 360, height: 740 };
export const laptop = { width: 1440, height: 900 };

/** Opens an address of the shop in another browser, without scripts. */
export async function openPlain(browser: Browser, address: string, viewport = phone): Promise<Page> {
  const context = await browser.newContext({ viewport, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

let tags = 0;

export function newTag(): string {
  tags += 1;
  return `${Date.now().toString(36)}${process.pid.toString(36)}x${tags}`;
}

export type Customer = ReturnType<typeof newCustomer>;

export function newCustomer() {
  const tag = newTag();
  return {
    name: `Maya Lindqvist ${tag}`,
    email: `maya.${tag}@customers.example`,
    addressee: `Maya ${tag}`,
    background: `I have been an accountant for nine years (${tag}).`,
  };
}

export async function openCheckout(page: Page): Promise<void> {
  await page.goto('/');
  await expect(payButton(page)).toBeEnabled();
}

export function payButton(page: Page) {
  return page.getByRole('button', { name: /^(Pay \$|Processing)/ });
}

export async function fillDetails(page: Page, customer: Customer): Promise<void> {
  await page.getByRole('radio', { name: /What career path should I pursue/ }).check();
  await page.getByLabel('Full name').fill(customer.name);
  await page.getByLabel('Email', { exact: true }).fill(customer.email);
  await page.getByLabel('Name for the reading').fill(customer.addressee);
  await page.getByLabel('Background context').fill(customer.background);
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
}

export async function readOrderNumber(page: Page): Promise<string> {
  await page.waitForURL('**/thank-you?order=*');
  await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeVisible();
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  expect(number).toMatch(/^CT-[0-9A-HJKMNP-TV-Z]{6}$/);
  await expect(page.getByText(number)).toBeVisible();
  return number;
}

/** Opens the checkout and fills it in. @returns what was typed */
export async function fillCheckout(
  page: Page,
  card = cards.succeeds,
  customer = newCustomer(),
): Promise<Customer> {
  await openCheckout(page);
  await fillDetails(page, customer);
  await fillCard(page, card);
  return customer;
}

/** Pays with the form on screen. @returns the order's number */
export async function pay(page: Page): Promise<string> {
  await payButton(page).click();
  return readOrderNumber(page);
}

export async function buy(page: Page, customer: Customer, card = cards.succeeds): Promise<string> {
  await fillCheckout(page, card, customer);
  return pay(page);
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Username').fill(person);
  await page.getByLabel('Password').fill(people[person]);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(person === 'admin' ? '**/admin/dashboard' : '**/reader/dashboard');
}

export interface SandboxMail {
  id: string;
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Waits until `count` mails have arrived at an address. @returns them, oldest first */
export async function mailsTo(
  request: APIRequestContext,
  address: string,
  count: number,
): Promise<SandboxMail[]> {
  let mails: SandboxMail[] = [];
  await expect
    .poll(async () => {
      // All mails of this run together are some megabytes.
      const answer = await request.get('/sandbox/mail.json', { params: { to: address } });
      const newestFirst: SandboxMail[] = await answer.json();
      mails = newestFirst.reverse();
      return mails.length;
    })
    .toBe(count);
  return mails;
}

export function orderLink(mail: SandboxMail | undefined): string {
  const link = /https?:\/\/\S+\/order\/[\w-]{22}(?=(?:#messages)?$)/m.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error('there is no link to an order in this mail');
  return link;
}

const darkRules = ['color-contrast', 'link-in-text-block'];

/** Checks shapes at every width, colors and axe's rules in both themes; in the dark one, colors only. */
export async function expectNoFlaws(page: Page): Promise<void> {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const message = `flaws at ${width} px`;
    await expect.poll(() => findFlaws(page, shapeRules), { message }).toEqual([]);
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => {
      for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
    });
    const message = `flaws in the ${colorScheme} theme`;
    await expect.poll(() => findFlaws(page, colorRules), { message }).toEqual([]);
    await expect
      .poll(() => findBarriers(page, colorScheme === 'dark' ? darkRules : undefined), {
        message: `barriers in the ${colorScheme} theme`,
        timeout: 25_000,
      })
      .toEqual([]);
    // Most pages fit into this window.
    await page.setViewportSize({ width: colorScheme === 'dark' ? 360 : 1440, height: 2_000 });
    await expect.poll(() => findUnpaintedText(page), { message, timeout: 25_000 }).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
}
