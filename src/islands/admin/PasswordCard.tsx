import { useStore } from '@nanostores/react';
import type { FormProblem, PasswordForm } from '../../client/settings.ts';
import { limits } from '../../shared/limits.ts';
import { ActionButton } from '../staff/ActionButton.tsx';
import { Field } from '../ui/Field.tsx';
import { useAdminDesk } from './desk-context.ts';

const fields = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New password', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'Confirm new password', autoComplete: 'new-password' },
] as const;

/** Changes the password of whoever is signed in. */
export function PasswordCard({ username }: { username: string }) {
  const { settings: desk, work } = useAdminDesk();
  const form = useStore(desk.$passwords);
  const problem = useStore(desk.$passwordProblem);
  const running = useStore(work.$running).password;

  return (
    <form
      noValidate
      aria-labelledby="password-heading"
      className="panel grid gap-4 p-4 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        void desk.savePasswords();
      }}
    >
      <h3 id="password-heading" className="text-lg">
        Change Admin Password
      </h3>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {fields.map(({ name, label, autoComplete }) => (
        <Field
          key={name}
          label={label}
          hint={name === 'newPassword' && `At least ${limits.passwordMinimumCharacters} characters.`}
          error={errorOf(name, form, problem)}
        >
          {(aria) => (
            <input
              {...aria}
              type="password"
              autoComplete={autoComplete}
              maxLength={limits.passwordCharacters}
              className="input w-full"
              readOnly={running !== undefined}
              value={form[name]}
              onChange={(event) => desk.writePasswords({ [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <div>
        <ActionButton
          type="submit"
          className="btn btn-primary"
          isBusy={running !== undefined}
          busyLabel="Updating…"
        >
          Update Password
        </ActionButton>
      </div>
    </form>
  );
}

/** @returns the problem if it is this field's */
function errorOf(name: keyof PasswordForm, form: PasswordForm, problem: FormProblem | null): string | null {
  if (!problem) return null;
  if (problem.title === 'Missing Fields') return form[name] ? null : problem.message;
  if (problem.title === 'Password Mismatch') return name === 'confirmPassword' ? problem.message : null;
  return name === 'newPassword' ? problem.message : null;
}
