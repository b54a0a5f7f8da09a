import { setTimeout as wait } from 'node:timers/promises';
import { seconds, wholeSeconds } from '../../shared/durations.ts';
import { DomainError } from '../base/domain-error.ts';
import type { RateLimit } from '../base/http/rate-limits.ts';
import { createQueue } from '../base/queue.ts';
import { createTtlCache } from '../base/ttl-cache.ts';

/** Returns a function that slows down password guesses at one account. @param pace milliseconds between two checks */
export function createGuessLimiter(limit: RateLimit, guarded: (account: string) => void, pace = seconds(5)) {
  /** When the next check of an account may begin; kept while that lies ahead. */
  const nextTurns = createTtlCache<number>(performance, pace);
  const waiting = new Set<string>();

  async function waitForTurn(account: string): Promise<void> {
    const turn = nextTurns.get(account) ?? 0;
    const now = performance.now();
    if (turn > now) {
      if (waiting.has(account)) {
        throw new DomainError(
          'too_many_requests',
          'There have been too many wrong passwords for this account. Try again in a few seconds, use a browser you signed in with before, or request a password reset link.',
          { retryAfterSeconds: wholeSeconds(turn + pace - now) },
        );
      }
      waiting.add(account);
      await wait(turn - now);
      waiting.delete(account);
    }
    nextTurns.set(account, performance.now() + pace);
  }

  /** After many wrong passwords one check of a name waits and others are refused, also without an account. */
  return async function slowDown<T>(account: string, prove: () => Promise<T>): Promise<T> {
    const isCalm = await limit.tryTake(account);
    if (!isCalm) {
      guarded(account);
      await waitForTurn(account);
    }
    const result = await prove();
    if (isCalm) await limit.giveBack(account);
    return result;
  };
}

/**
 * Returns a function that runs `concurrency` tasks at a time. When `maxQueued` wait, it takes only those that go first.
 * @throws {DomainError} `too_many_requests`, from the function, for the others
 */
export function createConcurrencyLimit(concurrency: number, maxQueued: number) {
  const queue = createQueue(concurrency);
  return async function take<T>(goesFirst: boolean, work: () => Promise<T>): Promise<T> {
    if (!goesFirst && queue.countWaiting() >= maxQueued) {
      throw new DomainError(
        'too_many_requests',
        'Too many people are signing in at this moment. Please try again in a few seconds.',
        { retryAfterSeconds: 5 },
      );
    }
    return queue.add(work, { goesFirst });
  };
}
