import { useEffect, useRef, useState } from 'react';
import { ApiError, call, errorMessage } from '../../../lib/answers.ts';
import { api } from '../../../lib/api.ts';
import { pageStorage } from '../../../lib/page-storage.ts';
import { saveToast } from '../../../lib/saved-toast.ts';
import { showToast } from '../../../lib/toasts.ts';
import { limits } from '../../../shared/limits.ts';
import { newPasswordFormSchema } from '../../../shared/people/staff.ts';
import { linkSecretIn } from '../../../shared/text.ts';
import { Island } from '../../../ui/errors/ErrorBoundary.tsx';
import { InputField } from '../../../ui/forms/Field.tsx';
import { useForm, useIsHydrated } from '../../../ui/forms/use-form.ts';
import { PortalForm } from './PortalForm.tsx';

const fields = [
  { name: 'newPassword', label: 'New password' },
  { name: 'confirmPassword', label: 'Confirm new password' },
] as const;

const incompleteLink = 'This link is incomplete. Please open the one in the email or ask for a new one.';

/** Returns whether the link has expired, was used, or was replaced by a newer one. */
const isLinkOver = (error: unknown) => error instanceof ApiError && error.code === 'reset_not_found';

/** Sets a new password by the secret in the address's hash. For an invalid link, only says why it is invalid. */
export function NewPasswordForm() {
  const isReady = useIsHydrated();
  // There is no address when the page is built.
  const [token] = useState(() => (typeof location === 'undefined' ? '' : linkSecretIn(location.hash)));
  const [owner, setOwner] = useState<{ username: string; isInvited: boolean } | null>(null);
  const [linkProblem, setLinkProblem] = useState(token ? null : incompleteLink);
  const askAgain = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    const noteIfOver = (error: unknown) => {
      if (isLinkOver(error)) setLinkProblem(errorMessage(error, ''));
    };
    if (token) void call(api['password-reset'].check.$post({ json: { token } })).then(setOwner, noteIfOver);
    // Another link opened in the same tab changes only the hash.
    const startAgain = () => location.reload();
    addEventListener('hashchange', startAgain);
    return () => removeEventListener('hashchange', startAgain);
  }, [token]);

  const isUseless = isReady && linkProblem !== null;
  // The focus is lost when the form is removed.
  useEffect(() => {
    if (isUseless && document.activeElement === document.body) askAgain.current?.focus();
  }, [isUseless]);

  const { field, isBusy, onSubmit } = useForm({
    stored: { newPassword: '', confirmPassword: '' },
    typed: 'page',
    schema: newPasswordFormSchema,
    async save({ newPassword }, refuse) {
      try {
        await call(api['password-reset'].confirm.$post({ json: { token, newPassword } }));
      } catch (error) {
        const message = errorMessage(error, 'Please try again in a moment.');
        if (isLinkOver(error)) setLinkProblem(message);
        else if (error instanceof ApiError && error.status === 400) refuse({ newPassword: message });
        else showToast({ title: 'Update Failed', description: message, variant: 'destructive' });
        return false;
      }
      saveToast(pageStorage, { title: 'Password Updated', description: 'You can sign in with it now.' });
      location.assign('/admin/login');
      // Busy until the next page has loaded.
      return new Promise<never>(() => {});
    },
  });

  return (
    <Island>
      <div role="alert">
        {isUseless && (
          <div data-useless className="space-y-3">
            <p>{linkProblem}</p>
            <p>
              <a ref={askAgain} className="text-link" href="/admin/forgot-password">
                Ask for a new link
              </a>
            </p>
          </div>
        )}
      </div>
      {!isUseless && owner && (
        <p className="mb-5 wrap-anywhere" role="status">
          {owner.isInvited ? 'Welcome. You sign in as ' : 'For the account '}
          <strong>{owner.username}</strong>.
        </p>
      )}
      {!isUseless && (
        <PortalForm
          aria-label="Set a new password"
          onSubmit={onSubmit}
          isBusy={isBusy}
          button="Set Password"
          busyLabel="Saving..."
        >
          {fields.map(({ name, label }) => (
            <InputField
              key={name}
              {...field(name)}
              label={label}
              hint={name === 'newPassword' && `At least ${limits.passwordMinimumCharacters} characters.`}
              type="password"
              autoComplete="new-password"
              required
              limit={limits.passwordCharacters}
            />
          ))}
        </PortalForm>
      )}
    </Island>
  );
}
