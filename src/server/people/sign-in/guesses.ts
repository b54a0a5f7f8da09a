import { setTimeout as wait } from 'node:timers/promises';
import { seconds, wholeSeconds } from '../../../shared/durations.ts';
import { DomainError } from '../../basics/errors.ts';
import type { RateLimit } from '../../http/rate-limits.ts';

/**
 * Slows down guesses at one account, from however many addresses.
 *
 * @param limit how many wrong passwords pass before a pause
 * @param guarded called with the account whenever a check has to wait
 * @param pace the milliseconds between two checks of a guarded account
 */
export function createGuesses(limit: RateLimit, guarded: (account: string) => void, pace = seconds(5)) {
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
    /**
     * Checks a password at once, or after a pause when many were wrong lately. One check of an account waits at a time.
     *
     * @param account the name that was typed: the answer must not show whether an account has it
     */
    async slowDown<T>(account: string, prove: () => Promise<T>): Promise<T> {
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
