import { openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull } from 'node:os';
import { openDatabase } from '../../../db/client.ts';
import { createApp } from '../../../src/server/app/app.ts';
import { createBackups } from '../../../src/server/backups/backups.ts';
import { newOrderNumber, systemRandom } from '../../../src/server/basics/random.ts';
import { readBusiness } from '../../../src/server/business/read-business.ts';
import { visitorCookie } from '../../../src/server/checkout/own-order.ts';
import { parseConfig } from '../../../src/server/config/config.ts';
import { noAccountTroubles } from '../../../src/server/context/account-troubles.ts';
import { gatewayAfterCommit } from '../../../src/server/context/after-commit.ts';
import type { Clock } from '../../../src/server/context/clock.ts';
import type { Context } from '../../../src/server/context/context.ts';
import { createHeardAnswers } from '../../../src/server/context/heard-answers.ts';
import type { PaymentGateway } from '../../../src/server/context/payment-gateway.ts';
import { createProxyWatch } from '../../../src/server/context/proxy-watch.ts';
import { createRefusedForms } from '../../../src/server/context/refused-forms.ts';
import { createReturnedForms } from '../../../src/server/context/returned-forms.ts';
import { createStatedWithdrawals } from '../../../src/server/context/stated-withdrawals.ts';
import { createWebhookWatch } from '../../../src/server/context/webhook-watch.ts';
import { createWorkScope } from '../../../src/server/context/work-scope.ts';
import { createRateLimits } from '../../../src/server/http/rate-limits.ts';
import { createLive } from '../../../src/server/live/live.ts';
import { createMetrics } from '../../../src/server/metrics/metrics.ts';
import { readCustomerOrder } from '../../../src/server/order-views/customer-order.ts';
import { findEvidence } from '../../../src/server/order-views/evidence/find-evidence.ts';
import { readReceipt } from '../../../src/server/order-views/read-receipt.ts';
import { readThanks } from '../../../src/server/order-views/read-thanks.ts';
import { findReadersOrder } from '../../../src/server/order-views/readers/find-readers-order.ts';
import { readServiceId } from '../../../src/server/payments/money/service-repository.ts';
import { createSessions } from '../../../src/server/people/credentials/sessions.ts';
import { listPublicReaders } from '../../../src/server/people/directory/profiles-repository.ts';
import { createLog } from '../../../src/server/process/log.ts';
import { logOrderEvents } from '../../../src/server/process/log-order-events.ts';
import { readOffer } from '../../../src/server/settings/read-offer.ts';
import { createListener } from '../../../src/server/site/listener.ts';
import { securityHeaders } from '../../../src/server/site/security-headers.ts';
import { createFakePayments } from '../../../src/testing/fake-payments.ts';
import { createFakeMailer } from '../../../src/testing/fakes.ts';
import { createTestGateway } from '../../../src/testing/stripe-gateways.ts';

/*
 * The service without its pages on a real database file, with a double for the payment provider in the same
 * process. It gets its job as a message, tells its port, and ends with the process that started it.
 */

export interface ShopJob {
  databasePath: string;
  /** What it takes for its own origin. */
  origin: string;
  /** What webhooks are signed with. */
  webhookSecret: string;
  rateLimits: 'on' | 'off';
}

process.once('message', (job: ShopJob) => {
  const server = createServer(createShop(job));
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
});
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());

function createShop({ databasePath, origin, webhookSecret, rateLimits }: ShopJob) {
  const config = parseConfig({
    PUBLIC_URL: origin,
    TRUSTED_PROXY_HOPS: '1',
    RATE_LIMITS: rateLimits,
  });
  const db = openDatabase(databasePath);
  const serviceId = readServiceId(db);
  const clock: Clock = { now: () => Date.now() };
  const scope = createWorkScope();
  const nowhere = openSync(devNull, 'w');
  // As much is logged as by the product; where it goes is not measured.
  const log = createLog(config.log, false, scope, { write: (line) => void writeSync(nowhere, line) });
  logOrderEvents(db, log);
  const sessions = createSessions(db, clock, false);
  const metrics = createMetrics({ db, clock });
  const context: Context = {
    config,
    db,
    serviceId,
    clock,
    random: systemRandom,
    log,
    scope,
    proxies: createProxyWatch(config, log),
    webhooks: createWebhookWatch(clock, log),
    payments: gatewayAfterCommit(createPayingGateway(serviceId, webhookSecret), db),
    heardAnswers: createHeardAnswers(clock),
    refusedForms: createRefusedForms(clock),
    returnedForms: createReturnedForms(clock),
    statedWithdrawals: createStatedWithdrawals(clock),
    paymentTroubles: () => [],
    accountTroubles: () => noAccountTroubles,
    mailer: createFakeMailer(),
    mailTrouble: () => null,
    newOrderNumber,
    // The outbox is not emptied: the measurement ends with the mail in it.
    arePagesMade: () => true,
    mailIsWaiting: () => {},
    publicChanged: () => {},
  };
  const app = createApp({
    context,
    sessions,
    live: createLive({ db, clock, sessions, log }),
    rateLimits: createRateLimits(db, clock, config.rateLimits),
    publishableKey: 'pk_test_bench',
    backups: createBackups(context),
    drawPortrait: async () => ({ problem: 'Nothing is drawn here.' }),
    readiness: async () => ({ status: 'ok', problems: [] }),
    findStorageProblem: async () => null,
    lookAtHealth: async () => ({ checkedAt: '', findings: [] }),
    metrics,
  });
  return createListener({
    config,
    app,
    sandbox: null,
    assets: new Map(),
    whenMade: async () => undefined,
    readWords: () => ({
      site: readBusiness(context),
      offer: readOffer(context),
      readers: listPublicReaders(db),
      aftercare: { hasWithdrawal: false, quotes: [] },
      payment: { isSandbox: true, wallets: false },
    }),
    renderPage: (_request, _response, next) => next(),
    sessions,
    readOrder: (token, looking) => readCustomerOrder(context, token, looking),
    readReturnedForm: () => null,
    readWithdrawal: () => null,
    readReceipt: (token) => readReceipt(context, token),
    readSetUp: () => null,
    readThanks: (cookie, orderNumber) => readThanks(context, cookie, orderNumber),
    checkoutCookie: visitorCookie(config).name,
    findEvidence: (orderId) => findEvidence(context, orderId),
    isReadersOrder: (id, number) => findReadersOrder(context, { id }, number) !== null,
    proxies: context.proxies,
    headers: securityHeaders(config, []),
    log,
    scope: context.scope,
    metrics,
  });
}

/**
 * A payment double whose customers pay at the moment in which the webhook tells of it. The webhooks themselves
 * are Stripe's, and read as such.
 */
function createPayingGateway(serviceId: string, webhookSecret: string): PaymentGateway {
  const payments = createFakePayments({ serviceId });
  const stripe = createTestGateway({ secretKey: 'sk_test_bench', apiBase: null, webhookSecret, serviceId });
  return {
    ...payments,
    readEvent(rawBody, signature) {
      const event = stripe.readEvent(rawBody, signature);
      if (event.paymentId) payments.pay(event.paymentId);
      return event;
    },
  };
}
