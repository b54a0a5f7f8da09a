import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Work } from '../../client/desk/work.ts';
import { sessionCalls } from '../../client/sign-in/session.ts';
import { createSignInAgain } from '../../client/sign-in/sign-in-again.ts';
import { limits } from '../../shared/limits.ts';
import { CodeField } from '../sign-in/CodeField.tsx';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { textOf } from '../ui/forms/form-text.ts';
import { InputField } from '../ui/forms/InputField.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';

interface SessionEndedProps {
  work: Work;
  username: string;
}

/** Says that the session is over and lets its owner sign in again where they are: nothing they typed is lost. */
export function SessionEnded({ work, username }: SessionEndedProps) {
  const hasEnded = useStore(work.$sessionEnded);
  return (
    <Dialog
      open={hasEnded}
      onOpenChange={(open) => {
        if (!open) work.dismissSessionEnd();
      }}
      title="Your session has ended"
      description="Please sign in again. Everything you have typed is still here."
    >
      <SignInForm username={username} onSignedIn={work.signedIn} />
    </Dialog>
  );
}

function SignInForm({ username, onSignedIn }: { username: string; onSignedIn: () => void }) {
  const [again] = useState(() => createSignInAgain({ username, calls: sessionCalls }));
  const isBusy = useStore(again.$isBusy);
  const errors = useStore(again.$errors);
  const needsCode = useStore(again.$needsCode);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (needsCode) code.current?.focus();
  }, [needsCode]);

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
        maxLength={limits.passwordCharacters}
        readOnly={isBusy}
      />
      {needsCode && <CodeField error={errors.code} field={code} />}
      <div>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Signing in...">
          Sign In
        </ActionButton>
      </div>
    </form>
  );
}
