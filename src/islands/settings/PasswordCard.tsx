import { PasswordFields } from '../account/PasswordFields.tsx';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { useSettings } from './use-settings.ts';

/** Changes the signed-in admin's own password. */
export function PasswordCard({ username }: { username: string }) {
  const desk = useSettings();
  const { work } = useAdminDesk();
  const isBusy = useRunning(work, 'password') !== undefined;

  return (
    <form
      noValidate
      aria-labelledby="password-heading"
      className="panel grid gap-4 p-4 sm:p-6"
      onSubmit={(event) => submitForm(event, desk.savePasswords)}
    >
      <h3 id="password-heading" className="text-lg">
        Change Admin Password
      </h3>
      <PasswordFields form={desk} username={username} isBusy={isBusy} />
      <div>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Updating…">
          Update Password
        </ActionButton>
      </div>
    </form>
  );
}
