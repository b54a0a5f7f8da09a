import { copyFileSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../../db/client.ts';
import { copyDatabase } from '../../../db/copy.ts';
import { eq } from '../../../db/drizzle.ts';
import { serviceFacts, users } from '../../../db/schema.ts';
import { createRandom } from '../../server/basics/random.ts';
import type { Mailer } from '../../server/context/mailer.ts';
import type { PaymentGateway } from '../../server/context/payment-gateway.ts';
import { insertUser } from '../../server/people/directory/people-repository.ts';
import { listJobs, untilWritten } from '../../server/process/jobs.ts';
import type { Job } from '../../server/process/worker.ts';
import { hours, minutes, seconds } from '../../shared/durations.ts';
import { orderNumberAlphabet } from '../../shared/orders/order-number.ts';
import type { Role } from '../../shared/people/staff.ts';
import { type Answer, createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Agenda } from './agenda.ts';
import type { Chance } from './chance.ts';
import type { Weather } from './weather.ts';

/** The call was not answered: nobody knows whether it was heard. */
export class Unanswered extends Error {}

/** One life of the process, from its start until it is killed. */
export interface Life {
  readonly app: TestApp;
  readonly isOver: boolean;
  /** Rejects when it is over: whoever waits for an answer gets none. */
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
  /** Gets every line of the log. */
  onLog: (line: string) => void;
}

export type Shop = ReturnType<typeof createShop>;

/** By what the payments of this shop are marked. */
export const serviceId = '51b1e0a75e11d00d';

/** How long a job that looks every minute waits in here, and one that looks every hour: most find nothing in ten years. */
const everyMinuteMeans = hours(1);
const everyHourMeans = hours(6);

/** A password that nobody has: people come in by sessions, as they do once their password was right. */
const noPassword = '$argon2id$v=19$m=19456,t=2,p=1$c2ltdWxhdGlvbnM$Q0FSRUVSVEFST1RTSU1VTEFUSU9OUw';

/** The real service on a file, whose process can be killed at any moment and started again. */
export function createShop(options: ShopOptions) {
  const { path, agenda, weather, outside, onLog } = options;
  const chance = options.chance.of('shop');
  let clockReads = 0;
  let killing: { at: number; kill: () => void } | null = null;
  let isDiskFull = false;
  const clock = {
    now() {
      clockReads += 1;
      // Whatever writes asks what time it is: so a kill comes between two commits, wherever that is.
      if (killing && clockReads >= killing.at && life) {
        const { kill } = killing;
        killing = null;
        life.app.db.commits.whenSettled(kill);
      }
      return agenda.now() + weather.clockError;
    },
  };
  const random = createRandom(chance.bytes, clock.now);
  const runs: { job: string; failed: number; lastWell: number }[] = [];
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
    if (isDiskFull) limitDisk(db.$client, true);
    if (lives === 1)
      db.update(serviceFacts).set({ value: serviceId }).where(eq(serviceFacts.name, 'id')).run();
    const { promise: end, reject } = Promise.withResolvers<never>();
    end.catch(() => undefined);
    const isAlive = () => !own.isOver;
    const app = createTestApp({
      db,
      env: { APPROVAL_UNDO_SECONDS: '60', LOG_LEVEL: 'warn' },
      logTo: { write: (line) => isAlive() && onLog(line) },
      outside: {
        clock,
        random,
        newOrderNumber,
        payments: outside.payments(isAlive),
        mailer: outside.mailer(isAlive),
        mailIsWaiting: () => isAlive() && poke('outbox'),
      },
    });
    const own = { app, isOver: false, end, stop: () => reject(new Unanswered('The process was killed.')) };
    life = own;
    const poke = startJobs(listJobs(app.context, app.sessions, app.backups), isAlive, app);
  }

  /** Runs the background jobs until the process is over. @returns has one run soon */
  function startJobs(jobs: Job[], isAlive: () => boolean, { db }: TestApp): (name: string) => void {
    const { signal } = new AbortController();
    const soon = new Map<string, () => void>();
    for (const job of jobs) {
      const record = runs.find((known) => known.job === job.name) ?? {
        job: job.name,
        failed: 0,
        lastWell: 0,
      };
      if (!runs.includes(record)) runs.push(record);
      const every = job.every < hours(1) ? everyMinuteMeans : everyHourMeans;
      let isRunning = false;
      let isAskedAgain = false;
      const run = async (): Promise<void> => {
        if (!isAlive()) return;
        if (isRunning) {
          isAskedAgain = true;
          return;
        }
        isRunning = true;
        try {
          await untilWritten(job, db).run(signal, () => {});
          record.lastWell = agenda.now();
        } catch (error) {
          if (!isAlive()) return;
          record.failed += 1;
          onLog(JSON.stringify({ job: job.name, failed: String(error) }));
        } finally {
          isRunning = false;
        }
        if (isAlive() && isAskedAgain) {
          isAskedAgain = false;
          agenda.after(seconds(1), run);
        }
      };
      const again = (): void => {
        if (!isAlive()) return;
        agenda.after(every + chance.whole(0, minutes(5)), () => {
          again();
          return run();
        });
      };
      agenda.after(chance.whole(seconds(1), minutes(3)), run);
      again();
      let isDue = false;
      soon.set(job.name, () => {
        if (isDue) return;
        isDue = true;
        agenda.after(seconds(1), () => {
          isDue = false;
          return run();
        });
      });
    }
    return (name) => soon.get(name)?.();
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
    /** Kills it in the middle of its work, as soon as what is being written then is on the disk: before anybody is told. */
    killInWrites(reads: number, kill: () => void): void {
      killing = { at: clockReads + reads, kill };
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
    /** Waits for an answer for as long as the process lives. @throws {Unanswered} when it ends before */
    async orEnd<T>(answered: Promise<T>): Promise<T> {
      if (!life) throw new Unanswered('The shop is down.');
      return Promise.race([answered, life.end]);
    },
    runs: runs as readonly { job: string; failed: number; lastWell: number }[],
    /**
     * A call of somebody's browser.
     *
     * @throws {Unanswered} when the process is down, or is killed before it has answered
     */
    async call<T>(browser: Browser, method: string, target: string, body?: unknown): Promise<Answer<T>> {
      const now = life;
      if (!now) throw new Unanswered('The shop is down.');
      // A form without scripts, or what scripts send.
      const isForm = body instanceof URLSearchParams;
      const headers: Record<string, string> = isForm
        ? { 'content-type': 'application/x-www-form-urlencoded' }
        : {};
      const answered = now.app
        .visitor(headers, browser.cookies)
        .call<T>(method, target, isForm ? body.toString() : body);
      answered.catch(() => undefined);
      const answer = await Promise.race([answered, now.end]);
      agenda.goesOn();
      if (now.isOver) throw new Unanswered('The process was killed.');
      return answer;
    },
    /** Somebody who works here. */
    addPerson(username: string, role: Role): { id: string; username: string; role: Role } {
      const { db } = this.app();
      const id = random.newId();
      insertUser(db, { id, username, passwordHash: noPassword, role, createdAt: clock.now() });
      db.update(users)
        .set({ email: `${username}@staff.example` })
        .where(eq(users.id, id))
        .run();
      return { id, username, role };
    },
    /** Signs somebody in whose password was right. */
    async signIn(browser: Browser, userId: string): Promise<void> {
      const { sessions } = this.app();
      const cookie = await sessions.start(userId, null);
      browser.cookies.set(sessions.cookieName, cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';')));
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
}

export const newBrowser = (): Browser => ({ cookies: new Map() });
