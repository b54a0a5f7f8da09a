import { type ComponentProps, useState } from 'react';
import { ApiError } from '../../lib/answers.ts';
import { counted, plural } from '../../shared/counted-text.ts';
import { limits } from '../../shared/limits.ts';
import { changeOwnSchema, changePersonSchema } from '../../shared/people/account-schema.ts';
import { profileLimits } from '../../shared/people/profile-schema.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import { photoTypes } from '../../shared/picture-schema.ts';
import { SubmitButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { firstFocus } from '../../ui/dialogs/use-return-focus.ts';
import { CheckboxField, SelectField } from '../../ui/forms/choices.tsx';
import { Field, InputField, TextAreaField } from '../../ui/forms/Field.tsx';
import { WholeNumberField } from '../../ui/forms/NumberFields.tsx';
import { type Form, useForm } from '../../ui/forms/use-form.ts';
import { type AccountFields, changedFields, type FormAccount, storedFields } from './account-form.ts';
import { DaysFields } from './DaysFields.tsx';

type AccountForm = Form<AccountFields>;
type Sent = ReturnType<typeof changedFields> & { ordersMayWait?: boolean };

/** Edits an account: the user's own if it has `notices`. `save` gets only the changed fields. */
export function AccountForm(props: {
  account: FormAccount;
  disabled?: boolean;
  save: (sent: Sent, explain: (error: unknown) => null) => Promise<boolean>;
}) {
  const { account, disabled, save } = props;
  const { notices } = account;
  const name = nameOf(account);
  const [stopAsked, setStopAsked] = useState<Sent | null>(null);
  const form = useForm({
    stored: storedFields(account),
    schema: notices ? changeOwnSchema : changePersonSchema,
    toSent: (all, changed) => changedFields(account, changed, all),
    save: (sent, refuse) =>
      save(sent, (error) => {
        const { code = '', serverMessage = '' } = error instanceof ApiError ? error : {};
        // The error message showed the stored days, so saving again replaces them.
        if (code === 'availability_conflict') form.write({ daysAwayBefore: null });
        if (code === 'account_conflict') refuse({ email: serverMessage });
        if (code === 'last_writer_conflict') setStopAsked(sent);
        return null;
      }),
  });
  const { fields, changed, isBusy, field, write } = form;
  const isReader = fields.role === 'reader' || fields.writes;
  return (
    <form noValidate aria-label="Account" className="grid gap-4" onSubmit={form.onSubmit}>
      <InputField
        {...firstFocus}
        {...field('displayName')}
        label="Name"
        optional
        hint={`Shown to colleagues${isReader ? ', on the home page and under letters' : ''}. If empty, colleagues see the username${isReader ? ' and customers see no name' : ''}.`}
        limit={profileLimits.nameCharacters}
      />
      {!notices && (
        <RoleField
          hint="Changing the role signs them out. They then sign in to the other dashboard."
          {...form.choice('role')}
        />
      )}
      {fields.role === 'admin' && (
        <WritesField
          isOwn={notices !== undefined}
          hint={
            account.writes && !fields.writes && account.openOrders > 0
              ? `${counted(account.openOrders, 'open order')} ${plural(account.openOrders, 'goes', 'go')} to the next free reader.`
              : null
          }
          checked={fields.writes}
          onChange={(writes) => write({ writes })}
        />
      )}
      <InputField
        {...field('email')}
        label="Email"
        optional
        type="email"
        hint={
          notices
            ? 'For notices and password reset links.'
            : `For notices to ${name} and password reset links.`
        }
        autoComplete={notices ? 'email' : 'off'}
        limit={limits.emailCharacters}
      />
      {notices && changed.email !== undefined && (
        <InputField
          {...field('currentPassword')}
          label="Your password"
          hint="Needed to change the email address."
          type="password"
          autoComplete="current-password"
          limit={limits.passwordCharacters}
        />
      )}
      {notices && <Notices form={form} account={account} />}
      {isReader && (!notices || account.role === 'admin') && (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <WholeNumberField
            {...field('maxOpenOrders')}
            label="Open order limit"
            optional
            hint="At the limit, no more orders are assigned automatically. An order is open until its reading is submitted."
          />
          <WholeNumberField
            {...field('readingsPerDay')}
            label="Readings per day"
            optional
            hint="On business days. Customers are promised a later date when the queue is long."
          />
        </div>
      )}
      {isReader && (
        <DaysFields
          title="Days away"
          hint={`New orders go to other readers on these days. ${notices ? 'You keep the orders you have.' : `${name} keeps the orders they have.`}`}
          name="daysAway"
          days={fields.daysAway}
          form={form}
          onChange={(daysAway) =>
            write({
              daysAway,
              daysAwayBefore: changed.daysAway
                ? (fields.daysAwayBefore ?? account.daysAway)
                : fields.daysAway,
            })
          }
        />
      )}
      {isReader && <ProfileFields form={form} account={account} />}
      <SubmitButton isBusy={isBusy} disabled={disabled}>
        Save
      </SubmitButton>
      <ConfirmDialog
        open={stopAsked !== null}
        onClose={() => setStopAsked(null)}
        title="Let orders wait?"
        description="No one else writes readings. Open orders will wait until someone does."
        confirmLabel="Let them wait"
        tone="destructive"
        onConfirm={() => stopAsked && void save({ ...stopAsked, ordersMayWait: true }, () => null)}
      />
    </form>
  );
}

/** Renders the switch by which an admin also writes readings. @param props.hint replaces the usual one, unless null */
export function WritesField(props: {
  isOwn?: boolean;
  hint?: string | null;
  checked: boolean;
  onChange: (writes: boolean) => void;
}) {
  const { isOwn = false, hint, ...toggle } = props;
  const effect = isOwn
    ? 'Orders are assigned to you, and you write them on the reader dashboard.'
    : 'Orders are assigned to them too.';
  return <CheckboxField {...toggle} label="Also writes readings" hint={hint ?? effect} />;
}

const roles = [
  ['reader', 'Reader: writes readings'],
  ['admin', 'Admin: everything on this dashboard'],
] as const;

export function RoleField(choice: Omit<ComponentProps<typeof SelectField>, 'label' | 'choices'>) {
  return <SelectField {...choice} label="Role" choices={roles} />;
}

function Notices({ form, account }: { form: AccountForm; account: FormAccount }) {
  const { mutedNotices } = form.fields;
  const { email, notices = [] } = account;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Notices</legend>
      <p className="field-hint">
        {email ? `Email to ${email} when` : 'Add an email address to get an email when'}
      </p>
      <div className="grid gap-3 py-0.5">
        {notices.map(({ kind, label }) => (
          <CheckboxField
            key={kind}
            label={label}
            checked={!mutedNotices.includes(kind)}
            onChange={(isOn) => {
              const others = mutedNotices.filter((other) => other !== kind);
              form.write({ mutedNotices: isOn ? others : [...others, kind] });
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

function ProfileFields({ form, account }: { form: AccountForm; account: FormAccount }) {
  const { fields, errors, isBusy, field, toggle, write } = form;
  const portrait = account.profile?.portrait ?? null;
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
        label="Reading since"
        optional
        hint="A year, such as 2009."
      />
      <InputField
        {...field('signature')}
        label="Signature"
        optional
        hint="Ends each letter. Leave it empty to use the name."
        limit={profileLimits.signatureCharacters}
      />
      <TextAreaField
        {...field('about')}
        label={account.notices ? 'In your own words' : 'In their own words'}
        optional
        hint="Two sentences for the home page, under the name."
        className="field-sizing-content"
        limit={profileLimits.aboutCharacters}
      />
      {portrait && account.isActive && (
        <img
          src={portrait.address}
          alt={portrait.alt}
          width="96"
          height="96"
          className="size-24 rounded-full border border-base-300"
        />
      )}
      {portrait && !account.isActive && (
        <p className="text-quiet">The portrait is not shown while the account is closed.</p>
      )}
      <Field
        label={portrait ? 'New portrait' : 'Portrait'}
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
            accept={photoTypes.join(',')}
            className="input h-auto w-full py-1.5 file:btn file:btn-sm file:mr-3"
            disabled={isBusy}
            onChange={(event) => choose(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      {(portrait || fields.picture) && !fields.isPortraitRemoved && (
        <InputField
          {...field('alt')}
          label="Image description"
          hint="Read aloud by screen readers."
          error={errors['portrait.alt']}
          limit={profileLimits.altCharacters}
        />
      )}
      {portrait && <CheckboxField {...toggle('isPortraitRemoved')} label="Remove the portrait" />}
    </fieldset>
  );
}
