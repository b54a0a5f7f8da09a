import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { sessionCalls } from '../../client/session.ts';
import { createSignInAgain } from '../../client/sign-in-again.ts';
import type { Work } from '../../client/work.ts';
import { limits } from '../../shared/limits.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { textOf } from '../ui/form-text.ts';
import { ActionButton } from './ActionButton.tsx';

interface SessionEndedProps {
  work: Work;
  username: string;
  /** Called when they are signed in again. */
  onSignedIn: () => void;
}

/** Says that the session is over and lets its owner sign in again where they are: nothing they typed is lost. */
export function SessionEnded({ work, username, onSignedIn }: SessionEndedProps) {
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
      <SignInForm
        username={username}
        onSignedIn={() => {
          work.dismissSessionEnd();
          onSignedIn();
        }}
      />
    </Dialog>
  );
}

function SignInForm({ username, onSignedIn }: { username: string; onSignedIn: () => void }) {
  const [again] = useState(() => createSignInAgain({ username, calls: sessionCalls }));
  const isBusy = useStore(again.$isBusy);
  const problem = useStore(again.$problem);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (await again.signIn(textOf(form, 'password'))) onSignedIn();
    else form.querySelector<HTMLElement>('[name="password"]')?.focus();
  }

  return (
    <form noValidate aria-label="Sign in again" className="grid gap-4" onSubmit={submit}>
      <Field label="Username">
        {(aria) => (
          <input
            {...aria}
            className="input w-full"
            name="username"
            autoComplete="username"
            readOnly
            value={username}
          />
        )}
      </Field>
      <Field label="Password" error={problem}>
        {(aria) => (
          <input
            {...aria}
            className="input w-full"
            name="password"
            type="password"
            autoComplete="current-password"
            // biome-ignore lint/a11y/noAutofocus: the dialog is about nothing else
            autoFocus
            maxLength={limits.passwordCharacters}
            readOnly={isBusy}
          />
        )}
      </Field>
      <div>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Signing in...">
          Sign In
        </ActionButton>
      </div>
    </form>
  );
}
