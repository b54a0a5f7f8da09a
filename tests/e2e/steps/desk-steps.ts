import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Order } from '../../../src/shared/orders/order-schema.ts';
import type { Reading } from '../../../src/shared/readings/reading-schema.ts';
import {
  type Browser as ApiBrowser,
  buy,
  expectOk,
  openBrowser,
} from '../../faults/running-service/browser.ts';
import { accountForm } from '../../kit/account-form.ts';
import type { readingRequest } from '../../kit/test-app.ts';
import { toastOn } from './checkout-steps.ts';
import { product } from './servers.ts';
import { type Account, test as base, expect, mailsTo, newTag, type Person, people } from './steps.ts';

/* Steps of the stories at the admin's desk. What exists before a story is created through the API. */

type Form = Parameters<typeof readingRequest>[0];

export type SoldOrder = Awaited<ReturnType<typeof sell>>;

export async function sell(url: string, form: Form = {}) {
  const tag = newTag();
  const customer = {
    customerName: `Maya Lindqvist ${tag}`,
    customerEmail: `maya.${tag}@customers.example`,
    readingAddresseeName: 'Maya',
    ...form,
  };
  const { order } = await buy(url, customer);
  return {
    id: order.orderId,
    orderNumber: order.orderNumber,
    name: customer.customerName,
    email: customer.customerEmail,
    addressee: customer.readingAddresseeName,
  };
}

/** By address, name, and place: sessions on a screen are not shared with a colleague elsewhere. */
const sessions = new Map<string, ApiBrowser>();

/** @returns a session shared by this worker's stories: they sign in once, unless one of them signs out */
async function sessionOf(url: string, who: Person | Account, place: 'here' | 'elsewhere') {
  const { username, password } = typeof who === 'string' ? { username: who, password: people[who] } : who;
  const key = `${url} ${username} ${place}`;
  const known = sessions.get(key);
  if (known && (await known.call('GET', '/api/auth/user')).status === 200) return known;
  const browser = openBrowser(url);
  await expectOk(browser.call('POST', '/api/login', { username, password }));
  sessions.set(key, browser);
  return browser;
}

/** An admin at another screen, whose actions finish before this screen notices. */
export async function colleague(url: string, who: Person | Account = 'admin') {
  return atBrowser(await sessionOf(url, who, 'elsewhere'));
}

export async function addPerson(admin: Colleague, role: 'admin' | 'reader'): Promise<Account> {
  const account = { username: `${role}.${newTag()}`, password: 'three quiet cards' };
  await admin.ask('POST', '/api/staff', { ...account, role });
  return account;
}

/** Adds a reader who is away, so that they get only the orders assigned by the story. */
async function addReader(admin: Colleague): Promise<Account> {
  const account = await addPerson(admin, 'reader');
  const daysAway = [{ from: '2020-01-01', to: '2099-12-31' }];
  const id = await admin.readerId(account.username);
  await admin.ask('PUT', `/api/staff/${id}`, accountForm({ daysAway }));
  return account;
}

export const test = base.extend<{ admin: Colleague; reader: Account }>({
  admin: async ({ service }, use) => use(await colleague(service.url)),
  reader: async ({ admin }, use) => use(await addReader(admin)),
});

function atBrowser(browser: ApiBrowser) {
  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { text } = await expectOk(browser.call(method, path, body));
    return JSON.parse(text);
  }
  return {
    ask,
    order: (id: string) => ask<Order>('GET', `/api/orders/${id}`),
    /** Returns a customer's orders, including unpaid ones. */
    async ordersOf(email: string): Promise<Order[]> {
      const path = `/api/orders?payment=all&q=${encodeURIComponent(email)}`;
      return await ask<Order[]>('GET', path);
    },
    readingOf: (orderId: string) => ask<Reading>('GET', `/api/orders/${orderId}/reading`),
    write: (orderId: string, content: string, internalNotes?: string) =>
      ask<Reading>('POST', '/api/readings', { orderId, content, ...(internalNotes && { internalNotes }) }),
    async readerId(username: string): Promise<string> {
      const readers = await ask<{ id: string; username: string }[]>('GET', '/api/readers');
      const found = readers.find((reader) => reader.username === username);
      if (!found) throw new Error(`there is no reader ${username}`);
      return found.id;
    },
  };
}
export type Colleague = Awaited<ReturnType<typeof colleague>>;

export async function adminSees(page: Page, email: string): Promise<Order[]> {
  return (await colleague(new URL(page.url()).origin)).ordersOf(email);
}

