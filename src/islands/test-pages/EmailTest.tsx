import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { createEmailTest, sendTestEmail } from '../../client/checkout/test-pages.ts';
import { showToast } from '../../client/toasts.ts';
import { limits } from '../../shared/limits.ts';
import { Field } from '../ui/Field.tsx';
import { textOf } from '../ui/form-text.ts';
import { Toaster } from '../ui/Toaster.tsx';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';
import { useKeptFocus } from '../ui/use-kept-focus.ts';

/** Sends one test mail to the address typed in. */
export function EmailTest() {
  const [test] = useState(() => createEmailTest({ send: sendTestEmail, toast: showToast }));
  const isBusy = useStore(test.$isBusy);
  const isReady = useIsHydrated();
  const button = useKeptFocus(isBusy);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void test.send(textOf(event.currentTarget, 'email'));
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="space-y-5" aria-label="Send a test email">
        <Field label="Email address">
          {(aria) => (
            <input
              {...aria}
              className="input w-full"
              name="email"
              type="email"
              autoComplete="email"
              required
              maxLength={limits.emailCharacters}
              placeholder="name@example.com"
            />
          )}
        </Field>
        <button ref={button} type="submit" className="btn btn-primary" disabled={isBusy || !isReady}>
          {isBusy ? 'Sending...' : 'Send Test Email'}
        </button>
      </form>
      <Toaster />
    </>
  );
}
