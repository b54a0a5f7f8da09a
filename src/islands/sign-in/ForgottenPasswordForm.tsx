import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { createForgottenPassword, resetCalls } from '../../client/sign-in/password-reset.ts';
import { showToast } from '../../client/toasts.ts';
import { limits } from '../../shared/limits.ts';
import { WorkingButton } from '../ui/ActionButton.tsx';
import { Island } from '../ui/errors/Island.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { textOf } from '../ui/forms/form-text.ts';
import { submitForm } from '../ui/forms/submit-form.ts';
import { Toaster } from '../ui/Toaster.tsx';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';

/** Asks where the link to a new password goes. */
export function ForgottenPasswordForm() {
  return (
    <Island>
      <Form />
    </Island>
  );
}

function Form() {
  const [forgotten] = useState(() => createForgottenPassword({ calls: resetCalls, toast: showToast }));
  const isBusy = useStore(forgotten.$isBusy);
  const errors = useStore(forgotten.$errors);
  const sentTo = useStore(forgotten.$sentTo);
  const isReady = useIsHydrated();

  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    submitForm(event, (form) => forgotten.ask(textOf(form, 'email')));

  return (
    <>
      <form noValidate method="post" onSubmit={submit} className="space-y-5" aria-label="Ask for a link">
        <InputField
          label="Email address"
          error={errors.email}
          name="email"
          type="email"
          autoComplete="email"
          required
          limit={limits.emailCharacters}
        />
        <WorkingButton
          type="submit"
          className="btn btn-primary btn-block"
          isBusy={isBusy}
          disabled={!isReady}
        >
          {isBusy ? 'Sending...' : 'Send the Link'}
        </WorkingButton>
      </form>
      <div role="status">
        {sentTo && (
          <p className="mt-5 wrap-anywhere">
            If an account has the address <strong>{sentTo}</strong>, a link is on its way there. It works for
            30 minutes. If nothing arrives, look in your spam folder too.
          </p>
        )}
      </div>
      <Toaster />
    </>
  );
}
