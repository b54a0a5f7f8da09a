import { SubmitButton } from '../../../ui/Button.tsx';
import { InputField } from '../../../ui/forms/Field.tsx';
import { useSignIn } from './use-sign-in.tsx';

/** The sign-in of a user whose session has ended while they were at work. */
export function SignInAgain({ username, onSignedIn }: { username: string; onSignedIn: () => void }) {
  const { field, isBusy, onSubmit, passwordFields } = useSignIn(
    async () => onSignedIn(),
    (message, refuse) => refuse({ password: message }),
  );
  return (
    <form noValidate aria-label="Sign in again" className="grid gap-4" onSubmit={onSubmit}>
      <InputField {...field('username')} label="Username" autoComplete="username" readOnly value={username} />
      {passwordFields({ autoFocus: true })}
      <SubmitButton isBusy={isBusy} busyLabel="Signing in...">
        Sign In
      </SubmitButton>
    </form>
  );
}
