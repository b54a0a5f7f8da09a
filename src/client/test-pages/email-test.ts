import { atom } from 'nanostores';
import { cleanEmail, isEmail } from '../../shared/email-address.ts';
import type { ErrorBody } from '../../shared/errors.ts';
import { ApiError, api, call, messageOf } from '../api.ts';
import { type FieldErrors, isFaultless } from '../field-errors.ts';
import type { showToast } from '../toasts.ts';

export const sendTestEmail = (email: string): Promise<unknown> =>
  call(api['test-email'].$post({ json: { email } }));

export function createEmailTest(dependencies: {
  send: (email: string) => Promise<unknown>;
  toast: typeof showToast;
}) {
  const { toast } = dependencies;
  const $isBusy = atom(false);
  const $errors = atom<FieldErrors<'email'>>({});
  /** The mail server’s answer when it refused, for admins. */
  const $serverWords = atom<string | null>(null);

  return {
    $isBusy,
    $errors,
    $serverWords,
    async send(text: string): Promise<void> {
      if ($isBusy.get()) return;
      const email = cleanEmail(text);
      $errors.set(isEmail(email) ? {} : { email: 'The address should look like name@example.com.' });
      if (!isFaultless($errors.get())) {
        toast({
          title: 'Invalid Email',
          description: 'Please enter a valid email address.',
          variant: 'destructive',
        });
        return;
      }
      $isBusy.set(true);
      $serverWords.set(null);
      try {
        await dependencies.send(email);
        toast({ title: 'Email Sent!', description: 'Check your inbox for the test email' });
      } catch (error) {
        const failed = 'Could not send test email. Check SMTP configuration.';
        $serverWords.set(wordsIn(error));
        const isTooMany = error instanceof ApiError && error.status === 429;
        toast({
          title: 'Email Failed',
          description: isTooMany ? messageOf(error, failed) : failed,
          variant: 'destructive',
        });
      } finally {
        $isBusy.set(false);
      }
    },
  };
}

function wordsIn(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'email_failed') return null;
  const { error: told }: ErrorBody = JSON.parse(error.message.slice(error.message.indexOf('{')));
  return told.words ?? null;
}
