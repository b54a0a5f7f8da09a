import { atom, type ReadableAtom } from 'nanostores';
import { cleanEmail, isEmail } from '../../shared/email-address.ts';
import { linkSecretIn } from '../../shared/orders/link-secret.ts';
import { newPasswordProblem } from '../account/field-problems.ts';
import { ApiError, api, call, messageOf } from '../api.ts';
import { type FieldErrors, isFaultless } from '../field-errors.ts';
import { leaveToast, type TextStorage } from '../toast-handover.ts';
import type { showToast } from '../toasts.ts';

/** The calls to reset a forgotten password. Each may throw an ApiError. */
export interface ResetCalls {
  ask(email: string): Promise<unknown>;
  /** Fails as `confirm` would when the link is over. */
  check(token: string): Promise<unknown>;
  confirm(token: string, newPassword: string): Promise<unknown>;
}

export const resetCalls: ResetCalls = {
  ask: (email) => call(api['password-reset'].$post({ json: { email } })),
  check: (token) => call(api['password-reset'].check.$post({ json: { token } })),
  confirm: (token, newPassword) =>
    call(api['password-reset'].confirm.$post({ json: { token, newPassword } })),
};

export interface ForgottenPassword {
  readonly $isBusy: ReadableAtom<boolean>;
  readonly $errors: ReadableAtom<FieldErrors<'email'>>;
  /** The address the last link went to, if there is such an account. */
  readonly $sentTo: ReadableAtom<string | null>;
  ask(email: string): Promise<void>;
}

/** Has a link to a new password sent. */
export function createForgottenPassword(dependencies: {
  calls: Pick<ResetCalls, 'ask'>;
  toast: typeof showToast;
}): ForgottenPassword {
  const $isBusy = atom(false);
  const $errors = atom<FieldErrors<'email'>>({});
  const $sentTo = atom<string | null>(null);
  return {
    $isBusy,
    $errors,
    $sentTo,
    async ask(text) {
      if ($isBusy.get()) return;
      const email = cleanEmail(text);
      $errors.set(isEmail(email) ? {} : { email: 'Please enter a valid email address.' });
      if (!isFaultless($errors.get())) return;
      $sentTo.set(null);
      $isBusy.set(true);
      try {
        await dependencies.calls.ask(email);
        $sentTo.set(email);
      } catch (error) {
        dependencies.toast({
          title: 'Nothing Was Sent',
          description: messageOf(error, 'Please try again in a moment.'),
          variant: 'destructive',
        });
      }
      $isBusy.set(false);
    },
  };
}

export type NewPasswordErrors = FieldErrors<'newPassword' | 'confirmPassword'>;

export interface NewPassword {
  readonly $isBusy: ReadableAtom<boolean>;
  readonly $errors: ReadableAtom<NewPasswordErrors>;
  /** Why the link is of no use, or null while it may be. */
  readonly $linkProblem: ReadableAtom<string | null>;
  /** Asks whether the link still works, before the user thinks of a password. */
  check(): Promise<void>;
  save(fields: { newPassword: string; confirmPassword: string }): Promise<void>;
}

/**
 * Sets a new password through a link.
 *
 * @param dependencies.hash what the link ended in, from the `#` on
 */
export function createNewPassword(dependencies: {
  hash: string;
  calls: Pick<ResetCalls, 'check' | 'confirm'>;
  toast: typeof showToast;
  navigate(path: string): void;
  storage: TextStorage;
}): NewPassword {
  const { calls, toast } = dependencies;
  const token = linkSecretIn(dependencies.hash);
  const $isBusy = atom(false);
  const $errors = atom<NewPasswordErrors>({});
  const $linkProblem = atom(
    token ? null : 'This link is not complete. Please open the one in the email, or ask for another.',
  );

  const isOver = (error: unknown) => error instanceof ApiError && error.code === 'reset_not_found';

  function explain(error: unknown): void {
    const message = messageOf(error, 'Please try again in a moment.');
    if (isOver(error)) $linkProblem.set(message);
    else if (error instanceof ApiError && error.status === 400) $errors.set({ newPassword: message });
    else toast({ title: 'Update Failed', description: message, variant: 'destructive' });
  }

  return {
    $isBusy,
    $errors,
    $linkProblem,
    async check() {
      if (!token) return;
      try {
        await calls.check(token);
      } catch (error) {
        // Anything else tells nothing about the link.
        if (isOver(error)) explain(error);
      }
    },
    async save({ newPassword, confirmPassword }) {
      if ($isBusy.get()) return;
      const errors: NewPasswordErrors = {};
      const problem = newPasswordProblem(newPassword);
      if (problem) errors.newPassword = problem;
      else if (newPassword !== confirmPassword) errors.confirmPassword = "New passwords don't match";
      $errors.set(errors);
      if (!isFaultless(errors)) return;
      $isBusy.set(true);
      try {
        await calls.confirm(token, newPassword);
        leaveToast(dependencies.storage, {
          title: 'Password Updated',
          description: 'You can sign in with it now.',
        });
        // Stays busy: the next page is on its way.
        dependencies.navigate('/admin/login');
      } catch (error) {
        explain(error);
        $isBusy.set(false);
      }
    },
  };
}
