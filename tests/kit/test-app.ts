import { AsyncLocalStorage } from 'node:async_hooks';
import { eq, sql } from 'drizzle-orm';
import type { DestinationStream } from 'pino';
import { type Database, openDatabase, writeNow } from '../../db/client.ts';
import { backUpDatabase } from '../../db/copy.ts';
import { serviceFacts } from '../../db/schema.ts';
import { createService, type Ports } from '../../src/server/app/create-service.ts';
import { createLog, logOrderEvents } from '../../src/server/app/log.ts';
import { type Config, parseConfig } from '../../src/server/base/config/config.ts';
import type { OutgoingMail } from '../../src/server/base/mailer.ts';
import { systemRandom } from '../../src/server/base/random.ts';
import { isoTime } from '../../src/server/base/time/moments.ts';
import { sendDueMail } from '../../src/server/mailing/send-due-mail.ts';
import { readServiceId } from '../../src/server/payments/payment-repository.ts';
import { hashPassword } from '../../src/server/people/passwords.ts';
import { insertUser } from '../../src/server/people/people-repository.ts';
import type { OrderInput } from '../../src/shared/checkout/checkout-schema.ts';
import type { Role } from '../../src/shared/people/signed-in-user.ts';
import { createTestPayments } from './test-payments.ts';

/** Ports replace the fakes; with another app's `db`, both apps share one process. */
export interface TestAppOptions extends Partial<Ports> {
  env?: Record<string, string>;
  /** The clock's time at the start, in ISO 8601; by default the real time. */
  now?: string;
  databasePath?: string;
  invalidatePublicPages?: () => void;
  logTo?: DestinationStream;
}

type Json = Record<string, unknown>;

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

/** Builds the real app on a migrated database in memory; fakes Stripe's network, SMTP, and the clock. */
export function createTestApp(options: TestAppOptions = {}) {
  const config: Config = parseConfig({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...options.env });
  const { databasePath, now, logTo, invalidatePublicPages, ...ports } = options;
  const db = options.db ?? (databasePath === undefined ? openInMemory() : openDatabase(databasePath));
  const clock = createFakeClock(now === undefined ? Date.now() : Date.parse(now));
  const payments = createTestPayments({ clock, serviceId: readServiceId(db) });
  const mailer = createFakeMailer();
  const scope: Ports['scope'] = new AsyncLocalStorage();
  const log = createLog(config.log, false, scope, logTo);
  if (logTo) logOrderEvents(db, log);
  const service = createService(config, {
    clock,
    payments,
    mailer,
    random: systemRandom,
    backups: { copy: async ({ from, to }) => backUpDatabase(from, to) },
    runHealthChecks: async () => ({ checkedAt: isoTime(clock.now()), findings: [] }),
    steadyClock: ports.clock ?? clock,
    publishableKey: 'pk_test_fake',
    ...ports,
    db,
    log,
    scope,
  });
  const { app, context } = service;
  if (invalidatePublicPages) context.signals.invalidatePublicPages = invalidatePublicPages;

  /** Creates a browser with its own cookies. */
  function visitor(headers: Record<string, string> = {}, cookies = new Map<string, string>()) {
    async function call<T = Json>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
      const sent = body === undefined || isSentAsItIs(body) ? body : JSON.stringify(body);
      const response = await app.request(path, {
        method,
        headers: {
          origin: config.publicUrl,
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...(typeof sent === 'string' ? { 'content-length': String(Buffer.byteLength(sent)) } : {}),
          ...(cookies.size > 0 ? { cookie: [...cookies].map(([k, v]) => `${k}=${v}`).join('; ') } : {}),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      });
      for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
      const type = response.headers.get('content-type') ?? 'json';
      const isJson = /json/.test(type);
      // A stream does not end on its own.
      const isStream = type === 'text/event-stream';
      if (isStream) await response.body?.cancel();
      const text = isStream ? '' : await response.text();
      return {
        status: response.status,
        body: (isJson && text ? JSON.parse(text) : text || null) as T,
        headers: response.headers,
      };
    }
    return {
      cookies,
      call,
      get: <T = Json>(path: string) => call<T>('GET', path),
      post: <T = Json>(path: string, body: unknown = {}) => call<T>('POST', path, body),
      put: <T = Json>(path: string, body?: unknown) => call<T>('PUT', path, body),
      delete: <T = Json>(path: string) => call<T>('DELETE', path),
    };
  }

  async function signIn(role: Role, username: string = role) {
    const password = `${username}-password-7`;
    const passwordHash = await quickHash(password);
    writeNow(db, (tx) =>
      insertUser(tx, { id: systemRandom.newId(), username, passwordHash, role, createdAt: clock.now() }),
    );
    const person = visitor();
    await person.post('/api/login', { username, password });
    return { ...person, password };
  }

  async function buy(form: Partial<OrderInput> = {}) {
    const customer = visitor();
    await customer.post('/api/create-simple-payment-intent');
    const placed = await customer.post<{ orderId: string; orderNumber: string; paymentIntentId: string }>(
      '/api/create-simple-payment-intent',
      readingRequest(form),
    );
    const { orderId, orderNumber, paymentIntentId } = placed.body;
    payments.pay(paymentIntentId);
    await customer.post('/api/confirm-payment', { orderId, orderNumber });
    return { customer, orderId, orderNumber, paymentIntentId };
  }

  return {
    ...service,
    ...{ config, db, clock, payments, mailer, scope, visitor, signIn, buy },
    sendMail: () => sendDueMail(context),
  };
}
export type TestApp = ReturnType<typeof createTestApp>;

/** Returns a complete order form. */
export function readingRequest(form: Partial<OrderInput> = {}): OrderInput {
  return {
    readingType: 'careerPath',
    customQuestion: '',
    customerName: 'Maya Lindqvist',
    customerEmail: 'maya@customers.example',
    readingAddresseeName: 'Maya',
    backgroundContext: '',
    ...form,
  };
}

const isSentAsItIs = (body: unknown): body is string | FormData =>
  typeof body === 'string' || body instanceof FormData;

let migrated: Buffer | undefined;

/** Opens a copy of a migrated database, with its own service id. */
function openInMemory(): Database {
  migrated ??= openDatabase(':memory:').$client.serialize();
  const db = openDatabase(migrated);
  db.update(serviceFacts)
    .set({ value: sql`lower(hex(randomblob(8)))` })
    .where(eq(serviceFacts.name, 'id'))
    .run();
  return db;
}

/** Hashes a password with little work: the service's hash takes longer than most tests. */
export const quickHash = (password: string): Promise<string> =>
  hashPassword(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

function keepCookie(cookies: Map<string, string>, line: string) {
  const [pair = ''] = line.split(';');
  const [name = '', value = ''] = pair.split('=');
  if (value === '' || /max-age=0/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

export function createFakeClock(start = Date.now()) {
  let now = start;
  return {
    now: () => now,
    advance(milliseconds: number) {
      now += milliseconds;
    },
  };
}

export function createFakeMailer() {
  const sent: OutgoingMail[] = [];
  let failing: { error: Error | null; domain: string } = { error: null, domain: '' };
  return {
    sent,
    /** @param domain if given, only mail to its addresses fails */
    failWith(error: Error | null, domain = '') {
      failing = { error, domain };
    },
    async send(mail: OutgoingMail) {
      if (failing.error && mail.to.address.endsWith(failing.domain)) throw failing.error;
      sent.push(mail);
      return { response: '250 accepted' };
    },
    close() {},
  };
}
