import { type Handler, Hono } from 'hono';
import { parse as parseCookies } from 'hono/utils/cookie';
import type { StatusCode } from 'hono/utils/http-status';
import { isbot } from 'isbot';
import { readEvidencePage } from '../admin/evidence.ts';
import { readCustomerOrder } from '../aftercare/order-page/customer-order.ts';
import { readReceipt } from '../aftercare/order-page/read-receipt.ts';
import { readThanks } from '../aftercare/order-page/read-thanks.ts';
import { formatCommands } from '../base/config/command-format.ts';
import type { Config } from '../base/config/config.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { readFlashedForm } from '../base/form-flash.ts';
import { compressNow } from '../base/http/assets.ts';
import { type HttpEnv, isTestPageOpen, testPageAt } from '../base/http/guard.ts';
import { checkoutCookie } from '../checkout/checkout-visitor.ts';
import { confirmWaiting } from '../checkout/waitlist.ts';
import { readWithdrawal } from '../payments/withdraw.ts';
import { presentUser } from '../people/sessions.ts';
import { findReadersOrder } from '../readings/readers-orders.ts';
import type { PublicWords, RenderPage, WordsCache } from './public-pages.ts';
import { readSetUp } from './set-up/set-up.ts';

export interface Visit {
  user: SignedIn | null;
  /** The value of `checkoutCookie`; null without one. */
  cookie: string | null;
  /** Whether the visitor can be the customer: neither staff nor a machine. */
  isCustomer: boolean;
}

/** The loaders of pages rendered per request, by path. `:id` may be a secret, which is kept from metrics. */
export type PageLoaders = Record<string, (context: Context, id: string, visit: Visit) => unknown>;

const loaders = {
  '/stripe-test': () => null,
  '/thank-you': (context, orderNumber, { cookie }) => readThanks(context, cookie, orderNumber),
  '/order/:id': (context, token, visit) => readCustomerOrder(context, token, visit),
  '/order/:id/receipt': readReceipt,
  '/withdraw/again/:id': (context, key) => readFlashedForm(context, '/withdraw', key),
  '/withdraw/:id': readWithdrawal,
  '/my-orders/again/:id': (context, key) => readFlashedForm(context, '/my-orders', key),
  '/reopening/again/:id': (context, key) => readFlashedForm(context, '/reopening', key),
  '/reopening/:id': confirmWaiting,
  '/reader/dashboard': ({ config }) => ({ timeZone: config.businessTimeZone }),
  '/reader/orders/:id': (context, orderNumber, { user }) => ({
    timeZone: context.config.businessTimeZone,
    isOnList: user !== null && findReadersOrder(context, user, orderNumber) !== null,
  }),
  '/admin/dashboard': ({ config }) => ({
    timeZone: config.businessTimeZone,
    commands: {
      doctor: formatCommands('npm run doctor', config.commandFormat),
      stripeSetUp: formatCommands('npm run stripe -- setup', config.commandFormat),
    },
  }),
  '/admin/orders/:id/customer': ({ config }) => ({ timeZone: config.businessTimeZone }),
  /** An order's evidence for a bank; null for an order that does not exist or was not paid. */
  '/admin/orders/:id/evidence': (context, orderId, { user }) =>
    user?.role === 'admin' ? readEvidencePage(context, orderId) : null,
  /** Sender and mail server, null where none is configured; undefined for those who may not see them. */
  '/email-test': ({ config: { smtp, stripe } }, _id, { user }) => {
    if (user?.role !== 'admin' && stripe.mode !== 'sandbox') return undefined;
    return smtp && { sender: smtp.from, server: new URL(smtp.url).host };
  },
  '/set-up/:id': (context, key, { user }) => ({
    page: readSetUp(context, key, user?.id ?? null),
    commands: {
      listUsers: formatCommands('npm run user -- list', context.config.commandFormat),
      setPassword: formatCommands('npm run user -- password NAME', context.config.commandFormat),
    },
  }),
} satisfies PageLoaders;

/** The pages rendered per request. Astro renders only these and the public ones. */
export const visitorPages = Object.keys(loaders);

export type PageData = { [Page in keyof typeof loaders]: ReturnType<(typeof loaders)[Page]> };
export type LoadPage = <Page extends keyof PageData>(page: Page, id?: string) => PageData[Page];

const customerPages = /^\/(order\/|thank-you)/;

/** Renders the pages that depend on the visitor, with `no-store`. */
export function visitorRoutes(context: Context, words: WordsCache, render: RenderPage): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>();
  const show: Handler<HttpEnv> = async (c) => {
    const user = c.get('user');
    const testPage = testPageAt(c.req.path);
    if (testPage && !isTestPageOpen(context.config, testPage, user)) return c.notFound();
    const { pathname, search } = new URL(c.req.url);
    const locals = visitorLocals(context, words.read(), c.req.raw, user);
    const page = await render(new URL(pathname + search, context.config.publicUrl), locals);
    // Its length reveals nothing (BREACH): the address of a customer's page is secret, or it takes no text.
    const accepted = customerPages.test(c.req.path) ? c.req.header('accept-encoding') : undefined;
    const { body, headers } = compressNow(Buffer.from(await page.arrayBuffer()), accepted, 4);
    for (const [name, value] of page.headers) c.header(name, value);
    c.header('Cache-Control', 'no-store');
    c.header('Vary', 'Accept-Encoding');
    c.header('Content-Length', String(body.length));
    return c.newResponse(body, page.status as StatusCode, headers);
  };
  for (const page of visitorPages) routes.get(page, show).get(`${page}/`, show);
  return routes;
}

/** Returns the locals to render a page for one visitor: their user, and a `load` that runs the page's loader. */
export function visitorLocals(
  context: Context,
  words: PublicWords,
  request: Asked,
  user: SignedIn | null,
): App.Locals {
  const visit = readVisit(context.config, request, user);
  const load: LoadPage = (page, id = '') => {
    const loader: PageLoaders[string] = loaders[page];
    return loader(context, id, visit) as PageData[typeof page];
  };
  return { ...words, user: user && presentUser(user), load };
}

type Asked = Pick<Request, 'method' | 'headers'>;

/** Returns a request's user and checkout cookie. `isCustomer` is false for staff, crawlers, prefetches and HEAD. */
export function readVisit(config: Config, { method, headers }: Asked, user: SignedIn | null): Visit {
  const { name } = checkoutCookie(config);
  const cookie = parseCookies(headers.get('cookie') ?? '', name)[name] ?? null;
  return { user, cookie, isCustomer: user === null && method === 'GET' && !isAutomated(headers) };
}

/** Returns whether the headers show a machine: a prefetch, a link preview or a crawler. */
function isAutomated(headers: Headers): boolean {
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers.get(name)).join();
  const agent = headers.get('user-agent');
  return /prefetch|prerender|preview/i.test(purpose) || !agent || isbot(agent);
}
