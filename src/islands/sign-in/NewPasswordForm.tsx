import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../client/api.ts';
import { pageStorage } from '../../client/page-storage.ts';
import { isLinkOver, resetCalls, saveNewPassword } from '../../client/sign-in/password-reset.ts';
import { showToast } from '../../client/toasts.ts';
import { limits } from '../../shared/limits.ts';
import { linkSecretIn } from '../../shared/orders/link-secret.ts';
import { newPasswordFormSchema } from '../../shared/people/staff.ts';
import { WorkingButton } from '../ui/ActionButton.tsx';
import { Island } from '../ui/errors/Island.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { textOf, useForm } from '../ui/forms/use-form.ts';
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

const incompleteLink = 'This link is not complete. Please open the one in the email, or ask for another.';

function Form() {
  const isReady = useIsHydrated();
  // There is no address while the page is built.
  const [token] = useState(() => (typeof location === 'undefined' ? '' : linkSecretIn(location.hash)));
  const [linkProblem, setLinkProblem] = useState(token ? null : incompleteLink);
  const askAgain = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    const noteIfOver = (error: unknown) => {
      if (isLinkOver(error)) setLinkProblem(messageOf(error, ''));
    };
    if (token) void resetCalls.check(token).catch(noteIfOver);
    // Another link in the same tab changes only the part behind the #.
    const startAgain = () => location.reload();
    addEventListener('hashchange', startAgain);
    return () => removeEventListener('hashchange', startAgain);
  }, [token]);

  const isUseless = isReady && linkProblem !== null;
  // The focus is lost with the form.
  useEffect(() => {
    if (isUseless && document.activeElement === document.body) askAgain.current?.focus();
  }, [isUseless]);

  const { errors, isBusy, onSubmit } = useForm({
    stored: {},
    schema: newPasswordFormSchema,
    toSent: (_changed, _fields, form) => ({
      newPassword: textOf(form, 'newPassword'),
      confirmPassword: textOf(form, 'confirmPassword'),
    }),
    async save({ newPassword }, refuse) {
      const navigate = (path: string) => location.assign(path);
      try {
        await saveNewPassword({ calls: resetCalls, storage: pageStorage, navigate }, token, newPassword);
      } catch (error) {
        const message = messageOf(error, 'Please try again in a moment.');
        if (isLinkOver(error)) setLinkProblem(message);
        else if (error instanceof ApiError && error.status === 400) refuse({ newPassword: message });
        else showToast({ title: 'Update Failed', description: message, variant: 'destructive' });
        return false;
      }
      // Busy until the next page has loaded.
      return new Promise<never>(() => {});
    },
  });

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
          onSubmit={onSubmit}
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
