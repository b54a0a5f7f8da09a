import { useState } from 'react';
import { ApiError, call, errorMessage } from '../../../lib/answers.ts';
import { api } from '../../../lib/api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { cleanEmail, isEmail } from '../../../shared/email/email-address.ts';
import { limits } from '../../../shared/limits.ts';
import { Button } from '../../../ui/Button.tsx';
import { Island } from '../../../ui/errors/ErrorBoundary.tsx';
import { InputField } from '../../../ui/forms/Field.tsx';
import { useForm, useIsHydrated } from '../../../ui/forms/use-form.ts';
import { Toaster } from '../../../ui/Toaster.tsx';

/** Renders the form that sends a test email to a typed address. If the mail server refuses it, shows its answer. */
export function EmailTest() {
  return (
    <Island>
      <Form />
    </Island>
  );
}

const toastProblem = (title: string, description: string) =>
  showToast({ title, description, variant: 'destructive' });

function Form() {
  const isReady = useIsHydrated();
  /** The mail server’s answer when it refused, for admins. */
  const [words, setWords] = useState('');
  const { field, isBusy, onSubmit } = useForm({
    stored: { email: '' },
    typed: 'page',
    toSent: ({ email }) => ({ email: cleanEmail(email) }),
    check: ({ email }) => ({
      email: isEmail(email) ? null : 'The address should look like name@example.com.',
    }),
    onInvalid: () => toastProblem('Invalid Email', 'Please enter a valid email address.'),
    async save(json) {
      setWords('');
      try {
        await call(api['test-email'].$post({ json }));
        showToast({ title: 'Email Sent!', description: 'Check your inbox for the test email' });
        return true;
      } catch (error) {
        const failed = 'Could not send test email. Check SMTP configuration.';
        const { status, words: said } = error instanceof ApiError ? error : { status: 0, words: '' };
        setWords(said);
        toastProblem('Email Failed', status === 429 ? errorMessage(error, failed) : failed);
        return false;
      }
    },
  });

  return (
    <>
      <form noValidate onSubmit={onSubmit} className="space-y-5" aria-label="Send a test email">
        <InputField
          {...field('email')}
          label="Email address"
          type="email"
          autoComplete="email"
          required
          limit={limits.emailCharacters}
          placeholder="name@example.com"
        />
        <Button
          type="submit"
          className="btn btn-primary"
          isBusy={isBusy}
          busyLabel="Sending..."
          disabled={!isReady}
        >
          Send Test Email
        </Button>
      </form>
      <div role="status">
        {words && (
          <p className="mt-5 border-l-4 border-error pl-4 wrap-anywhere">
            What went wrong: <q>{words}</q>
          </p>
        )}
      </div>
      <Toaster />
    </>
  );
}
