import { createRequire } from 'node:module';
import Sqlite from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { openDatabase, writeNow } from '../../db/client.ts';
import { serviceFacts, users } from '../../db/schema.ts';
import { createSeededRandom } from '../../src/demo/sample-shop/seeded-random.ts';
import { type Mailer, MailRejected, type OutgoingMail } from '../../src/server/base/mailer.ts';
import type { PaymentEvent, PaymentGateway } from '../../src/server/base/payment-gateway.ts';
import { createRandom } from '../../src/server/base/random.ts';
import { insertUser } from '../../src/server/people/people-repository.ts';
import { days, hours, minutes, seconds } from '../../src/shared/durations.ts';
import type { Role } from '../../src/shared/people/signed-in-user.ts';
import { type Answer, createTestApp, type TestApp } from '../kit/test-app.ts';
import { failure, wrapGateway } from '../kit/test-gateway.ts';
import { createTestPayments } from '../kit/test-payments.ts';

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
export type Death =
  | { by: 'the clock'; reads: number }
  | { by: 'an answer' }
  | { by: 'Stripe' | 'mail'; done: boolean };

/** What happens to the next refund on its way to Stripe, after Stripe has answered all earlier calls. */
export type RefundFault = 'not heard' | 'answer lost' | null;

export interface Browser {
  cookies: Map<string, string>;
  address: string;
}

/** Someone who works in the shop, and since when they have been signed in. */
export type Worker = ReturnType<World['addWorker']>;
export type World = ReturnType<typeof createWorld>;
type Life = ReturnType<typeof createLife>;

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

