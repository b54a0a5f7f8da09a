import { atom, type ReadableAtom } from 'nanostores';
import type { PasswordChange } from '../../shared/people/staff.ts';
import type { Work } from '../desk/work.ts';
import type { FieldErrors } from '../field-errors.ts';
import type { showToast } from '../toasts.ts';
import { newPasswordProblem } from './field-problems.ts';

export interface Passwords {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export const noPasswords: Passwords = {
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
};

/** What keeps a password change from being sent: the title of its toast, and the fields that say it. */
export interface PasswordProblem {
  title: string;
  message: string;
  fields: (keyof Passwords)[];
}

/** @returns what is wrong with a password change, or null when it can be sent (docs/product.md §10) */
export function passwordProblem(form: Passwords): PasswordProblem | null {
  const empty = (['currentPassword', 'newPassword', 'confirmPassword'] as const).filter(
    (name) => !form[name],
  );
  if (empty.length > 0) {
    return { title: 'Missing Fields', message: 'Please fill in all password fields', fields: empty };
  }
  if (form.newPassword !== form.confirmPassword) {
    return { title: 'Password Mismatch', message: "New passwords don't match", fields: ['confirmPassword'] };
  }
  const message = newPasswordProblem(form.newPassword);
  return message === null ? null : { title: 'Password Too Short', message, fields: ['newPassword'] };
}

/** The form in which users change their own password. */
export interface PasswordForm {
  readonly $passwords: ReadableAtom<Passwords>;
  readonly $passwordErrors: ReadableAtom<FieldErrors<keyof Passwords>>;
  writePasswords(changes: Partial<Passwords>): void;
  savePasswords(): Promise<boolean>;
}

export function createPasswordForm(dependencies: {
  change: (change: PasswordChange) => Promise<unknown>;
  work: Work;
  toast: typeof showToast;
  onChanged?: () => void;
}): PasswordForm {
  const { change, work, toast, onChanged } = dependencies;
  const $passwords = atom(noPasswords);
  const $passwordErrors = atom<FieldErrors<keyof Passwords>>({});
  return {
    $passwords,
    $passwordErrors,
    writePasswords(changes) {
      $passwords.set({ ...$passwords.get(), ...changes });
      $passwordErrors.set({});
    },
    async savePasswords() {
      const form = $passwords.get();
      const problem = passwordProblem(form);
      if (problem) {
        $passwordErrors.set(Object.fromEntries(problem.fields.map((name) => [name, problem.message])));
        toast({ title: problem.title, description: problem.message, variant: 'destructive' });
        return false;
      }
      return work.perform({
        subject: 'password',
        name: 'save',
        run: () => change({ currentPassword: form.currentPassword, newPassword: form.newPassword }),
        refresh: () => onChanged?.(),
        show() {
          $passwords.set(noPasswords);
          toast({ title: 'Password Updated', description: 'Your other sessions have been signed out.' });
        },
        failure: { title: 'Update Failed', message: 'Failed to update password' },
      });
    },
  };
}
