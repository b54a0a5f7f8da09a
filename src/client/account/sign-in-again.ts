import { atom, type ReadableAtom } from 'nanostores';
import { ApiError, messageOf } from '../api.ts';
import type { SessionCalls, SignInErrors } from './session.ts';

/** The sign-in of somebody whose session has ended while they were at work. */
export interface SignInAgain {
  readonly $isBusy: ReadableAtom<boolean>;
  readonly $errors: ReadableAtom<SignInErrors>;
  /** Whether the account asks for a code as well. */
  readonly $needsCode: ReadableAtom<boolean>;
  /** @returns whether they are signed in again */
  signIn(password: string, code: string): Promise<boolean>;
}

export function createSignInAgain(dependencies: {
  username: string;
  calls: Pick<SessionCalls, 'login'>;
}): SignInAgain {
  const { username, calls } = dependencies;
  const $isBusy = atom(false);
  const $errors = atom<SignInErrors>({});
  const $needsCode = atom(false);
  return {
    $isBusy,
    $errors,
    $needsCode,
    async signIn(password, code) {
      if ($isBusy.get()) return false;
      const errors: SignInErrors = {};
      if (!password) errors.password = 'Please enter your password.';
      if ($needsCode.get() && !code.trim()) errors.code = 'Please enter the code.';
      $errors.set(errors);
      if (errors.password || errors.code) return false;
      $isBusy.set(true);
      try {
        await calls.login({ username, password, ...(code.trim() && { code }) });
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'code_required') $needsCode.set(true);
        else $errors.set({ password: messageOf(error, 'Invalid credentials') });
        return false;
      } finally {
        $isBusy.set(false);
      }
    },
  };
}
