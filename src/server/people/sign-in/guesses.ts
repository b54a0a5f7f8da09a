import { setTimeout as wait } from 'node:timers/promises';
import { seconds, wholeSeconds } from '../../../shared/durations.ts';
import { DomainError } from '../../basics/errors.ts';
import type { RateLimit } from '../../http/rate-limits.ts';

/** How long an account under attack lies between two checks, in milliseconds. */
const defaultPace = seconds(5);

/** Slows down who guesses at one account, from however many addresses. */
export interface Guesses {
  /**
   * Checks a password, at once while few have been wrong lately, and later one after the other with a pause between
   * them: a guesser makes little progress, and the owner waits for a moment. One check may wait at a time.
   *
   * @param account the name that was typed: the answer must not show whether an account has it
   * @throws {DomainError} `too_many_requests`, and what `prove` throws
   */
  slowDown<T>(account: string, prove: () => Promise<T>): Promise<T>;
}

/**
 * @param limit how many wrong passwords pass before a pause
 * @param guarded told of an account whenever a check of it has to wait
 */
export function createGuesses(
  limit: RateLimit,
  guarded: (account: string) => void,
  pace = defaultPace,
): Guesses {
  /** When the next check of an account may begin; kept while that lies ahead. */
  const nextTurns = new Map<string, number>();
  const waiting = new Set<string>();

  async function waitForTurn(account: string): Promise<void> {
    const turn = nextTurns.get(account) ?? 0;
    const now = performance.now();
    if (turn > now) {
      if (waiting.has(account)) throw tooMany(turn + pace - now);
      waiting.add(account);
      await wait(turn - now);
      waiting.delete(account);
    }
    const next = performance.now() + pace;
    nextTurns.set(account, next);
    wait(pace, undefined, { ref: false }).then(() => {
      if (nextTurns.get(account) === next) nextTurns.delete(account);
    });
  }

  return {
    async slowDown(account, prove) {
      const isCalm = await limit.allows(account);
      if (!isCalm) {
        guarded(account);
        await waitForTurn(account);
      }
      const result = await prove();
      if (isCalm) await limit.giveBack(account);
      return result;
    },
  };
}

function tooMany(milliseconds: number): DomainError {
  return new DomainError(
    'too_many_requests',
    'There have been too many wrong passwords for this account. Try again in a few seconds, use a browser you signed in with before, or request a link to a new password.',
    { retryAfterSeconds: wholeSeconds(milliseconds) },
  );
}
