import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { sessionCalls } from '../../client/sign-in/session.ts';
import { createSignInAgain } from '../../client/sign-in/sign-in-again.ts';
import { limits } from '../../shared/limits.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { textOf } from '../ui/forms/form-text.ts';
import { submitForm } from '../ui/forms/submit-form.ts';
import { CodeField } from './CodeField.tsx';

interface SignInAgainProps {
  username: string;
  onSignedIn: () => void;
}

/** The sign-in of a user whose session has ended while they were at work. */
export function SignInAgain({ username, onSignedIn }: SignInAgainProps) {
  const [again] = useState(() => createSignInAgain({ username, calls: sessionCalls }));
  const isBusy = useStore(again.$isBusy);
  const errors = useStore(again.$errors);
  const needsCode = useStore(again.$needsCode);

  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    submitForm(event, async (form) => {
      if (await again.signIn(textOf(form, 'password'), textOf(form, 'code'))) onSignedIn();
    });

  return (
    <form noValidate aria-label="Sign in again" className="grid gap-4" onSubmit={submit}>
      <InputField label="Username" name="username" autoComplete="username" readOnly value={username} />
      <InputField
        label="Password"
        error={errors.password}
        name="password"
        type="password"
        autoComplete="current-password"
        // The dialog is about nothing else.
        autoFocus
        limit={limits.passwordCharacters}
        readOnly={isBusy}
      />
      {needsCode && <CodeField error={errors.code} />}
      <div>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Signing in...">
          Sign In
        </ActionButton>
      </div>
    </form>
  );
}
