import { useStore } from '@nanostores/react';
import { PasswordFields } from '../account/PasswordFields.tsx';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { MoneyField } from '../ui/forms/NumberFields.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { BusinessCard } from './BusinessCard.tsx';
import { useSettings } from './use-settings.ts';

/** What a reading costs, the admin's password, and who the business is. */
export function ShopSection({ username }: { username: string }) {
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <PriceCard />
      <PasswordCard username={username} />
      <BusinessCard />
    </div>
  );
}

function PriceCard() {
  const desk = useSettings();
  const { work } = useAdminDesk();
  const { error } = useStore(desk.settings.$state);
  const price = useStore(desk.$price);
  const newPrice = useStore(desk.$newPrice);
  const errors = useStore(desk.$priceErrors);
  const question = useStore(desk.$priceQuestion);
  const running = useRunning(work, 'price');

  return (
    <form
      noValidate
      aria-labelledby="price-heading"
      className="panel grid gap-4 p-4 sm:p-6"
      onSubmit={(event) => submitForm(event, () => desk.savePrice())}
    >
      <h3 id="price-heading" className="text-lg">
        Reading Price
      </h3>
      {error && (
        <LoadProblem
          error={error}
          fallback="The price could not be loaded."
          onRetry={desk.settings.refresh}
        />
      )}
      <p>
        <span className="text-quiet">Current price:</span>{' '}
        <span className="font-display text-xl tabular-nums">${price}</span>
      </p>
      <MoneyField
        label="New price ($)"
        hint="0 makes readings free; otherwise at least 0.50."
        error={errors.price}
        readOnly={running !== undefined}
        value={newPrice}
        onChange={(event) => desk.writePrice(event.target.value)}
      />
      <div>
        <ActionButton
          type="submit"
          className="btn btn-primary"
          isBusy={running !== undefined}
          busyLabel="Updating…"
        >
          Update Price
        </ActionButton>
      </div>
      <ConfirmDialog
        open={question !== null}
        onOpenChange={(open) => !open && desk.dismissPriceQuestion()}
        title={question?.title ?? ''}
        description={`The current price is $${price}.`}
        confirmLabel={question?.confirmLabel ?? ''}
        onConfirm={() => void desk.savePrice(true)}
      />
    </form>
  );
}

/** Changes the signed-in admin's own password. */
function PasswordCard({ username }: { username: string }) {
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
