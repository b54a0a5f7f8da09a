import { copyFileSync, rmSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { openDatabase, writeNow } from '../../db/client.ts';
import { copyDatabase } from '../../db/copy.ts';
import { serviceFacts, users } from '../../db/schema.ts';
import { createSeededRandom } from '../../src/demo/sample-shop/seeded-random.ts';
import { type Mailer, MailRejected, type OutgoingMail } from '../../src/server/base/mailer.ts';
import type { PaymentEvent, PaymentGateway } from '../../src/server/base/payment-gateway.ts';
import { createRandom } from '../../src/server/base/random.ts';
import { insertUser } from '../../src/server/people/people-repository.ts';
import { days, hours, minutes, seconds } from '../../src/shared/durations.ts';
import { orderNumberAlphabet } from '../../src/shared/orders/order-number.ts';
import type { Role } from '../../src/shared/people/signed-in-user.ts';
import { type Answer, createTestApp, type TestApp } from '../kit/test-app.ts';
import { createTestPayments, failure, wrapGateway } from '../kit/test-payments.ts';

/** The faults outside. `answers lost`: the call is carried out, and its caller does not learn of it. */
export interface Weather {
  stripe: 'up' | 'answers lost' | 'down';
  webhooks: 'prompt' | 'late' | 'lost';
  mail: 'up' | 'refuses' | 'breaks off' | 'down';
  disk: 'has room' | 'full';
}

export const fairWeather: Weather = { stripe: 'up', webhooks: 'prompt', mail: 'up', disk: 'has room' };

/**
 * When the process is killed: after `reads` reads of the clock, once the write of that moment is on disk;
 * right after it has answered a write; or during a call to the outside, before or after the other side acts.
 */
export type Death = { reads: number } | 'after an answer' | { to: 'Stripe' | 'mail'; done: boolean };

/** What happens to the next refund on its way to Stripe, after Stripe has answered all earlier calls. */
export type RefundFault = 'not heard' | 'answer lost' | null;

export interface Browser {
  cookies: Map<string, string>;
  address: string;
}

/** Someone who works in the shop, and since when they have been signed in. */
export type Worker = ReturnType<World['addWorker']>;

/** Where the world reports what it sees; see oracle.ts. */
export interface Witness {
  expect(promise: string, isKept: boolean, words: () => string): void;
  mailTaken(mail: OutgoingMail): void;
}

interface Life {
  app: TestApp;
  isOver: boolean;
  /** Rejects when the process is killed: callers get no answer. */
  end: Promise<never>;
  stop: () => void;
  /** When each job last started. */
  ranAt: Map<string, number>;
}

class Unanswered extends Error {}

const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');
// A thread would finish with a password sometimes before and sometimes after other work: runs would differ.
argon2.verify = async (hashed, password, options) => argon2.verifySync(hashed, password, options);

export const staffPassword = 'four cards on the table';
/** The same password as stored: by argon2id at its lowest cost. */
const storedPassword =
  '$argon2id$v=19$m=8,t=1,p=1$c2ltdWxhdGlvbiBvZiBpdA$XXL+Bk3F+/spBBw1V+bFPRhcLLXaNTjLgeQi8n46zH4';
const serviceId = '51b1e0a75e11d00d';
const webhookPath = '/api/stripe/webhook';
/** The calls that ask Stripe before they answer: only these may fail while Stripe is down. */
const asksStripe =
  /^\/api\/(create-simple-payment-intent|confirm-payment|stripe\/webhook|orders\/[^/]+\/(refund|payment|accept-payment))$/;

export type World = ReturnType<typeof createWorld>;

/** Runs the real service on a file, with Stripe, a mail server, and a clock that jumps. */
export function createWorld(seed: string, path: string, start: number) {
  const chance = createSeededRandom(seed);
  const weather: Weather = { ...fairWeather };
  const log: string[] = [];
  const failedJobs = new Map<string, string>();
  const sleepers: { until: number; wake: () => void }[] = [];
  const webhooks: { event: PaymentEvent; at: number; tries: number; since: number }[] = [];
  let witness: Witness;
  let now = start;
  let life: Life | null = null;
  let death: Death | null = null;
  let refundFault: RefundFault = null;
  let lives = 0;
  let announced = 0;
  const bank = createTestPayments({ clock: { now: () => now }, serviceId });
  const clock = {
    now() {
      if (death !== null && typeof death === 'object' && 'reads' in death && --death.reads <= 0 && life) {
        death = null;
        // Between two transactions, because they cannot be interrupted.
        queueMicrotask(kill);
      }
      return now;
    },
  };
  const random = { ...createRandom(chance.bytes, clock.now), newOrderNumber };

  function note(words: string): void {
    log.push(`${new Date(now).toISOString().slice(0, 19)}  ${words}`);
  }

  function pass(milliseconds: number): void {
    now += Math.round(milliseconds);
    for (const sleeper of sleepers.filter(({ until }) => until <= now)) {
      sleepers.splice(sleepers.indexOf(sleeper), 1);
      sleeper.wake();
    }
  }

  /** Starts the process if it is down. */
  function startService(): void {
    if (life) return;
    lives += 1;
    const db = openDatabase(path);
    // Whether a disk keeps its word is not tested here.
    db.$client.pragma('synchronous = OFF');
    if (weather.disk === 'full') limitDisk(db.$client, true);
    if (lives === 1)
      db.update(serviceFacts).set({ value: serviceId }).where(eq(serviceFacts.name, 'id')).run();
    const { promise: end, reject } = Promise.withResolvers<never>();
    end.catch(() => undefined);
    const isAlive = () => !own.isOver;
    const app = createTestApp({
      db,
      env: { APPROVAL_UNDO_SECONDS: '60', RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' },
      clock,
      // The caches read it in real timers, too, whose reads must not count as the service's.
      steadyClock: { now: () => now },
      random,
      payments: gateway(isAlive),
      mailer: mailer(isAlive),
      wakeMailWorker: () => {},
    });
    const own = { app, isOver: false, end, stop: () => reject(new Unanswered()), ranAt: new Map() };
    life = own;
  }

  /** Ends the process as `kill -9` does: what was committed stays. */
  function kill(): void {
    if (!life) return;
    note('the process is killed');
    const { app, stop } = life;
    life.isOver = true;
    life = null;
    app.live.close();
    if (app.db.$client.inTransaction) app.db.$client.exec('ROLLBACK');
    // Its own `close` would commit what is in progress.
    Sqlite.prototype.close.call(app.db.$client);
    stop();
  }

  function newOrderNumber(): string {
    const letter = () => orderNumberAlphabet[chance.whole(0, orderNumberAlphabet.length - 1)];
    return `CT-${Array.from({ length: 6 }, letter).join('')}`;
  }

  /** Waits for work of the process. @throws {Unanswered} if it is killed first */
  async function orEnd<T>(own: Life, work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    const result = await Promise.race([work, own.end]);
    if (own.isOver) throw new Unanswered();
    return result;
  }

  /** Kills the process if that is due at this point of a call. @returns a promise that stays open then */
  async function onTheWay(isAlive: () => boolean, to: 'Stripe' | 'mail', done: boolean): Promise<void> {
    pass(chance.whole(20, 150));
    if (isAlive() && typeof death === 'object' && death && 'to' in death) {
      if (death.to === to && death.done === done) {
        death = null;
        kill();
      }
    }
    if (!isAlive()) await new Promise(() => {});
  }

  async function reach<T>(isAlive: () => boolean, call: () => Promise<T>): Promise<T> {
    await onTheWay(isAlive, 'Stripe', false);
    if (weather.stripe === 'down') throw failure('unreachable');
    const outcome = await call().then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    announce();
    await onTheWay(isAlive, 'Stripe', true);
    if (weather.stripe === 'answers lost') throw failure('unreachable');
    return outcome();
  }

  function gateway(isAlive: () => boolean): PaymentGateway {
    return wrapGateway(bank, async (name, call) => {
      const fault = name === 'refundPayment' ? refundFault : null;
      if (name === 'refundPayment') refundFault = null;
      if (fault === 'not heard') throw failure('unreachable');
      const answer = await reach(isAlive, call);
      if (fault === 'answer lost') throw failure('unreachable');
      return answer;
    });
  }

  function mailer(isAlive: () => boolean): Mailer {
    const refuse = (words: string, isPermanent = false) => new MailRejected(words, { isPermanent });
    return {
      async send(mail) {
        await onTheWay(isAlive, 'mail', false);
        if (weather.mail === 'down') throw refuse('connect ECONNREFUSED');
        if (weather.mail === 'refuses' && chance.happens(0.7)) throw refuse('451 4.3.0 Try again later');
        if (isMistyped(mail.to.address)) throw refuse('550 5.1.1 No such user here', true);
        witness.mailTaken(mail);
        await onTheWay(isAlive, 'mail', true);
        if (weather.mail === 'breaks off' && chance.happens(0.5)) throw refuse('The connection broke.');
        return { response: '250 2.0.0 accepted' };
      },
      close() {},
    };
  }

  /** Sends webhooks of recent events at the bank: some twice, some late, none while they are lost. */
  function announce(): void {
    const { events } = bank;
    for (; announced < events.length; announced += 1) {
      const event = events[announced];
      if (!event || weather.webhooks === 'lost') continue;
      const copies = chance.happens(0.1) ? 2 : 1;
      for (let i = 0; i < copies; i++) {
        const late = weather.webhooks === 'late' ? chance.wait(hours(12)) : chance.wait(seconds(2));
        webhooks.push({ event, at: now + late, tries: 0, since: now });
      }
    }
  }

  async function deliverWebhooks(): Promise<void> {
    announce();
    for (const webhook of webhooks.filter(({ at }) => at <= now)) {
      webhooks.splice(webhooks.indexOf(webhook), 1);
      if (weather.webhooks === 'lost') continue;
      const own = life;
      const request = bank.webhook(webhook.event);
      const answer =
        own &&
        (await orEnd(own, Promise.resolve(own.app.app.request(webhookPath, request))).catch(unanswered));
      if (answer) requireReason(webhookPath, answer.status, () => `a webhook: ${answer.status}`);
      if (answer?.status === 200 || now - webhook.since > days(3)) continue;
      webhook.tries += 1;
      webhooks.push({ ...webhook, at: now + minutes(10 * webhook.tries ** 2) });
    }
  }

  async function runJobs(): Promise<void> {
    const own = life;
    if (!own) return;
    const { signal } = new AbortController();
    // A backup needs its own process.
    for (const job of own.app.jobs.filter(({ name }) => name !== 'backups')) {
      if (now - (own.ranAt.get(job.name) ?? 0) < job.every) continue;
      own.ranAt.set(job.name, now);
      try {
        const control = { stop: signal, heartbeat: () => {} };
        await orEnd(own, job.run(control));
        failedJobs.delete(job.name);
      } catch (error) {
        if (error instanceof Unanswered) return;
        failedJobs.set(job.name, String(error));
      }
    }
  }

  /** Expects a reason for a 5xx: a full disk, or Stripe, for calls that ask it. */
  function requireReason(path: string, status: number, words: () => string): void {
    const isStripeAway = weather.stripe !== 'up' && asksStripe.test(path);
    const isRefundLost = status === 502 && path.endsWith('/refund');
    const hasReason = weather.disk === 'full' || isStripeAway || isRefundLost;
    witness.expect('no call fails without a reason', status < 500 || (hasReason && status !== 500), words);
  }

  return {
    chance,
    bank,
    log,
    note,
    startService,
    kill,
    failedJobs: failedJobs as ReadonlyMap<string, string>,
    now: () => now,
    isUp: () => life !== null,
    watchedBy(given: Witness) {
      witness = given;
    },
    /** Sets when the process will be killed; null: no longer. */
    killAt(moment: Death | null): void {
      death = moment;
    },
    failNextRefund(fault: RefundFault): void {
      refundFault = fault;
    },
    /** Lets time pass: webhooks arrive and the background jobs run, at least every two hours. */
    async advance(milliseconds: number, longestHop = hours(2)): Promise<void> {
      for (let left = milliseconds; left > 0; left -= longestHop) {
        pass(Math.min(left, longestHop));
        await deliverWebhooks();
        await runJobs();
        await nextTurns();
      }
    },
    change(changes: Partial<Weather>): void {
      Object.assign(weather, changes);
      note(`outside: ${Object.values(weather).join(', ')}`);
      if (life) limitDisk(life.app.db.$client, weather.disk === 'full');
    },
    /** Copies the file like a backup. */
    copy(): void {
      rmSync(`${path}.copy`, { force: true });
      if (life) copyDatabase(life.app.db.$client, `${path}.copy`);
    },
    /** Loses the machine, and replaces the file with the copy. */
    putCopyBack(): void {
      kill();
      for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
      copyFileSync(`${path}.copy`, path);
    },
    /** Looks at the service from outside, where nothing can be killed. @returns null while it is down */
    look<T>(question: (app: TestApp) => T): T | null {
      const planned = death;
      death = null;
      try {
        return life && question(life.app);
      } finally {
        death = planned;
      }
    },
    /** @returns the rows in the file that a statement finds */
    rows<T>(source: string, ...given: unknown[]): T[] {
      startService();
      return (life?.app.db.$client.prepare(source).all(...given) ?? []) as T[];
    },
    /**
     * Makes a call of a browser.
     *
     * @returns null if it is unknown whether it was done: without an answer, or after a 5xx with a reason
     */
    async call<T>(browser: Browser, method: string, path: string, body?: unknown): Promise<Answer<T> | null> {
      pass(chance.whole(20, 300));
      const own = life;
      if (!own) return null;
      const isForm = body instanceof URLSearchParams;
      const headers = {
        'x-forwarded-for': browser.address,
        ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
      };
      const sent = isForm ? body.toString() : body;
      const visitor = own.app.visitor(headers, browser.cookies);
      const answer = await orEnd(own, visitor.call<T>(method, path, sent)).catch(unanswered);
      if (!answer) return null;
      const words = () => `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`;
      requireReason(path, answer.status, words);
      witness.expect('ordinary use stays below the limits', answer.status !== 429, words);
      if (death === 'after an answer' && method !== 'GET' && answer.status < 400) {
        death = null;
        process.nextTick(kill);
      }
      // The service finishes its work after the answer before anybody does anything else.
      await nextTurns();
      return answer.status < 500 ? answer : null;
    },
    addWorker(username: string, role: Role) {
      startService();
      const id = random.newId();
      const passwordHash = storedPassword;
      const db = (life as Life).app.db;
      writeNow(db, (tx) => insertUser(tx, { id, username, passwordHash, role, createdAt: now }));
      db.update(users)
        .set({ email: `${username}@staff.example` })
        .where(eq(users.id, id))
        .run();
      return { id, username, role, browser: newBrowser(), signedInAt: 0, usedAt: 0, isActive: true };
    },
    /**
     * Replaces `Date`, `performance`, and Node's timers with simulated ones, because libraries use them
     * directly. A waiting call makes time pass. @returns a function that restores the real ones
     */
    replaceTime(): () => void {
      const [RealDate, realNow, realWait] = [globalThis.Date, performance.now, timers.setTimeout];
      globalThis.Date = class extends RealDate {
        constructor(...given: unknown[]) {
          super(...((given.length > 0 ? given : [now]) as [number]));
        }
        static override now = () => now;
      } as DateConstructor;
      performance.now = () => now;
      timers.setTimeout = (async (milliseconds = 0, value?: unknown, { ref = true } = {}) => {
        if (ref) {
          // Work beside it belongs to the time before.
          await nextTurns();
          pass(milliseconds);
        } else await new Promise<void>((wake) => sleepers.push({ until: now + milliseconds, wake }));
        return value;
      }) as typeof realWait;
      syncBuiltinESMExports();
      return () => {
        globalThis.Date = RealDate;
        performance.now = realNow;
        timers.setTimeout = realWait;
        syncBuiltinESMExports();
      };
    },
  };
}

/** @returns whether there is no such mailbox */
export const isMistyped = (address: string): boolean => address.includes('@nowhere.');

/** @param address by default that of the office, shared by all who work there */
export function newBrowser(address = '192.0.2.1'): Browser {
  return { cookies: new Map(), address };
}

function limitDisk(client: Sqlite.Database, isFull: boolean): void {
  const pages = isFull ? Number(client.pragma('page_count', { simple: true })) : 2 ** 31;
  client.pragma(`max_page_count = ${pages}`);
}

function unanswered(error: unknown): null {
  if (error instanceof Unanswered) return null;
  throw error;
}

/** Lets the service finish the work after its answers. */
async function nextTurns(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}
