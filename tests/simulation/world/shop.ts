import { copyFileSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { openDatabase, writeNow } from '../../../db/client.ts';
import { copyDatabase } from '../../../db/copy.ts';
import { eq } from '../../../db/drizzle.ts';
import { serviceFacts, users } from '../../../db/schema.ts';
import type { Chance } from '../../../src/sample-shop/chance.ts';
import { createRandom } from '../../../src/server/basics/random.ts';
import type { Mailer } from '../../../src/server/context/mailer.ts';
import type { PaymentGateway } from '../../../src/server/context/payment-gateway.ts';
import {
  findUserByName,
  insertUser,
  setPasswordHash,
} from '../../../src/server/people/directory/people-repository.ts';
import { orderNumberAlphabet } from '../../../src/shared/orders/order-number.ts';
import type { Role } from '../../../src/shared/people/staff.ts';
import { type Answer, createTestApp, type TestApp } from '../../../src/testing/test-app.ts';
import type { Agenda } from './agenda.ts';
import { createBackground } from './background.ts';
import type { Weather } from './weather.ts';

/** The call was not answered: it is unknown whether it was heard. */
export class Unanswered extends Error {}

/**
 * When the process is killed. After so many reads of the clock: as soon as the write of that moment is on disk, before
 * its answer goes out. Or right after the next answer to a successful write.
 */
export type KillMoment = { clockReads: number } | 'answer';

/** One life of the process, from its start until it is killed. */
export interface Life {
  readonly app: TestApp;
  readonly isOver: boolean;
  /** Rejects when it is over: callers get no answer. */
  readonly end: Promise<never>;
}

/** What is outside, as one life of the process reaches it. */
export interface Outside {
  payments(life: () => boolean): PaymentGateway;
  mailer(life: () => boolean): Mailer;
}

export interface ShopOptions {
  /** The SQLite file. */
  path: string;
  agenda: Agenda;
  chance: Chance;
  weather: Weather;
  outside: Outside;
  /** How long a job that looks every minute waits in here, in milliseconds. */
  everyMinuteMeans: number;
  /** Gets every line of the log. */
  onLog: (line: string) => void;
}

export type Shop = ReturnType<typeof createShop>;

/** By what the payments of this shop are marked. */
export const serviceId = '51b1e0a75e11d00d';

/** What all who work here type to come in. */
export const staffPassword = 'four cards on the table';
/** The same as it is stored, by argon2id at its least cost: a look at it costs 0.3 ms instead of 20. */
const storedPassword =
  '$argon2id$v=19$m=8,t=1,p=1$c2ltdWxhdGlvbiBvZiBpdA$XXL+Bk3F+/spBBw1V+bFPRhcLLXaNTjLgeQi8n46zH4';

/** The real service on a file, whose process can be killed at any moment and started again. */
export function createShop(options: ShopOptions) {
  const { path, agenda, weather, outside, everyMinuteMeans, onLog } = options;
  const chance = options.chance.of('shop');
  let clockReads = 0;
  let death: { at: KillMoment; kill: () => void } | null = null;
  let isDiskFull = false;
  const clock = {
    now() {
      clockReads += 1;
      // Whatever writes asks what time it is: so a kill comes between two commits, wherever that is.
      if (death && death.at !== 'answer' && clockReads >= death.at.clockReads && life) {
        const { kill } = death;
        death = null;
        life.app.db.commits.whenSettled(kill);
      }
      return agenda.now() + weather.clockError;
    },
  };
  const random = createRandom(chance.bytes, clock.now);
  const background = createBackground({ agenda, chance, everyMinuteMeans, onLog });
  let life: (Life & { isOver: boolean; stop: () => void }) | null = null;
  let lives = 0;

  function newOrderNumber(): string {
    const letters = Array.from(
      { length: 6 },
      () => orderNumberAlphabet[chance.whole(0, orderNumberAlphabet.length - 1)],
    );
    return `CT-${letters.join('')}`;
  }

  /** Starts the process. */
  function start(): void {
    lives += 1;
    const db = openDatabase(path);
    // The simulation does not test whether a disk keeps its word, and no other process opens the file.
    db.$client.pragma('synchronous = OFF');
    db.$client.pragma('locking_mode = EXCLUSIVE');
    db.$client.pragma('wal_autocheckpoint = 4000');
    if (isDiskFull) limitDisk(db.$client, true);
    if (lives === 1)
      db.update(serviceFacts).set({ value: serviceId }).where(eq(serviceFacts.name, 'id')).run();
    const { promise: end, reject } = Promise.withResolvers<never>();
    end.catch(() => undefined);
    const isAlive = () => !own.isOver;
    const app = createTestApp({
      db,
      env: { APPROVAL_UNDO_SECONDS: '60', LOG_LEVEL: 'warn', RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' },
      logTo: { write: (line) => isAlive() && onLog(line) },
      outside: {
        clock,
        random,
        newOrderNumber,
        payments: outside.payments(isAlive),
        mailer: outside.mailer(isAlive),
      },
      mailIsWaiting: () => isAlive() && poke('outbox'),
    });
    const own = { app, isOver: false, end, stop: () => reject(new Unanswered('The process was killed.')) };
    life = own;
    // A backup needs the file, which this process has locked for itself.
    const jobs = app.jobs.filter(({ name }) => name !== 'backups');
    const poke = background.start(jobs, isAlive, db);
  }

  return {
    start,
    /** What was committed stays, and nothing else: as after `kill -9`. */
    kill(): void {
      if (!life) return;
      const { app } = life;
      life.isOver = true;
      app.live.close();
      if (app.db.$client.inTransaction) app.db.$client.exec('ROLLBACK');
      // Its own `close` would commit what is under way.
      Sqlite.prototype.close.call(app.db.$client);
      life.stop();
      life = null;
    },
    /** Kills it at a moment that is still to come; one that was chosen before is given up. */
    killAt(moment: KillMoment, kill: () => void): void {
      const at = moment === 'answer' ? moment : { clockReads: clockReads + moment.clockReads };
      death = { at, kill };
    },
    /** Looks at it from outside: that is none of its work, in which it could be killed. */
    lookAt<T>(look: () => T): T {
      const before = death;
      death = null;
      try {
        return look();
      } finally {
        death = before;
      }
    },
    /** Makes a copy of the file, as a backup does. */
    copy(): void {
      rmSync(`${path}.copy`, { force: true });
      if (life) copyDatabase(life.app.db.$client, `${path}.copy`);
    },
    /** Puts the copy where the file was. */
    putCopyBack(): void {
      for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
      copyFileSync(`${path}.copy`, path);
    },
    /** Has nothing more fit on the disk, or has room made. */
    setDiskFull(isFull: boolean): void {
      isDiskFull = isFull;
      if (life) limitDisk(life.app.db.$client, isFull);
    },
    isUp: () => life !== null,
    lives: () => lives,
    /** @throws {Unanswered} while the process is down */
    app(): TestApp {
      if (!life) throw new Unanswered('The shop is down.');
      return life.app;
    },
    /** Asks what a page asks before it is rendered. @throws {Unanswered} when the process is down, or killed meanwhile */
    ask<T>(question: (app: TestApp) => T): T {
      const now = life;
      if (!now) throw new Unanswered('The shop is down.');
      try {
        return question(now.app);
      } catch (error) {
        throw now.isOver ? new Unanswered('The process was killed.') : error;
      }
    },
    /** Waits for an answer for as long as the process lives. @throws {Unanswered} when it ends before */
    async orEnd<T>(answered: Promise<T>): Promise<T> {
      if (!life) throw new Unanswered('The shop is down.');
      return Promise.race([answered, life.end]);
    },
    runs: background.runs,
    /**
     * Makes a call of a browser.
     *
     * @throws {Unanswered} when the process is down, or is killed before it has answered
     */
    async call<T>(browser: Browser, method: string, target: string, body?: unknown): Promise<Answer<T>> {
      const now = life;
      if (!now) throw new Unanswered('The shop is down.');
      // A form without scripts, or what scripts send.
      const isForm = body instanceof URLSearchParams;
      const headers: Record<string, string> = {
        'x-forwarded-for': browser.address,
        ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
      };
      const answered = now.app
        .visitor(headers, browser.cookies)
        .call<T>(method, target, isForm ? body.toString() : body);
      answered.catch(() => undefined);
      const answer = await Promise.race([answered, now.end]);
      agenda.goesOn();
      if (now.isOver) throw new Unanswered('The process was killed.');
      if (death?.at === 'answer' && method !== 'GET' && answer.status < 400) {
        // Right after the caller has taken the answer.
        process.nextTick(death.kill);
        death = null;
      }
      return answer;
    },
    /** Adds a staff member, or finds one who was here before. */
    addPerson(username: string, role: Role): { id: string; username: string; role: Role } {
      const { db } = this.app();
      const known = findUserByName(db, username);
      const id = known?.id ?? random.newId();
      if (known) writeNow(db, (tx) => setPasswordHash(tx, id, storedPassword));
      else
        writeNow(db, (tx) =>
          insertUser(tx, { id, username, passwordHash: storedPassword, role, createdAt: clock.now() }),
        );
      db.update(users)
        .set({ email: `${username}@staff.example` })
        .where(eq(users.id, id))
        .run();
      return { id, username, role };
    },
  };
}

function limitDisk(client: Sqlite.Database, isFull: boolean): void {
  const pages = isFull ? Number(client.pragma('page_count', { simple: true })) : 2 ** 31;
  client.pragma(`max_page_count = ${pages}`);
}

/** A browser somewhere. */
export interface Browser {
  cookies: Map<string, string>;
  /** Where it is on the network. */
  address: string;
}

/** @param address that of the office unless given, which all share who work here */
export function newBrowser(address = '192.0.2.1'): Browser {
  return { cookies: new Map(), address };
}
