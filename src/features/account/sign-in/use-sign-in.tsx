import { useState } from 'react';
import { ApiError, errorMessage } from '../../../lib/answers.ts';
import { limits } from '../../../shared/limits.ts';
import type { SignedInUser } from '../../../shared/people/signed-in-user.ts';
import { InputField } from '../../../ui/forms/Field.tsx';
import { type FormErrors, useForm } from '../../../ui/forms/use-form.ts';
import type { Session } from '../../desk/session.ts';

const cookiesNeeded =
  'Your browser blocked our sign-in cookie. Please allow cookies for this site and sign in again.';

/**
 * Returns a sign-in form's state; `passwordFields` renders the password and, once the server requires it, the code.
 * A browser that blocks the cookie gets an error at the password.
 */
export function useSignIn(
  signIn: Session['signIn'],
  onSignedIn: (user: SignedInUser) => Promise<void>,
  onRefused: (message: string) => void = () => {},
) {
  const [needsCode, setNeedsCode] = useState(false);
  const { field, isBusy, onSubmit } = useForm({
    stored: { username: '', password: '', code: '' },
    typed: 'page',
    toSent: ({ code, ...user }) => ({ ...user, code: code.trim() }),
    check: ({ username, password, code }): FormErrors => ({
      ...(!username.trim() && { username: 'Please enter your username.' }),
      ...(!password && { password: 'Please enter your password.' }),
      ...(needsCode && !code && { code: 'Please enter the code.' }),
    }),
    async save({ username, password, code }, refuse) {
      let user: SignedInUser | null;
      try {
        user = await signIn({ username, password, ...(code && { code }) });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'code_required') {
          setNeedsCode(true);
          // A code can be used only once.
          if (code) refuse({ code: errorMessage(error, 'Please enter the next code.') });
        } else {
          const message = errorMessage(error, 'Invalid credentials');
          onRefused(message);
          // The server asks for a code only once the password is right.
          refuse({ [code ? 'code' : 'password']: message });
        }
        return false;
      }
      if (user) await onSignedIn(user);
      else refuse({ password: cookiesNeeded });
      return user !== null;
    },
  });
  const passwordFields = (password: { autoFocus?: boolean } = {}) => (
    <>
      <InputField
        {...field('password')}
        {...password}
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        limit={limits.passwordCharacters}
      />
      {needsCode && (
        <InputField
          {...field('code')}
          label="Code"
          hint="The six digits your authenticator app shows, or one of your recovery codes."
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          limit={limits.codeCharacters}
        />
      )}
    </>
  );
  return { field, isBusy, onSubmit, passwordFields };
}
