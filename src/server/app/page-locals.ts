import type { IncomingMessage } from 'node:http';
import { parse as parseCookies } from 'hono/utils/cookie';
import { isbot } from 'isbot';
import { formatCommands } from '../base/config/command-format.ts';
import type { Config } from '../base/config/config.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { readFlashedForm } from '../base/form-flash.ts';
import type { PublicWords } from '../base/http/pages.ts';
import { visitorCookie } from '../checkout/checkout-visitor.ts';
import { readEvidencePage } from '../desk/evidence.ts';
import { readCustomerOrder } from '../order-page/customer-order.ts';
import { readReceipt } from '../order-page/read-receipt.ts';
import { readThanks } from '../order-page/read-thanks.ts';
import { readWithdrawal } from '../order-page/request-withdrawal.ts';
import { findReadersOrder } from '../readings/readers-orders.ts';
import { readSetUp } from './set-up/set-up.ts';

export function publicLocals(words: PublicWords): App.Locals {
  return {
    ...words,
    user: null,
    businessTimeZone: '',
    formatCommands: (command) => command,
    mailAccount: null,
    readOrder: () => null,
    readFlashedForm: () => null,
    readWithdrawal: () => null,
    readReceipt: () => null,
    readThanks: () => null,
    readSetUp: () => null,
    readEvidence: () => null,
    isReadersOrder: () => false,
  };
}

export function visitorLocals(
  context: Context,
  words: PublicWords,
  request: IncomingMessage,
  user: SignedIn | null,
): App.Locals {
  const { config } = context;
  const visitor = readVisitor(config, request, user);
  return {
    ...words,
    user: user && { username: user.username, role: user.role },
    businessTimeZone: config.businessTimeZone,
    formatCommands: (command) => formatCommands(command, config.commandFormat),
    mailAccount:
      user?.role === 'admin' && config.smtp
        ? { sender: config.smtp.from, server: new URL(config.smtp.url).host }
        : null,
    readOrder: (token) => readCustomerOrder(context, token, visitor),
    readFlashedForm: (page, key) => readFlashedForm(context, page, key),
    readWithdrawal: (key) => readWithdrawal(context, key),
    readReceipt: (token) => readReceipt(context, token),
    readThanks: (orderNumber) => readThanks(context, visitor.cookie, orderNumber),
    readSetUp: (key) => readSetUp(context, key, user?.id ?? null),
    readEvidence: (orderId) => readEvidencePage(context, orderId),
    isReadersOrder: (number) => user !== null && findReadersOrder(context, { id: user.id }, number) !== null,
  };
}

/** @returns whether the customer of an order may be looking, and the cookie by which the checkout knows their browser */
export function readVisitor(config: Config, request: IncomingMessage, user: SignedIn | null) {
  const { name } = visitorCookie(config);
  return {
    cookie: parseCookies(request.headers.cookie ?? '', name)[name] ?? null,
    // An admin or a reader does not count as the customer, and a HEAD request does not count as a view.
    isCustomer: user === null && request.method === 'GET' && !isAutomated(request),
  };
}

/** Whether no person asks, as far as the headers say: fetched ahead by a browser, or by a link preview or a crawler. */
function isAutomated({ headers }: IncomingMessage): boolean {
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].join();
  const agent = headers['user-agent'];
  return /prefetch|prerender|preview/i.test(purpose) || !agent || isbot(agent);
}
