import { useStore } from '@nanostores/react';
import { encode } from 'uqr';
import { counted } from '../../shared/counted-text.ts';
import { limits } from '../../shared/limits.ts';
import {
  type Account,
  currentPasswordSchema,
  enableTwoFactorSchema,
  type TwoFactorSecret,
} from '../../shared/people/account-schema.ts';
import { Button, SubmitButton } from '../../ui/Button.tsx';
import { InputField } from '../../ui/forms/Field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useRunning } from '../desk/desk-hooks.ts';
import type { OwnAccount } from './account-store.ts';

export function TwoFactor({ own, account }: { own: OwnAccount; account: Account }) {
  const secret = useStore(own.$secret);
  const recoveryCodes = useStore(own.$recoveryCodes);
  const { hasTwoFactor, recoveryCodesLeft } = account;
  return (
    <section aria-label="Two-factor sign-in" className="grid gap-3">
      <h3 className="text-lg">Two-factor sign-in</h3>
      {recoveryCodes ? (
        <RecoveryCodes own={own} codes={recoveryCodes} />
      ) : secret ? (
        <Confirmation own={own} secret={secret} />
      ) : hasTwoFactor ? (
        <>
          <p>
            On: signing in asks for a code from your authenticator app.{' '}
            <span className="text-quiet">
              {counted(recoveryCodesLeft, 'recovery code is', 'recovery codes are')} left.
            </span>
          </p>
          <PasswordStep key="off" label="Turn off" busyLabel="Turning off…" run={own.disableTwoFactor} />
        </>
      ) : (
        <>
          <p className="text-quiet">
            Off. When it is on, signing in also asks for a code from an authenticator app, so a stolen
            password alone is not enough.
          </p>
          <PasswordStep key="on" label="Turn on" busyLabel="Starting…" run={own.beginTwoFactor} />
        </>
      )}
    </section>
  );
}

function PasswordStep(props: {
  label: string;
  busyLabel: string;
  run: (currentPassword: string) => Promise<boolean>;
}) {
  const { label, busyLabel, run } = props;
  const { field, isBusy, onSubmit } = useForm({
    stored: { currentPassword: '' },
    schema: currentPasswordSchema,
    save: ({ currentPassword }) => run(currentPassword),
  });
  return (
    <form noValidate aria-label={label} className="grid gap-3" onSubmit={onSubmit}>
      <InputField
        {...field('currentPassword')}
        label="Your password"
        type="password"
        autoComplete="current-password"
        limit={limits.passwordCharacters}
      />
      <SubmitButton isBusy={isBusy} className="btn" busyLabel={busyLabel}>
        {label}
      </SubmitButton>
    </form>
  );
}

function Confirmation({ own, secret }: { own: OwnAccount; secret: TwoFactorSecret }) {
  const { field, isBusy, onSubmit } = useForm({
    stored: { code: '' },
    schema: enableTwoFactorSchema,
    save: ({ code }) => own.enableTwoFactor(code),
  });
  return (
    <form noValidate aria-label="Confirm the code" className="grid gap-3" onSubmit={onSubmit}>
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <QrCode text={secret.uri} />
      <p className="text-sm">
        Key: <code className="wrap-anywhere">{secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <InputField
        {...field('code')}
        label="Code"
        hint="The six digits the app shows."
        // The previous step had the focus.
        autoFocus
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        limit={limits.codeCharacters}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Checking…">
          Confirm
        </Button>
        <Button className="btn" disabled={isBusy} onClick={() => own.$secret.set(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label="QR code for an authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48"
    >
      {/* Dark on light in every theme, because cameras expect that. */}
      <rect width={size} height={size} className="fill-white" />
      <path d={squares.join('')} className="fill-black" />
    </svg>
  );
}

function RecoveryCodes({ own, codes }: { own: OwnAccount; codes: string[] }) {
  const isBusy = useRunning('recovery-codes') !== undefined;
  return (
    <>
      <p>
        Two-factor sign-in is on. These recovery codes are shown only now. Each one signs you in once without
        your phone. Keep them in a safe place.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-field border border-base-300 p-4 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          autoFocus
          className="btn"
          isBusy={isBusy}
          busyLabel="Copying…"
          onClick={() => void own.copyRecoveryCodes()}
        >
          Copy the codes
        </Button>
        <Button className="btn btn-primary" onClick={() => own.$recoveryCodes.set(null)}>
          I’ve saved them
        </Button>
      </div>
    </>
  );
}
