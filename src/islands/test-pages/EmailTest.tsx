import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { createEmailTest, sendTestEmail } from '../../client/test-pages/email-test.ts';
import { showToast } from '../../client/toasts.ts';
import { limits } from '../../shared/limits.ts';
import { WorkingButton } from '../ui/ActionButton.tsx';
import { Island } from '../ui/errors/Island.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { textOf } from '../ui/forms/form-text.ts';
import { submitForm } from '../ui/forms/submit-form.ts';
import { Toaster } from '../ui/Toaster.tsx';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';

export function EmailTest() {
  return (
    <Island>
      <Form />
    </Island>
  );
}

function Form() {
  const [test] = useState(() => createEmailTest({ send: sendTestEmail, toast: showToast }));
  const isBusy = useStore(test.$isBusy);
  const errors = useStore(test.$errors);
  const words = useStore(test.$serverWords);
  const isReady = useIsHydrated();

  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    submitForm(event, (form) => test.send(textOf(form, 'email')));

  return (
    <>
      <form noValidate onSubmit={submit} className="space-y-5" aria-label="Send a test email">
        <InputField
          label="Email address"
          error={errors.email}
          name="email"
          type="email"
          autoComplete="email"
          required
          limit={limits.emailCharacters}
          placeholder="name@example.com"
        />
        <WorkingButton type="submit" className="btn btn-primary" isBusy={isBusy} disabled={!isReady}>
          {isBusy ? 'Sending...' : 'Send Test Email'}
        </WorkingButton>
      </form>
      <div role="status">
        {words !== null && (
          <p className="mt-5 border-l-4 border-error pl-4 wrap-anywhere">
            The mail server, or the way to it, says: <q>{words}</q>
          </p>
        )}
      </div>
      <Toaster />
    </>
  );
}
