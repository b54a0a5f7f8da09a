import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { type Database, type Transaction, writeTransaction } from '../../../../db/client.ts';
import { rateLimits } from '../../../../db/schema.ts';
import { seconds, wholeSeconds } from '../../../shared/durations.ts';
import type { Clock } from '../clock.ts';
import { DomainError } from '../domain-error.ts';
import { hashToken } from '../random.ts';
import { networkOf } from './client-address.ts';

export type RateLimit = ReturnType<typeof createRateLimit>;

const minute = 60;
const hour = 60 * minute;

type RateLimitOptions = [points: number, windowSeconds: number, message: string];

const signIn = 'Too many sign-in attempts. Please wait a few minutes and try again.';
/** One message for both limits, so that it does not reveal whether an account has the address. */
const resets = 'Too many links were requested. Please try again in an hour.';
const reports = 'Too many reports. Please wait a few minutes.';
const checkouts =
  'Too many checkouts from your connection. You haven’t been charged. Please wait a few minutes and try again.';
const orders = 'Too many orders from your connection. Please wait a few minutes and try again.';
const codes = 'You’ve tried too many codes. Please wait a few minutes and try again.';
const freeToAddress = 'Too many free readings for this email address. Please try again in an hour.';
const free = 'Too many free readings from your connection. Please try again later.';
const messages = 'That’s too many messages in an hour. Please wait a while and send this one again.';
const people =
  'Too many people were looked up, exported or erased in an hour. Please wait a while and try again.';
const forms = 'Too many submissions from your connection. Please wait a few minutes and send this one again.';
const pdfs = 'Too many PDF downloads from your connection. Please wait a few minutes and try again.';
const withdrawals = 'Too many tries from your connection. Please try again in an hour, or email us.';
const corrections = 'Too many changes from your connection. Please wait a few minutes and try again.';
const addresses =
  'The email address for this order has changed several times today. Please email us instead.';

/** The limits that keep guessers, card testers and mail abusers out (docs/product.md §9). */
const table = {
  signIn: [10, 15 * minute, signIn],
  signInToAccount: [20, 15 * minute, signIn],
  askReset: [10, hour, resets],
  resetForAddress: [3, hour, resets],
  /** New payments at Stripe: fifty people of one office can buy, some of them twice. */
  openCheckout: [60, 10 * minute, checkouts],
  /** Codes that the shop does not have. */
  guessCode: [10, 15 * minute, codes],
  submitOrder: [300, 10 * minute, orders],
  /** Each sends a mail at once, to the address that was typed. */
  freeOrderForAddress: [3, hour, freeToAddress],
  freeOrder: [3, hour, free],
  confirmPayment: [300, 10 * minute, 'Too many payment checks. Please wait a few minutes.'],
  reportFailure: [10, 10 * minute, reports],
  reportError: [10, 10 * minute, reports],
  /** For each order, by any of its links. */
  writeMessage: [10, hour, messages],
  portrait: [20, 10 * minute, 'Too many pictures were sent. Please wait a few minutes.'],
  /** Looking for people, exporting and erasing them: a stolen session cannot carry all customers away. */
  privacy: [60, hour, people],
  letterPdf: [30, 10 * minute, pdfs],
  customerForm: [30, 10 * minute, forms],
  askLinks: [10, hour, resets],
  linksForAddress: [3, hour, resets],
  /** Each sends a mail to the address that was typed. */
  joinWaitlist: [3, hour, 'Too many requests from your connection. Please try again in an hour.'],
  waitlistForAddress: [1, 24 * hour, resets],
  /** Too few tries to guess an order's number and address in time. */
  stateWithdrawal: [10, hour, withdrawals],
  correctOrder: [30, 10 * minute, corrections],
  /** Each new address gets a confirmation: one payment must not buy mail to many strangers. */
  newAddress: [5, 24 * hour, addresses],
  setUp: [30, 10 * minute, 'Too many tries. Please wait a few minutes and reload the page.'],
  testEmail: [3, hour, 'Only three test emails can be sent in an hour. Please try again later.'],
} satisfies Record<string, RateLimitOptions>;

export type RateLimits = Record<keyof typeof table, RateLimit>;

/** Creates all limits. Their counts are stored in the database, so that they survive a restart. */
export function createRateLimits(db: Database, clock: Clock, isEnabled: boolean): RateLimits {
  const entries = Object.entries(table).map(([name, options]) => [
    name,
    createRateLimit(db, clock, name, isEnabled ? options : null),
  ]);
  return Object.fromEntries(entries) as RateLimits;
}

export function deleteExpiredLimits(tx: Transaction, now: number): void {
  tx.delete(rateLimits).where(lt(rateLimits.expire, now)).run();
}

function takePoint(tx: Transaction, key: string, now: number, end: number) {
  // A window that ends later than one that begins now comes from a clock that was ahead.
  const isCurrent = sql`${rateLimits.expire} > ${now} AND ${rateLimits.expire} <= excluded.expire`;
  return tx
    .insert(rateLimits)
    .values({ key, points: 1, expire: end })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`CASE WHEN ${isCurrent} THEN ${rateLimits.points} + 1 ELSE 1 END`,
        expire: sql`CASE WHEN ${isCurrent} THEN ${rateLimits.expire} ELSE excluded.expire END`,
      },
    })
    .returning({ points: rateLimits.points, expire: rateLimits.expire })
    .get();
}

function givePointBack(tx: Transaction, key: string) {
  const hasPoints = and(eq(rateLimits.key, key), gt(rateLimits.points, 0));
  tx.update(rateLimits)
    .set({ points: sql`${rateLimits.points} - 1` })
    .where(hasPoints)
    .run();
}

/** A whole /48 of IPv6 gets this many times the limit of one visitor. */
const visitorsOfNetwork = 4;

function createRateLimit(db: Database, clock: Clock, name: string, options: RateLimitOptions | null) {
  // Keys can be personal data (an address): only their hash is stored.
  const stored = (key: string) => `${name}:${hashToken(key)}`;

  async function take(key: string): Promise<void> {
    if (options === null) return;
    const [points, windowSeconds, message] = options;
    const network = networkOf(key);
    const counted = [
      { key, points },
      ...(network ? [{ key: network, points: points * visitorsOfNetwork }] : []),
    ];
    const now = clock.now();
    const refusedUntil = await writeTransaction(db, (tx) => {
      for (const { key, points } of counted) {
        const found = takePoint(tx, stored(key), now, now + seconds(windowSeconds));
        if (found.points > points) return found.expire;
      }
      return null;
    });
    if (refusedUntil === null) return;
    throw new DomainError('too_many_requests', message, {
      retryAfterSeconds: Math.max(1, wholeSeconds(refusedUntil - now)),
    });
  }

  async function giveBack(key: string): Promise<void> {
    if (options === null) return;
    await writeTransaction(db, (tx) => {
      for (const counted of [key, networkOf(key)]) if (counted !== null) givePointBack(tx, stored(counted));
    });
  }

  return {
    take,
    giveBack,
    /** Counts one more. @returns false where `take` would throw */
    async tryTake(key: string): Promise<boolean> {
      try {
        await take(key);
        return true;
      } catch (error) {
        if (error instanceof DomainError && error.code === 'too_many_requests') return false;
        throw error;
      }
    },
    /** Counts only failures of `prove`. @returns its result; throws its error */
    async countFailures<T>(key: string, prove: () => T | Promise<T>): Promise<T> {
      await take(key);
      const result = await prove();
      await giveBack(key);
      return result;
    },
  };
}
