import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { openDatabase } from '../../db/client.ts';
import { createApp } from '../../src/server/app/app.ts';
import { newOrderNumber } from '../../src/server/basics/random.ts';
import { parseConfig } from '../../src/server/config/config.ts';
import { noAccountTroubles } from '../../src/server/context/account-troubles.ts';
import type { Clock } from '../../src/server/context/clock.ts';
import type { Context } from '../../src/server/context/context.ts';
import type { PaymentGateway } from '../../src/server/context/payment-gateway.ts';
import { createProxyWatch } from '../../src/server/context/proxy-watch.ts';
import { createRateLimits } from '../../src/server/http/rate-limits.ts';
import { readServiceId } from '../../src/server/payments/money/service-repository.ts';
import { createSessions } from '../../src/server/people/credentials/sessions.ts';
import { createFakePayments } from '../../src/testing/fake-payments.ts';
import { createFakeMailer } from '../../src/testing/fakes.ts';

/*
 * The real API on a real database file, with a double for the payment provider in the same process. It
 * gets its job as a message, tells its port, and ends with the process that started it.
 */

export interface ShopJob {
  databasePath: string;
  /** What it takes for its own origin. */
  origin: string;
}

process.once('message', (job: ShopJob) => {
  const app = createShop(job);
  const server = createServer(getRequestListener((request, bindings) => app.fetch(request, bindings)));
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
});
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());

function createShop({ databasePath, origin }: ShopJob) {
  const config = parseConfig({ PUBLIC_URL: origin, RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
  const db = openDatabase(databasePath);
  const serviceId = readServiceId(db);
  const clock: Clock = { now: () => Date.now() };
  const log = pino({ level: config.logLevel });
  const context: Context = {
    config,
    db,
    serviceId,
    clock,
    log,
    proxies: createProxyWatch(config, log),
    payments: createPayingGateway(serviceId),
    paymentTroubles: () => [],
    accountTroubles: () => noAccountTroubles,
    mailer: createFakeMailer(),
    newOrderNumber,
    // Nobody empties the outbox: what is measured ends with the mail in it.
    mailIsWaiting: () => {},
  };
  return createApp({
    context,
    sessions: createSessions(db, clock, false),
    rateLimits: createRateLimits(db, config.rateLimits),
    publishableKey: 'pk_test_bench',
    readiness: () => ({ status: 'ok', problems: [], details: [] }),
  });
}

/** A payment double whose customers pay at the moment in which the webhook tells of it. */
function createPayingGateway(serviceId: string): PaymentGateway {
  const payments = createFakePayments({ serviceId });
  return {
    ...payments,
    readEvent(rawBody, signature) {
      const event = payments.readEvent(rawBody, signature);
      if (event.paymentId) payments.pay(event.paymentId);
      return event;
    },
  };
}
