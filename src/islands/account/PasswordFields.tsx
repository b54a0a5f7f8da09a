import { useStore } from '@nanostores/react';
import type { PasswordForm } from '../../client/account/password-form.ts';
import { limits } from '../../shared/limits.ts';
import { InputField } from '../ui/forms/Field.tsx';

const fields = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New password', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'Confirm new password', autoComplete: 'new-password' },
] as const;

interface PasswordFieldsProps {
  form: PasswordForm;
  username: string;
  isBusy: boolean;
}

/** The fields of a form in which users change their own password. */
export function PasswordFields({ form, username, isBusy }: PasswordFieldsProps) {
  const passwords = useStore(form.$passwords);
  const errors = useStore(form.$passwordErrors);
  return (
    <>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {fields.map(({ name, label, autoComplete }) => (
        <InputField
          key={name}
          label={label}
          hint={name === 'newPassword' && `At least ${limits.passwordMinimumCharacters} characters.`}
          error={errors[name]}
          type="password"
          autoComplete={autoComplete}
          limit={limits.passwordCharacters}
          readOnly={isBusy}
          value={passwords[name]}
          onChange={(event) => form.writePasswords({ [name]: event.target.value })}
        />
      ))}
    </>
  );
}
