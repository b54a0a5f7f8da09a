import { useState } from 'react';
import { call, errorMessage } from '../../../lib/answers.ts';
import { api } from '../../../lib/api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { cleanEmail } from '../../../shared/email/email-address.ts';
import { limits } from '../../../shared/limits.ts';
import { askForResetSchema } from '../../../shared/people/staff.ts';
import { Island } from '../../../ui/errors/ErrorBoundary.tsx';
import { InputField } from '../../../ui/forms/Field.tsx';
import { useForm } from '../../../ui/forms/use-form.ts';
import { PortalForm } from './PortalForm.tsx';

/** Renders the form that mails a link to set a new password to a typed address, if an account has it. */
export function ForgottenPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { field, isBusy, onSubmit } = useForm({
    stored: { email: '' },
    typed: 'page',
    schema: askForResetSchema,
    toSent: ({ email }) => ({ email: cleanEmail(email) }),
    async save(json) {
      setSentTo(null);
      try {
        await call(api['password-reset'].$post({ json }));
        setSentTo(json.email);
        return true;
      } catch (error) {
        const description = errorMessage(error, 'Please try again in a moment.');
        showToast({ title: 'Nothing Was Sent', description, variant: 'destructive' });
        return false;
      }
    },
  });

  return (
    <Island>
      <PortalForm
        aria-label="Ask for a link"
        onSubmit={onSubmit}
        isBusy={isBusy}
        button="Send the Link"
        busyLabel="Sending..."
      >
        <InputField
          {...field('email')}
          label="Email address"
          type="email"
          autoComplete="email"
          required
          limit={limits.emailCharacters}
        />
      </PortalForm>
      <div role="status">
        {sentTo && (
          <p className="mt-5 wrap-anywhere">
            If there’s an account with <strong>{sentTo}</strong>, a link is on its way. It works for 30
            minutes. If you don’t get it, check your spam folder.
          </p>
        )}
      </div>
    </Island>
  );
}
