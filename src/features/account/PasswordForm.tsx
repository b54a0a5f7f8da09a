import { limits } from '../../shared/limits.ts';
import { type PasswordChange, passwordFormSchema } from '../../shared/people/staff.ts';
import { SubmitButton } from '../../ui/Button.tsx';
import { InputField } from '../../ui/forms/Field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useDeskBase } from '../desk/desk-hooks.ts';

const inputs = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New password', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'Confirm new password', autoComplete: 'new-password' },
] as const;

/** Toast titles by message (docs/product.md §10). */
const toastTitles = [
  ['Please fill in all password fields', 'Missing Fields'],
  ["New passwords don't match", 'Password Mismatch'],
  [`Password must be at least ${limits.passwordMinimumCharacters} characters`, 'Password Too Short'],
] as const;

/** Asks for the current password and twice for a new one; `save` gets each once. Some errors also show a toast. */
export function PasswordForm(props: {
  title: string;
  submitLabel: string;
  className: string;
  buttonClass: string;
  username: string;
  save: (change: PasswordChange) => Promise<boolean>;
}) {
  const { title, submitLabel, className, buttonClass, username, save } = props;
  const { toast } = useDeskBase();
  const { field, isBusy, onSubmit } = useForm({
    stored: { currentPassword: '', newPassword: '', confirmPassword: '' },
    schema: passwordFormSchema,
    save: ({ currentPassword, newPassword }) => save({ currentPassword, newPassword }),
    onInvalid(errors) {
      const found = toastTitles.find(([message]) => Object.values(errors).includes(message));
      if (found) toast({ title: found[1], description: found[0], variant: 'destructive' });
    },
  });
  return (
    <form noValidate aria-label={title} className={className} onSubmit={onSubmit}>
      <h3 className="text-lg">{title}</h3>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {inputs.map(({ name, label, autoComplete }) => (
        <InputField
          key={name}
          {...field(name)}
          label={label}
          hint={name === 'newPassword' && `At least ${limits.passwordMinimumCharacters} characters.`}
          type="password"
          autoComplete={autoComplete}
          limit={limits.passwordCharacters}
        />
      ))}
      <SubmitButton isBusy={isBusy} className={buttonClass} busyLabel="Updating…">
        {submitLabel}
      </SubmitButton>
    </form>
  );
}
