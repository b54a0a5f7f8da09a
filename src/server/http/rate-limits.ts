import { type Database, type Transaction, writeTransaction } from '../../../db/client.ts';
import { and, eq, gt, lt, sql } from '../../../db/drizzle.ts';
import { type Given, prepared, written } from '../../../db/prepared.ts';
import { rateLimits } from '../../../db/schema.ts';
import { seconds, wholeSeconds } from '../../shared/durations.ts';
import { DomainError } from '../basics/errors.ts';
import { hashToken } from '../basics/random.ts';
import type { Clock } from '../context/clock.ts';
import { networkOf } from './client-address.ts';

export interface RateLimit {
  /** Counts one more for a key; refuses with `too_many_requests` when the limit is reached. */
  take(key: string): Promise<void>;
  /** Counts one more. @returns whether the limit was not reached before */
  allows(key: string): Promise<boolean>;
  /** Takes one back: the counted call turned out to be legitimate. */
  giveBack(key: string): Promise<void>;
  /** Counts only failures of `prove`. @returns its result; throws its error */
  countFailures<T>(key: string, prove: () => T | Promise<T>): Promise<T>;
}

interface RateLimitOptions {
  name: string;
  /** The limit in one window. */
  points: number;
  windowSeconds: number;
  message: string;
}

const minute = 60;
const hour = 60 * minute;

/** The same for both limits, so that it does not tell whether an account has the address. */
const tooManyResets = 'Too many links were asked for. Please try again in an hour.';

/** The limits that keep guessers, card testers and mail abusers out (docs/product.md §9). */
const table = {
  signIn: {
    points: 10,
    windowSeconds: 15 * minute,
    message: 'Too many attempts to sign in. Please wait a few minutes and try again.',
  },
  /** Wrong passwords for one account, from anywhere, before its sign-in slows down. */
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
  /** Each sends a mail at once, to whatever address was typed. */
  freeOrderForAddress: {
    points: 3,
    windowSeconds: hour,
    message: 'There are too many free readings for this email address. Please try again in an hour.',
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
  /** Errors of our own pages, reported by browsers. */
  reportError: {
    points: 10,
    windowSeconds: 10 * minute,
    message: 'Too many reports. Please wait a few minutes.',
  },
  /** Answers to questions to customers: some people of one office, each with a second try. */
  answerQuestion: {
    points: 30,
    windowSeconds: 10 * minute,
    message: 'Too many answers came from your connection. Please wait a few minutes and send yours again.',
  },
  /** Readers' portraits, each of which occupies a processor for a while. */
  portrait: {
    points: 20,
    windowSeconds: 10 * minute,
    message: 'Too many pictures were sent. Please wait a few minutes.',
  },
  /** Looking for people, exporting and erasing them: a stolen session cannot carry all customers away. */
  privacy: {
    points: 60,
    windowSeconds: hour,
    message:
      'Too many people were looked for, exported or erased in an hour. Please wait a while and try again.',
  },
  /** Forms from the pages of customers' orders, except answers. */
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
  /** Too few tries to guess an order's number and address in time. */
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
  /** Each new address gets a confirmation: one payment must not buy mail to many strangers. */
  newAddress: {
    points: 5,
    windowSeconds: 24 * hour,
    message: 'The address for this order was changed several times today. Please email us instead.',
  },
  /** The forms of the first start: an admin mistypes, and tries a mail server several times. */
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

/** Creates all limits. Their counts are stored in the database, so that they survive a restart. */
export function createRateLimits(db: Database, clock: Clock, isEnabled: boolean): RateLimits {
  const entries = Object.entries(table).map(([name, options]) => [
    name,
    isEnabled ? createRateLimit(db, clock, { name, ...options }) : unlimited,
  ]);
  return Object.fromEntries(entries) as RateLimits;
}

const expiredLimitsDelete = prepared((db, { now }: Given<{ now: number }>) =>
  db.delete(rateLimits).where(lt(rateLimits.expire, now)),
);

/** Deletes expired windows; counting only overwrites them. */
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

const pointTaken = prepared((db, { key, now, end }: Given<{ key: string; now: number; end: number }>) => {
  // A window that ends later than one that begins now comes from a clock that was ahead.
  const isCurrent = sql`${rateLimits.expire} > ${now} AND ${rateLimits.expire} <= excluded.expire`;
  return written<{ points: number; expire: number }>(
    db,
    sql`INSERT INTO ${rateLimits} (key, points, expire) VALUES (${key}, 1, ${end})
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN ${isCurrent} THEN ${rateLimits.points} + 1 ELSE 1 END,
        expire = CASE WHEN ${isCurrent} THEN ${rateLimits.expire} ELSE excluded.expire END
      RETURNING points, expire`,
  );
});

const pointGivenBack = prepared((db, { key }: Given<{ key: string }>) =>
  db
    .update(rateLimits)
    .set({ points: sql`${rateLimits.points} - 1` })
    .where(and(eq(rateLimits.key, key), gt(rateLimits.points, 0))),
);

/** A whole /48 of IPv6 gets this many times the limit of one visitor. */
const visitorsOfNetwork = 4;

function createRateLimit(
  db: Database,
  clock: Clock,
  { name, points, windowSeconds, message }: RateLimitOptions,
): RateLimit {
  // Keys can be personal data (an address): what is stored is their hash.
  const stored = (key: string) => `${name}:${hashToken(key)}`;
  return complete({
    async take(key) {
      const network = networkOf(key);
      const counted = [
        { key, points },
        ...(network ? [{ key: network, points: points * visitorsOfNetwork }] : []),
      ];
      const now = clock.now();
      const refusedUntil = await writeTransaction(db, (tx) => {
        for (const { key, points } of counted) {
          const found = pointTaken(tx).get({ key: stored(key), now, end: now + seconds(windowSeconds) });
          if (found && found.points > points) return found.expire;
        }
        return null;
      });
      if (refusedUntil === null) return;
      throw new DomainError('too_many_requests', message, {
        retryAfterSeconds: Math.max(1, wholeSeconds(refusedUntil - now)),
      });
    },
    async giveBack(key) {
      const network = networkOf(key);
      await writeTransaction(db, (tx) => {
        for (const counted of network ? [key, network] : [key])
          pointGivenBack(tx).run({ key: stored(counted) });
      });
    },
  });
}
