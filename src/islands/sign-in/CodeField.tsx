import { limits } from '../../shared/limits.ts';
import { InputField } from '../ui/forms/Field.tsx';

/** The second factor of a sign-in. It is asked for after the password, and is all that is left to type then. */
export function CodeField({ error }: { error: string | undefined }) {
  return (
    <InputField
      label="Code"
      hint="The six digits your authenticator app shows, or one of your recovery codes."
      error={error}
      autoFocus
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      limit={limits.codeCharacters}
    />
  );
}
