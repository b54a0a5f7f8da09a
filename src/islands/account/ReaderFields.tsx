import {
  type AccountFields,
  changeOf,
  type FormAccount,
  ownFormSchema,
  personFormSchema,
  storedFields,
} from '../../client/account/account-form.ts';
import { ApiError } from '../../client/api.ts';
import { type Portrait, portraitTypes, profileLimits } from '../../shared/people/profiles.ts';
import { Field, InputField } from '../ui/forms/Field.tsx';
import { WholeNumberField } from '../ui/forms/NumberFields.tsx';
import { type Form, useForm } from '../ui/forms/use-form.ts';
import { DaysFields } from './DaysFields.tsx';

type AccountForm = Form<AccountFields>;

/** @param save resolves to whether it was saved; calls `refused` with the error */
export function useAccountForm(
  account: FormAccount,
  save: (sent: ReturnType<typeof changeOf>, refused: (error: unknown) => string | null) => Promise<boolean>,
): AccountForm {
  const form = useForm({
    stored: storedFields(account),
    schema: account.notices ? ownFormSchema : personFormSchema,
    toSent: (changed, all) => changeOf(account, changed, all),
    save: (sent, refuse) =>
      save(sent, (error) => {
        const { code = '', serverMessage = '' } = error instanceof ApiError ? error : {};
        // The message said which days are stored now: saving again replaces them.
        if (code === 'availability_conflict') form.write({ daysAwayBefore: null });
        if (code === 'account_conflict') refuse({ email: serverMessage });
        return null;
      }),
  });
  return form;
}

/** How customers know a reader. */
export function NameField({ form, ...rest }: { form: AccountForm; 'data-first-focus'?: string }) {
  return (
    <InputField
      {...rest}
      {...form.field('displayName')}
      label="Name for customers"
      optional
      hint="Shown on the front page and under letters. Leave it empty to show no name."
      autoComplete="off"
      limit={profileLimits.nameCharacters}
    />
  );
}

/** The days on which a reader gets no new orders. */
export function DaysAwayFields({ form, hint }: { form: AccountForm; hint: string }) {
  const { fields, changed } = form;
  return (
    <DaysFields
      title="Days away"
      hint={hint}
      name="daysAway"
      days={fields.daysAway}
      form={form}
      onChange={(daysAway) =>
        form.write({ daysAway, daysAwayBefore: changed.daysAway ? fields.daysAwayBefore : fields.daysAway })
      }
    />
  );
}

interface ProfileFieldsProps {
  form: AccountForm;
  portrait: Portrait | null;
  /** Whether the account is open: a portrait of a closed account is not shown. */
  isShown?: boolean;
}

/** What else customers know of a reader, with a portrait. */
export function ProfileFields({ form, portrait, isShown = true }: ProfileFieldsProps) {
  const { fields, errors, isBusy, field, write } = form;
  const words = (name: string) => (name.trim() ? `Portrait of ${name.trim()}` : '');

  function choose(picture: File | null): void {
    const alt = fields.alt || words(fields.displayName);
    const changes: Partial<AccountFields> = picture ? { picture, alt } : { picture };
    write({ ...changes, isPortraitRemoved: false });
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">Profile for customers</legend>
      <WholeNumberField
        {...field('readingSince')}
        label="Reads the cards since"
        optional
        hint="A year, such as 2009."
      />
      <InputField
        {...field('signature')}
        label="Signature"
        optional
        hint="Ends each letter. Leave it empty to use the name."
        autoComplete="off"
        limit={profileLimits.signatureCharacters}
      />
      {portrait && isShown && (
        <img
          src={portrait.address}
          alt={portrait.alt}
          width="96"
          height="96"
          className="size-24 rounded-full border border-base-300"
        />
      )}
      {portrait && !isShown && (
        <p className="text-quiet">The portrait is not shown while the account is closed.</p>
      )}
      <Field
        label={portrait ? 'Another portrait' : 'Portrait'}
        optional
        hint="A JPEG, PNG or WebP of up to 8 MB. It is cropped to a square."
        error={errors.picture}
      >
        {(aria) => (
          <input
            {...aria}
            // The chosen file is cleared once it is saved.
            ref={(input) => {
              if (input && !fields.picture) input.value = '';
            }}
            type="file"
            accept={portraitTypes.join(',')}
            className="input h-auto w-full py-1.5 file:btn file:btn-sm file:mr-3"
            disabled={isBusy}
            onChange={(event) => choose(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      {(portrait || fields.picture) && !fields.isPortraitRemoved && (
        <InputField
          {...field('alt')}
          label="What it shows"
          hint="Read aloud by screen readers."
          error={errors['portrait.alt']}
          autoComplete="off"
          limit={profileLimits.altCharacters}
        />
      )}
      {portrait && (
        <label className="flex cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            className="checkbox checkbox-sm checkbox-primary mt-0.5"
            checked={fields.isPortraitRemoved}
            onChange={(event) => write({ isPortraitRemoved: event.target.checked })}
          />
          <span className="min-w-0">Remove the portrait</span>
        </label>
      )}
    </fieldset>
  );
}
