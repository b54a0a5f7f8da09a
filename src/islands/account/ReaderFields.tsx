import type { AccountFields } from '../../client/account/account-form.ts';
import { type Portrait, portraitTypes, profileLimits } from '../../shared/people/profiles.ts';
import { Field, InputField } from '../ui/forms/Field.tsx';
import { WholeNumberField } from '../ui/forms/NumberFields.tsx';
import { DaysFields } from './DaysFields.tsx';
import type { AccountForm } from './use-account-form.ts';

/** @returns what a field of text spreads onto its `<InputField>` */
export function fieldOf(
  { fields, errors, isBusy, write }: AccountForm,
  name: 'email' | 'currentPassword' | 'displayName' | 'signature' | NumberName,
) {
  return {
    error: errors[name],
    autoComplete: 'off',
    readOnly: isBusy,
    value: fields[name] ?? '',
    onChange: (event: { target: { value: string } }) => write({ [name]: event.target.value }),
  };
}

type NumberName = 'maxOpenOrders' | 'readingsPerDay' | 'readingSince';

/** How customers know a reader: the name on the front page, and what stands beside it. */
export function NameField({ form, ...rest }: { form: AccountForm; 'data-first-focus'?: string }) {
  return (
    <InputField
      {...rest}
      {...fieldOf(form, 'displayName')}
      label="Name for customers"
      optional
      hint="Shown on the front page and under letters. Leave it empty to show no name."
      limit={profileLimits.nameCharacters}
    />
  );
}

/** On which days no order comes to a reader. */
export function DaysAwayFields({ form, hint }: { form: AccountForm; hint: string }) {
  return (
    <DaysFields
      title="Days away"
      hint={hint}
      name="daysAway"
      days={form.fields.daysAway}
      errors={form.errors}
      isBusy={form.isBusy}
      onChange={(daysAway) => form.write({ daysAway })}
    />
  );
}

interface ProfileFieldsProps {
  form: AccountForm;
  portrait: Portrait | null;
  /** Whether the account is open: of a closed one nothing is shown. */
  isShown?: boolean;
}

/** What else customers know of a reader, with a portrait. */
export function ProfileFields({ form, portrait, isShown = true }: ProfileFieldsProps) {
  const { fields, errors, isBusy, round, write } = form;
  const hasPicture = portrait !== null || fields.picture !== null;
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
        {...fieldOf(form, 'readingSince')}
        label="Reads the cards since"
        optional
        hint="A year, such as 2009."
      />
      <InputField
        {...fieldOf(form, 'signature')}
        label="Signature"
        optional
        hint="Ends each letter. Leave it empty to use the name."
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
            key={round}
            type="file"
            accept={portraitTypes.join(',')}
            className="input h-auto w-full py-1.5 file:btn file:btn-sm file:mr-3"
            disabled={isBusy}
            onChange={(event) => choose(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      {hasPicture && !fields.isPortraitRemoved && (
        <InputField
          label="What it shows"
          hint="Read aloud by screen readers."
          error={errors['portrait.alt']}
          autoComplete="off"
          limit={profileLimits.altCharacters}
          readOnly={isBusy}
          value={fields.alt}
          onChange={(event) => write({ alt: event.target.value })}
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
