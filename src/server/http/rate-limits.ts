import { RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import type { Database, Transaction } from '../../../db/client.ts';
import { lt } from '../../../db/drizzle.ts';
import { type Given, prepared } from '../../../db/prepared.ts';
import { rateLimits } from '../../../db/schema.ts';
import { wholeSeconds } from '../../shared/durations.ts';
import { DomainError } from '../basics/errors.ts';
import { hashToken } from '../basics/random.ts';

export interface RateLimit {
  /** Counts one more for a key; refuses with `too_many_requests` once they are used up. */
  take(key: string): Promise<void>;
  /** Counts one more. @returns whether there was one left */
  allows(key: string): Promise<boolean>;
  /** Takes one back: what was counted turned out to be legitimate. */
  giveBack(key: string): Promise<void>;
  /** Counts what fails: one that succeeds is given back. @returns what `prove` does; throws what it throws */
  countFailures<T>(key: string, prove: () => T | Promise<T>): Promise<T>;
}

interface RateLimitOptions {
  name: string;
  /** How many in one window. */
  points: number;
  windowSeconds: number;
  message: string;
}

const minute = 60;
const hour = 60 * minute;

/** The same for both limits: it tells nobody whether an account has the address. */
const tooManyResets = 'Too many links were asked for. Please try again in an hour.';

/** The limits that keep guessers, card testers and mail abusers out (docs/product.md §9). */
const table = {
  signIn: {
    points: 10,
    windowSeconds: 15 * minute,
    message: 'Too many attempts to sign in. Please wait a few minutes and try again.',
  },
  /** Wrong passwords for one account, from anywhere, before it is guarded more slowly. */
  signInToAccount: {
    points: 20,
    windowSeconds: 15 * minute,
    message: 'Too many attempts to sign in. Please wait a few minutes and try again.',
  },
  askReset: {
    points: 10,
    windowSeconds: hour,
    message: tooManyResets,
  },
  resetForAddress: {
    points: 3,
    windowSeconds: hour,
    message: tooManyResets,
  },
  /** New payments at Stripe: fifty people of one office can buy, some of them twice. */
  openCheckout: {
    points: 60,
    windowSeconds: 10 * minute,
    message:
      'Too many checkouts were started from your connection. You haven’t been charged. Please wait a few minutes and try again.',
  },
  /** Fifty people press the button, and again after each declined card. */
  submitOrder: {
    points: 300,
    windowSeconds: 10 * minute,
    message: 'Too many orders came from your connection. Please wait a few minutes and try again.',
  },
  submitForAddress: {
    points: 20,
    windowSeconds: hour,
    message: 'There are too many orders for this email address. Please try again later.',
  },
  freeOrder: {
    points: 3,
    windowSeconds: hour,
    message: 'Too many free readings were ordered from your connection. Please try again later.',
  },
  confirmPayment: {
    points: 300,
    windowSeconds: 10 * minute,
    message: 'Too many checks of a payment. Please wait a few minutes.',
  },
  reportFailure: {
    points: 10,
    windowSeconds: 10 * minute,
    message: 'Too many reports. Please wait a few minutes.',
  },
  /** Errors of our own pages, told by their browsers. */
  reportError: {
    points: 10,
    windowSeconds: 10 * minute,
    message: 'Too many reports. Please wait a few minutes.',
  },
  /** Answers to what customers were asked: some people of one office, each with a second try. */
  answerQuestion: {
    points: 30,
    windowSeconds: 10 * minute,
    message: 'Too many answers came from your connection. Please wait a few minutes and send yours again.',
  },
  /** Pictures of readers, each of which keeps a processor busy for a while. */
  portrait: {
    points: 20,
    windowSeconds: 10 * minute,
    message: 'Too many pictures were sent. Please wait a few minutes.',
  },
  /** Looking for people, exporting and erasing them: a stolen session does not carry everybody away. */
  privacy: {
    points: 60,
    windowSeconds: hour,
    message:
      'Too many people were looked for, exported or erased in an hour. Please wait a while and try again.',
  },
  /** What customers send from the pages of their orders, beside answers. */
  customerForm: {
    points: 30,
    windowSeconds: 10 * minute,
    message: 'Too many forms were sent from your connection. Please wait a few minutes and send yours again.',
  },
  askLinks: {
    points: 10,
    windowSeconds: hour,
    message: tooManyResets,
  },
  linksForAddress: {
    points: 3,
    windowSeconds: hour,
    message: tooManyResets,
  },
  /** Who guesses at an order's number and address learns nothing in time. */
  stateWithdrawal: {
    points: 10,
    windowSeconds: hour,
    message: 'Too many tries came from your connection. Please try again in an hour, or email us.',
  },
  /** Corrections of orders by their customers: some people of one office, each with a few tries. */
  correctOrder: {
    points: 30,
    windowSeconds: 10 * minute,
    message:
      'Too many corrections came from your connection. Please wait a few minutes and send yours again.',
  },
  /** To each a confirmation is sent: nobody pays once to write to many strangers. */
  newAddress: {
    points: 5,
    windowSeconds: 24 * hour,
    message: 'The address for this order was changed several times today. Please email us instead.',
  },
  /** The forms of the first start: somebody mistypes, and tries a mail server several times. */
  setUp: {
    points: 30,
    windowSeconds: 10 * minute,
    message: 'Too many tries. Please wait a few minutes and reload the page.',
  },
  testEmail: {
    points: 3,
    windowSeconds: hour,
    message: 'At most three test emails an hour. Please try again later.',
  },
} as const satisfies Record<string, Omit<RateLimitOptions, 'name'>>;

export type RateLimits = Record<keyof typeof table, RateLimit>;

/** Creates all limits. Their counts live in the database, so that a restart does not forget them. */
export function createRateLimits(db: Database, isEnabled: boolean): RateLimits {
  const store = createStore(db);
  const entries = Object.entries(table).map(([name, options]) => [
    name,
    isEnabled ? createRateLimit(db, store, { name, ...options }) : unlimited,
  ]);
  return Object.fromEntries(entries) as RateLimits;
}

const expiredLimitsDelete = prepared((db, { now }: Given<{ now: number }>) =>
  db.delete(rateLimits).where(lt(rateLimits.expire, now)),
);

/** Forgets windows that are over; the limiter itself only overwrites them. */
export function deleteExpiredLimits(db: Transaction, now: number): void {
  expiredLimitsDelete(db).run({ now });
}

const unlimited = complete({ take: async () => {}, giveBack: async () => {} });

function complete(limit: Pick<RateLimit, 'take' | 'giveBack'>): RateLimit {
  return {
    ...limit,
    async allows(key) {
      try {
        await limit.take(key);
        return true;
      } catch (error) {
        if (error instanceof DomainError && error.code === 'too_many_requests') return false;
        throw error;
      }
    },
    async countFailures(key, prove) {
      await limit.take(key);
      const result = await prove();
      await limit.giveBack(key);
      return result;
    },
  };
}

/**
 * What the limiter has of a connection. It would compile its one statement at every call, and open a transaction for it,
 * which takes longer than to run it: here it is compiled once, and the transaction is the turn's.
 */
function createStore({ $client }: Database) {
  const compiled = new Map<string, ReturnType<typeof $client.prepare>>();
  return {
    prepare(source: string) {
      const known = compiled.get(source);
      if (known) return known;
      const statement = $client.prepare(source);
      compiled.set(source, statement);
      return statement;
    },
    transaction: <T>(work: () => T) => work,
  };
}

function createRateLimit(
  db: Database,
  store: ReturnType<typeof createStore>,
  options: RateLimitOptions,
): RateLimit {
  const limiter = new RateLimiterSQLite({
    storeClient: store,
    storeType: 'better-sqlite3',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: options.name,
    points: options.points,
    duration: options.windowSeconds,
    clearExpiredByTimeout: false,
  });
  return complete({
    async take(key) {
      // The count is kept with whatever else this turn writes: a commit of its own would wait for the disk once more.
      await db.commits.open();
      try {
        // Keys can be personal data (an address): what is stored is their hash.
        await limiter.consume(hashToken(key));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new DomainError('too_many_requests', options.message, {
          retryAfterSeconds: Math.max(1, wholeSeconds(refusal.msBeforeNext)),
        });
      }
    },
    async giveBack(key) {
      await db.commits.open();
      await limiter.reward(hashToken(key));
    },
  });
}
