import { atom, type ReadableAtom } from 'nanostores';
import { messageOf } from './api.ts';
import type { SessionCalls } from './session.ts';

/** The sign-in of somebody whose session has ended while they were at work. */
export interface SignInAgain {
  readonly $isBusy: ReadableAtom<boolean>;
  /** Why it did not succeed; empty while nothing is wrong. */
  readonly $problem: ReadableAtom<string>;
  /** @returns whether they are signed in again */
  signIn(password: string): Promise<boolean>;
}

export function createSignInAgain(dependencies: {
  username: string;
  calls: Pick<SessionCalls, 'login'>;
}): SignInAgain {
  const { username, calls } = dependencies;
  const $isBusy = atom(false);
  const $problem = atom('');
  return {
    $isBusy,
    $problem,
    async signIn(password) {
      if ($isBusy.get()) return false;
      $problem.set(password ? '' : 'Please enter your password.');
      if (!password) return false;
      $isBusy.set(true);
      try {
        await calls.login({ username, password });
        return true;
      } catch (error) {
        $problem.set(messageOf(error, 'Invalid credentials'));
        return false;
      } finally {
        $isBusy.set(false);
      }
    },
  };
}
