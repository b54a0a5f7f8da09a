import { createSignInAttempt, type SessionCalls, type SignIn } from './session.ts';

/** The sign-in of a user whose session has ended while they were at work. */
export interface SignInAgain extends Pick<SignIn, '$isBusy' | '$errors' | '$needsCode'> {
  /** @returns whether they are signed in again */
  signIn(password: string, code: string): Promise<boolean>;
}

export function createSignInAgain(dependencies: {
  username: string;
  calls: Pick<SessionCalls, 'login' | 'currentUser'>;
}): SignInAgain {
  const { username, calls } = dependencies;
  const { enter, ...attempt } = createSignInAttempt({
    calls,
    onRefused: (message) => attempt.$errors.set({ password: message }),
  });
  return {
    ...attempt,
    signIn: async (password, code) => (await enter({ username, password, code })) !== null,
  };
}
