import { useState } from 'react';
import { messageOf } from '../../client/api.ts';
import { resetCalls } from '../../client/sign-in/password-reset.ts';
import { showToast } from '../../client/toasts.ts';
import { cleanEmail } from '../../shared/email-address.ts';
import { limits } from '../../shared/limits.ts';
import { askForResetSchema } from '../../shared/people/account.ts';
import { WorkingButton } from '../ui/ActionButton.tsx';
import { Island } from '../ui/errors/Island.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { textOf, useForm } from '../ui/forms/use-form.ts';
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
  const isReady = useIsHydrated();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { errors, isBusy, onSubmit } = useForm({
    stored: {},
    schema: askForResetSchema,
    toSent: (_changed, _fields, form) => ({ email: cleanEmail(textOf(form, 'email')) }),
    async save({ email }) {
      setSentTo(null);
      try {
        await resetCalls.ask(email);
        setSentTo(email);
        return true;
      } catch (error) {
        const description = messageOf(error, 'Please try again in a moment.');
        showToast({ title: 'Nothing Was Sent', description, variant: 'destructive' });
        return false;
      }
    },
  });

  return (
    <>
      <form noValidate method="post" onSubmit={onSubmit} className="space-y-5" aria-label="Ask for a link">
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
