import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { pageStorage } from '../../client/page-storage.ts';
import { createNewPassword, resetCalls } from '../../client/sign-in/password-reset.ts';
import { showToast } from '../../client/toasts.ts';
import { limits } from '../../shared/limits.ts';
import { WorkingButton } from '../ui/ActionButton.tsx';
import { Island } from '../ui/errors/Island.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { textOf } from '../ui/forms/form-text.ts';
import { submitForm } from '../ui/forms/submit-form.ts';
import { Toaster } from '../ui/Toaster.tsx';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';

const fields = [
  { name: 'newPassword', label: 'New password' },
  { name: 'confirmPassword', label: 'Confirm new password' },
] as const;

/** Sets a new password through the link in a mail. */
export function NewPasswordForm() {
  return (
    <Island>
      <Form />
    </Island>
  );
}

function Form() {
  const [reset] = useState(() =>
    createNewPassword({
      // There is no address where the page is built; the browser makes a store of its own.
      hash: typeof location === 'undefined' ? '' : location.hash,
      calls: resetCalls,
      toast: showToast,
      navigate: (path) => location.assign(path),
      storage: pageStorage,
    }),
  );
  const isBusy = useStore(reset.$isBusy);
  const errors = useStore(reset.$errors);
  const linkProblem = useStore(reset.$linkProblem);
  const isReady = useIsHydrated();
  const askAgain = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    void reset.check();
    // Another link opened in the same tab changes nothing but what stands behind the #.
    const startAgain = () => location.reload();
    addEventListener('hashchange', startAgain);
    return () => removeEventListener('hashchange', startAgain);
  }, [reset]);

  const isUseless = isReady && linkProblem !== null;
  // With the form goes what had the focus.
  useEffect(() => {
    if (isUseless && document.activeElement === document.body) askAgain.current?.focus();
  }, [isUseless]);

  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    submitForm(event, (form) =>
      reset.save({
        newPassword: textOf(form, 'newPassword'),
        confirmPassword: textOf(form, 'confirmPassword'),
      }),
    );

  return (
    <>
      <div role="alert">
        {isUseless && (
          <div data-useless className="space-y-3">
            <p>{linkProblem}</p>
            <p>
              <a ref={askAgain} className="text-link" href="/admin/forgot-password">
                Ask for another link
              </a>
            </p>
          </div>
        )}
      </div>
      {!isUseless && (
        <form
          noValidate
          method="post"
          onSubmit={submit}
          className="space-y-5"
          aria-label="Set a new password"
        >
          {fields.map(({ name, label }) => (
            <InputField
              key={name}
              label={label}
              hint={name === 'newPassword' && `At least ${limits.passwordMinimumCharacters} characters.`}
              error={errors[name]}
              name={name}
              type="password"
              autoComplete="new-password"
              required
              limit={limits.passwordCharacters}
            />
          ))}
          <WorkingButton
            type="submit"
            className="btn btn-primary btn-block"
            isBusy={isBusy}
            disabled={!isReady}
          >
            {isBusy ? 'Saving...' : 'Set Password'}
          </WorkingButton>
        </form>
      )}
      <Toaster />
    </>
  );
}
