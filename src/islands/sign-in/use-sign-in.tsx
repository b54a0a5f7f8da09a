import { useState } from 'react';
import { missingCredentials, sessionCalls, signIn } from '../../client/sign-in/session.ts';
import { limits } from '../../shared/limits.ts';
import type { SignedInUser } from '../../shared/people/staff.ts';
import { InputField } from '../ui/forms/Field.tsx';
import { type FormErrors, textOf, useForm } from '../ui/forms/use-form.ts';

/**
 * A sign-in with a password and, where the account asks for it, a code. The fields keep their own values: what is typed
 * before the page is hydrated stays.
 *
 * @param onSignedIn the form stays busy until the promise resolves
 */
export function useSignIn(
  onSignedIn: (user: SignedInUser) => Promise<void>,
  onRefused: (message: string, refuse: (errors: FormErrors) => void) => void,
) {
  const [needsCode, setNeedsCode] = useState(false);
  const { errors, isBusy, onSubmit } = useForm({
    stored: {},
    toSent: (_changed, _fields, form) => ({
      username: textOf(form, 'username'),
      password: textOf(form, 'password'),
      code: textOf(form, 'code'),
    }),
    check: (sent) => missingCredentials(sent, needsCode),
    async save(sent, refuse) {
      const result = await signIn(sessionCalls, sent);
      if (result.needsCode) setNeedsCode(true);
      if (result.errors) refuse(result.errors);
      if (result.refusal !== undefined) onRefused(result.refusal, refuse);
      if (result.user) await onSignedIn(result.user);
      return result.user !== null;
    },
  });
  const codeField = needsCode && (
    <InputField
      label="Code"
      hint="The six digits your authenticator app shows, or one of your recovery codes."
      error={errors.code}
      autoFocus
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      limit={limits.codeCharacters}
    />
  );
  return { errors, isBusy, onSubmit, codeField };
}
