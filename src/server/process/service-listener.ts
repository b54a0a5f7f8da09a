import { visitorCookie } from '../checkout/own-order.ts';
import { readReturnedForm } from '../context/returned-forms.ts';
import { readCustomerOrder } from '../order-views/customer-order.ts';
import { readEvidencePage } from '../order-views/evidence.ts';
import { readReceipt } from '../order-views/read-receipt.ts';
import { readThanks } from '../order-views/read-thanks.ts';
import { findReadersOrder } from '../order-views/readers-orders.ts';
import { readSetUp } from '../set-up/take-steps.ts';
import { createListener, type Listener, type ListenerDependencies } from '../site/listener.ts';
import { readWithdrawal } from '../withdrawal/state-withdrawal.ts';
import type { OpenService } from './open-service.ts';
import type { KeptWords } from './public-answers.ts';

/**
 * @param site where its files and pages come from, which development has otherwise
 * @returns what answers the requests to a service
 */
export function listenerOf(
  { app, sandbox, sessions, context, metrics }: OpenService,
  words: KeptWords,
  site: Pick<ListenerDependencies, 'assets' | 'whenMade' | 'renderPage' | 'headers'>,
): Listener {
  return createListener({
    ...site,
    config: context.config,
    app,
    sandbox: sandbox && { fetch: sandbox.app.fetch },
    readWords: words.read,
    sessions,
    readOrder: (token, looking) => readCustomerOrder(context, token, looking),
    readReturnedForm: (page, key) => readReturnedForm(context, page, key),
    readWithdrawal: (key) => readWithdrawal(context, key),
    readReceipt: (token) => readReceipt(context, token),
    readSetUp: (key, userId) => readSetUp(context, key, userId),
    readThanks: (cookie, orderNumber) => readThanks(context, cookie, orderNumber),
    checkoutCookie: visitorCookie(context.config).name,
    readEvidence: (orderId) => readEvidencePage(context, orderId),
    isReadersOrder: (id, number) => findReadersOrder(context, { id }, number) !== null,
    proxies: context.proxies,
    log: context.log,
    scope: context.scope,
    metrics,
  });
}