/** Runs the real service on a file, with Stripe, a mail server, and a clock that jumps. */
export function createWorld(seed: string, path: string, start: number) {
  const chance = createSeededRandom(seed);
  const weather: Weather = { ...fairWeather };
  const log: string[] = [];
  const failedJobs = new Map<string, string>();
  const webhooks: { event: PaymentEvent; at: number; tries: number; since: number }[] = [];
  let now = start;
  let life: Life | null = null;
  let kills = 0;
  let death: Death | null = null;
  let refundFault: RefundFault = null;
  let announced = 0;
  let checks = 0;
  let breach: string | null = null;
  let mailTaken: (mail: OutgoingMail) => void = () => {};
  const bank = createTestPayments({ clock: { now: () => now }, serviceId });
  const random = createRandom(chance.bytes, () => now);

  function note(words: string): void {
    log.push(`${new Date(now).toISOString().slice(0, 19)}  ${words}`);
  }

  function expect(promise: string, isKept: boolean, about: unknown): void {
    checks += 1;
    if (isKept || breach !== null) return;
    breach = `${promise}: ${typeof about === 'string' ? about : JSON.stringify(about)}`;
    note(`BROKEN: ${breach}`);
  }

  function pass(milliseconds: number): void {
    now += Math.round(milliseconds);
  }

  function clockOf(isAlive: () => boolean) {
    return {
      now() {
        if (isAlive() && death?.by === 'the clock' && --death.reads <= 0) {
          death = null;
          // Between two transactions, because they cannot be interrupted.
          queueMicrotask(kill);
        }
        return now;
      },
    };
  }

  /** Starts the process if it is down. */
  function startService(): Life {
    if (life) return life;
    const db = openDatabase(path);
    // Whether a disk keeps its word is not tested here.
    db.$client.pragma('synchronous = OFF');
    db.update(serviceFacts).set({ value: serviceId }).where(eq(serviceFacts.name, 'id')).run();
    if (weather.disk === 'full') limitDisk(db.$client, true);
    const born = kills;
    const isAlive = () => kills === born;
    const app = createTestApp({
      db,
      env: { APPROVAL_UNDO_SECONDS: '60', RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' },
      clock: clockOf(isAlive),
      // The caches read it in real timers, too, whose reads must not count as the service's.
      steadyClock: { now: () => now },
      random,
      payments: gateway(isAlive),
      mailer: mailer(isAlive),
      wakeMailWorker: () => {},
    });
    life = createLife(app);
    return life;
  }

  /** Ends the process as `kill -9` does: what was committed stays. */
  function kill(): void {
    if (!life) return;
    note('the process is killed');
    const { app, stop } = life;
    life = null;
    kills += 1;
    app.live.close();
    if (app.db.$client.inTransaction) app.db.$client.exec('ROLLBACK');
    // Its own `close` would commit what is in progress.
    Sqlite.prototype.close.call(app.db.$client);
    stop();
  }

  /** Waits for work of the process. @throws {Unanswered} if it is killed first */
  async function orEnd<T>(own: Life, work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    const result = await Promise.race([work, own.end]);
    if (own !== life) throw new Unanswered();
    return result;
  }

  /** Kills the process if that is due at this point of a call, whose promise stays open then. */
  async function onTheWay(isAlive: () => boolean, to: 'Stripe' | 'mail', done: boolean): Promise<void> {
    if (isAlive()) pass(chance.whole(20, 150));
    if (isAlive() && death?.by === to && death.done === done) {
      death = null;
      kill();
    }
    if (!isAlive()) await new Promise(() => {});
  }

  function gateway(isAlive: () => boolean): PaymentGateway {
    return wrapGateway(bank, async (name, call) => {
      const fault = name === 'refundPayment' ? refundFault : null;
      if (name === 'refundPayment') refundFault = null;
      if (fault === 'not heard') throw failure('unreachable');
      await onTheWay(isAlive, 'Stripe', false);
      if (weather.stripe === 'down') throw failure('unreachable');
      const [outcome] = await Promise.allSettled([call()]);
      announce();
      await onTheWay(isAlive, 'Stripe', true);
      if (weather.stripe === 'answers lost' || fault === 'answer lost') throw failure('unreachable');
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
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
        mailTaken(mail);
        await onTheWay(isAlive, 'mail', true);
        if (weather.mail === 'breaks off' && chance.happens(0.5)) throw refuse('The connection broke.');
        return { response: '250 2.0.0 accepted' };
      },
      close() {},
    };
  }

  /** Sends webhooks of recent events at the bank: some twice, some late, none while they are lost. */
  function announce(): void {
    for (const event of bank.events.slice(announced)) {
      announced += 1;
      if (weather.webhooks === 'lost') continue;
      for (let copies = chance.happens(0.1) ? 2 : 1; copies > 0; copies--) {
        const late = chance.wait(weather.webhooks === 'late' ? hours(12) : seconds(2));
        webhooks.push({ event, at: now + late, tries: 0, since: now });
      }
    }
  }

  async function deliverWebhooks(): Promise<void> {
    announce();
    for (const webhook of webhooks.filter(({ at }) => at <= now)) {
      webhooks.splice(webhooks.indexOf(webhook), 1);
      if (weather.webhooks === 'lost') continue;
      const sent = life?.app.app.request(webhookPath, bank.webhook(webhook.event));
      const answer = life && sent && (await orEnd(life, Promise.resolve(sent)).catch(unanswered));
      if (answer) requireReason(webhookPath, answer.status, `a webhook: ${answer.status}`);
      if (answer?.status === 200 || now - webhook.since > days(3)) continue;
      const tries = webhook.tries + 1;
      webhooks.push({ ...webhook, tries, at: now + minutes(10 * tries ** 2) });
    }
  }

  async function runJobs(): Promise<void> {
    const own = life;
    const control = { stop: new AbortController().signal, heartbeat: () => {} };
    // A backup needs its own process.
    for (const job of own?.app.jobs.filter(({ name }) => name !== 'backups') ?? []) {
      if (!own || now - (own.ranAt.get(job.name) ?? 0) < job.every) continue;
      own.ranAt.set(job.name, now);
      try {
        await orEnd(own, job.run(control));
        failedJobs.delete(job.name);
      } catch (error) {
        if (error instanceof Unanswered) return;
        failedJobs.set(job.name, String(error));
      }
    }
  }

  /** Expects a reason for a 5xx: a full disk, or Stripe, for calls that ask it. */
  function requireReason(path: string, status: number, about: string): void {
    const isStripeAway = weather.stripe !== 'up' && asksStripe.test(path);
    const isRefundLost = status === 502 && path.endsWith('/refund');
    const hasReason = weather.disk === 'full' || isStripeAway || isRefundLost;
    expect('no call fails without a reason', status < 500 || (hasReason && status !== 500), about);
  }

  return {
    chance,
    bank,
    log,
    note,
    expect,
    startService,
    kill,
    failedJobs: failedJobs as ReadonlyMap<string, string>,
    now: () => now,
    isUp: () => life !== null,
    checks: () => checks,
    /** The first broken promise, with what was seen; null if all were kept. */
    breach: () => breach,
    /** @param taken learns of each mail that a mail server has accepted, whatever its sender learns */
    watchMail(taken: typeof mailTaken): void {
      mailTaken = taken;
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
    /** Looks at the service from outside, where nothing can be killed. @returns null while it is down */
    look<T>(question: (app: TestApp) => T): T | null {
      const planned = death;
      death = null;
      const answer = life && question(life.app);
      death = planned;
      return answer;
    },
    /** @returns the rows in the file that a statement finds */
    rows<T>(source: string, ...given: unknown[]): T[] {
      return startService()
        .app.db.$client.prepare(source)
        .all(...given) as T[];
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
      const visitor = own.app.visitor(headers, browser.cookies);
      const calling = visitor.call<T>(method, path, isForm ? body.toString() : body);
      const answer = await orEnd(own, calling).catch(unanswered);
      if (!answer) return null;
      const about = `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`;
      requireReason(path, answer.status, about);
      expect('ordinary use stays below the limits', answer.status !== 429, about);
      if (death?.by === 'an answer' && method !== 'GET' && answer.status < 400) {
        death = null;
        process.nextTick(kill);
      }
      // The service finishes its work after the answer before anybody does anything else.
      await nextTurns();
      return answer.status < 500 ? answer : null;
    },
    addWorker(username: string, role: Role) {
      const { db } = startService().app;
      const id = random.newId();
      const user = { id, username, passwordHash: storedPassword, role, createdAt: now };
      writeNow(db, (tx) => insertUser(tx, user));
      const email = `${username}@staff.example`;
      db.update(users).set({ email }).where(eq(users.id, id)).run();
      return { id, username, role, browser: newBrowser(), signedInAt: 0, usedAt: 0, isActive: true };
    },
    /** Replaces `Date` and `performance`, because libraries use them. @returns a function that puts them back */
    replaceTime(): () => void {
      const [RealDate, realNow] = [globalThis.Date, performance.now];
      globalThis.Date = class extends RealDate {
        constructor(...given: unknown[]) {
          super(...((given.length > 0 ? given : [now]) as [number]));
        }
        static override now = () => now;
      } as DateConstructor;
      performance.now = () => now;
      return () => {
        globalThis.Date = RealDate;
        performance.now = realNow;
      };
    },
  };
}

function createLife(app: TestApp) {
  const { promise: end, reject } = Promise.withResolvers<never>();
  end.catch(() => undefined);
  return {
    app,
    /** Rejects when the process is killed: callers get no answer. */
    end,
    stop: () => reject(new Unanswered()),
    /** When each job last started. */
    ranAt: new Map<string, number>(),
  };
}

/** @returns whether there is no such mailbox */
export const isMistyped = (address = ''): boolean => address.includes('@nowhere.');

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