/** Writes the reading for the customer's order and approves it. @returns its mail */
export async function deliver(request: APIRequestContext, email: string, content: string) {
  const admin = await colleague(product.url);
  const [order] = await admin.ordersOf(email);
  const { id } = await admin.write(order?.id ?? '', content, 'A private note.');
  await admin.ask('PUT', `/api/readings/${id}/approve`);
  const [, delivery] = await mailsTo(request, email, 2);
  return delivery;
}

export async function sellAndWrite(url: string, admin: Colleague, content: string, form: Form = {}) {
  const order = await sell(url, form);
  return { order, reading: await admin.write(order.id, content) };
}

export async function openDesk(page: Page, url: string, query = ''): Promise<void> {
  await signInHere(page, url, 'admin');
  await page.goto(`${url}/admin/dashboard${query}`);
  await expect(page.getByRole('tabpanel').or(page.getByRole('dialog')).first()).toBeVisible();
}

export async function openListening(
  page: Page,
  url: string,
  who: Person | Account,
  query = '',
): Promise<void> {
  await signInHearing(page, url, who);
  const listening = page.waitForResponse('**/api/events?*');
  await page.goto(`${url}/${who === 'admin' ? 'admin' : 'reader'}/dashboard${query}`);
  await listening;
}

/** Signs this browser in without the sign-in page and without live updates. */
export async function signInHere(page: Page, url: string, who: Person | Account): Promise<void> {
  // With a route instead, the browser would cache nothing and ask for each file of each page.
  await page.addInitScript(hearNothing);
  await signInHearing(page, url, who);
}

function hearNothing(): void {
  class EndedLine extends EventTarget {
    static readonly CLOSED = 2;
    readonly readyState = 1;
    constructor() {
      super();
      setTimeout(() => this.dispatchEvent(new Event('over')));
    }
    close() {}
  }
  Reflect.set(window, 'EventSource', EndedLine);
}

/** Signs this browser in without the sign-in page, but with live updates. */
async function signInHearing(page: Page, url: string, who: Person | Account): Promise<void> {
  const { cookies } = await sessionOf(url, who, 'here');
  await page
    .context()
    .addCookies([...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true })));
}

export function filterBy(page: Page, name: 'Status' | 'Payment' | 'Reader' | 'Placed'): Locator {
  return page.getByRole('form', { name: 'Filter orders' }).getByRole('combobox', { name, exact: true });
}

export function rowOf(page: Page, { orderNumber }: { orderNumber: string }): Locator {
  return page.getByRole('row').filter({ hasText: orderNumber });
}

export async function expectDone(page: Page, title: string, text: string | RegExp): Promise<void> {
  await expectToast(page, title, text);
  await expect(toastOn(page)).not.toHaveClass(/notice-destructive/);
}

export async function expectRefused(page: Page, title: string, text: string | RegExp): Promise<void> {
  await expectToast(page, title, text);
  await expect(toastOn(page)).toHaveClass(/notice-destructive/);
}

async function expectToast(page: Page, title: string, text: string | RegExp): Promise<void> {
  await expect(toastOn(page)).toHaveCount(1);
  await expect(toastOn(page).getByText(title, { exact: true })).toBeVisible();
  await expect(toastOn(page).getByText(text, { exact: true })).toBeVisible();
}

export function orderDialog(page: Page, { orderNumber }: { orderNumber: string }): Locator {
  return page.getByRole('dialog', { name: `Order ${orderNumber}`, exact: true });
}

export function numberOf(page: Page, order: { orderNumber: string }): Locator {
  return rowOf(page, order).getByRole('button', { name: order.orderNumber, exact: true });
}

export async function openOrderDialog(page: Page, url: string, order: { orderNumber: string }) {
  await openDesk(page, url, `?q=${order.orderNumber}`);
  await numberOf(page, order).click();
  const dialog = orderDialog(page, order);
  await expect(dialog).toBeVisible();
  return dialog;
}

export function cardOf(page: Page, { orderNumber }: { orderNumber: string }): Locator {
  return page.getByRole('article').filter({ hasText: orderNumber });
}

export async function openCard(page: Page, url: string, order: SoldOrder): Promise<Locator> {
  await openDesk(page, url, `?tab=approvals&reading=${order.orderNumber}`);
  const card = cardOf(page, order);
  await expect(card).toBeVisible();
  return card;
}

export const unsavedText = (place: Locator): Locator =>
  place.getByRole('region', { name: 'Your unsaved text' });
