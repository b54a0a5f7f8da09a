import type { RefObject } from 'react';
import { limits } from '../../shared/limits.ts';
import { InputField } from '../ui/forms/Field.tsx';

interface CodeFieldProps {
  error: string | undefined;
  field: RefObject<HTMLInputElement | null>;
}

/** The second factor of a sign-in. */
export function CodeField({ error, field }: CodeFieldProps) {
  return (
    <InputField
      label="Code"
      hint="The six digits your authenticator app shows, or one of your recovery codes."
      error={error}
      ref={field}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={limits.codeCharacters}
    />
  );
}
