import { type SubmitEvent, useRef, useState } from 'react';
import {
  type AccountFields,
  accountErrors,
  changeOf,
  type FormAccount,
  storedFields,
} from '../../client/account/account-form.ts';
import { ApiError } from '../../client/api.ts';
import { type FieldErrors, isFaultless } from '../../client/field-errors.ts';
import type { SentAccount } from '../../shared/people/account-form.ts';
import type { DaysAway } from '../../shared/people/days-away.ts';
import { submitForm } from '../ui/forms/submit-form.ts';
import { useTyped } from '../ui/forms/use-typed.ts';

/** The form of an account, with what is typed in it. */
export interface AccountForm {
  fields: AccountFields;
  errors: FieldErrors<string>;
  isBusy: boolean;
  /** Counts the saves: a file that was chosen is cleared with the next one. */
  round: number;
  isChanged: (name: keyof AccountFields) => boolean;
  write: (changes: Partial<AccountFields>) => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/**
 * What is typed stays until it is saved; the other fields follow what is stored, and are not sent.
 *
 * @param send resolves to whether it was saved; tells `refused` why it was not
 */
export function useAccountForm<Change>(
  account: FormAccount,
  schema: Parameters<typeof accountErrors>[0],
  isBusy: boolean,
  send: (sent: SentAccount<Change>, refused: (error: unknown) => string | null) => Promise<boolean>,
): AccountForm {
  const { fields, changed, write, clear } = useTyped(storedFields(account));
  const [errors, setErrors] = useState<FieldErrors<string>>({});
  const [round, setRound] = useState(0);
  const seen = useRef<DaysAway[]>(null);

  function refused(error: unknown): string | null {
    if (!(error instanceof ApiError)) return null;
    if (error.code === 'account_conflict') setErrors({ email: error.serverMessage });
    // The message told what stands there now: to save again is to write over it.
    if (error.code === 'availability_conflict') seen.current = null;
    return null;
  }

  async function save(): Promise<void> {
    const change = changeOf(changed, fields, seen.current ?? account.daysAway);
    const found = accountErrors(schema, change, fields);
    setErrors(found);
    const sent = { account: change as Change, picture: fields.isPortraitRemoved ? null : fields.picture };
    if (!isFaultless(found) || !(await send(sent, refused))) return;
    seen.current = null;
    clear(changed);
    setRound(round + 1);
  }

  return {
    fields,
    errors,
    isBusy,
    round,
    isChanged: (name) => changed[name] !== undefined,
    write(changes) {
      if (isBusy) return;
      if (changed.daysAway === undefined) seen.current = null;
      if (changes.daysAway) seen.current ??= account.daysAway;
      setErrors({});
      write(changes);
    },
    onSubmit: (event) => void submitForm(event, save),
  };
}
