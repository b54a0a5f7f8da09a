import { atom, type ReadableAtom } from 'nanostores';
import type { PasswordChange } from '../../shared/staff.ts';
import type { Work } from '../desk/work.ts';
import type { showToast } from '../toasts.ts';
import { newPasswordProblem } from './field-problems.ts';

export interface Passwords {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export interface FormProblem {
  title: string;
  message: string;
}

export const noPasswords: Passwords = {
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
};

/** @returns what is wrong with a password change, or null when it can be sent (spec/product.md §5) */
export function passwordProblem(form: Passwords): FormProblem | null {
  const { currentPassword, newPassword, confirmPassword } = form;
  if (!currentPassword || !newPassword || !confirmPassword) {
    return { title: 'Missing Fields', message: 'Please fill in all password fields' };
  }
  if (newPassword !== confirmPassword) {
    return { title: 'Password Mismatch', message: "New passwords don't match" };
  }
  const message = newPasswordProblem(newPassword);
  return message === null ? null : { title: 'Password Too Short', message };
}

/** The form in which somebody changes their own password. */
export interface PasswordForm {
  readonly $passwords: ReadableAtom<Passwords>;
  readonly $passwordProblem: ReadableAtom<FormProblem | null>;
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
  const $passwordProblem = atom<FormProblem | null>(null);
  return {
    $passwords,
    $passwordProblem,
    writePasswords(changes) {
      $passwords.set({ ...$passwords.get(), ...changes });
      $passwordProblem.set(null);
    },
    async savePasswords() {
      const form = $passwords.get();
      const problem = passwordProblem(form);
      if (problem) {
        $passwordProblem.set(problem);
        toast({ title: problem.title, description: problem.message, variant: 'destructive' });
        return false;
      }
      return work.perform({
        subject: 'password',
        name: 'save',
        run: async () => {
          const { currentPassword, newPassword } = form;
          await change({ currentPassword, newPassword });
          $passwords.set(noPasswords);
          toast({ title: 'Password Updated', description: 'Your other sessions have been signed out.' });
          onChanged?.();
        },
        failure: { title: 'Update Failed', message: 'Failed to update password' },
      });
    },
  };
}
