import { SubmitButton } from '../../../ui/Button.tsx';
import { InputField } from '../../../ui/forms/Field.tsx';
import type { Session } from '../../desk/session.ts';
import { useSignIn } from './use-sign-in.tsx';

/** Asks the user of an open dashboard to sign in again. The username is fixed. */
export function SignInAgain(props: { signIn: Session['signIn']; username: string; onSignedIn: () => void }) {
  const { signIn, username, onSignedIn } = props;
  const { field, isBusy, onSubmit, passwordFields } = useSignIn(signIn, async () => onSignedIn());
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
