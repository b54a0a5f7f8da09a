import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { type PriceQuestion, priceQuestion } from '../../client/settings/settings.ts';
import { showToast } from '../../client/toasts.ts';
import { readPrice } from '../../shared/checkout/price.ts';
import { formatDecimal } from '../../shared/money.ts';
import { PasswordForm } from '../account/PasswordForm.tsx';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useDraft } from '../desk/use-draft.ts';
import { useRunning } from '../desk/use-running.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { MoneyField } from '../ui/forms/NumberFields.tsx';
import { SubmitButton } from '../ui/forms/SubmitButton.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { BusinessCard } from './BusinessCard.tsx';
import { useSettings } from './use-settings.ts';

/** What a reading costs, the admin's password, and who the business is. */
export function ShopSection({ username }: { username: string }) {
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <PriceCard />
      <PasswordForm
        title="Change Admin Password"
        submitLabel="Update Password"
        className="panel grid gap-4 p-4 sm:p-6"
        buttonClass="btn btn-primary"
        username={username}
        save={useSettings().savePassword}
      />
      <BusinessCard />
    </div>
  );
}

function PriceCard() {
  const { savePrice } = useSettings();
  const { settings, work, drafts } = useAdminDesk();
  const { data, error } = useStore(settings.$state);
  const isBusy = useRunning(work, 'price') !== undefined;
  // $49.00 until the settings have loaded (docs/product.md §4).
  const currentCents = Math.round((data?.price ?? 49) * 100);
  const [question, setQuestion] = useState<PriceQuestion | null>(null);
  const { field, write, onSubmit } = useForm({
    stored: { price: '' },
    toSent: (_, { price }) => readPrice(price),
    typed: useDraft(drafts.of<{ price: string }>('price')),
    check: ({ problem }) => ({ price: problem }),
    onInvalid: ({ price }) =>
      showToast({ title: 'Invalid Price', description: price, variant: 'destructive' }),
    async save({ cents }) {
      if (cents === null) return false;
      const asked = priceQuestion(cents, currentCents);
      setQuestion(asked);
      return asked === null && savePrice(cents);
    },
  });

  async function confirm() {
    if (question && (await savePrice(question.cents))) write({ price: '' });
  }

  return (
    <form noValidate aria-label="Reading Price" className="panel grid gap-4 p-4 sm:p-6" onSubmit={onSubmit}>
      <h3 className="text-lg">Reading Price</h3>
      {error && (
        <LoadProblem error={error} fallback="The price could not be loaded." onRetry={settings.refresh} />
      )}
      <p>
        <span className="text-quiet">Current price:</span>{' '}
        <span className="font-display text-xl tabular-nums">${formatDecimal(currentCents)}</span>
      </p>
      <MoneyField
        {...field('price')}
        label="New price ($)"
        hint="0 makes readings free; otherwise at least 0.50."
      />
      <SubmitButton isBusy={isBusy} busyLabel="Updating…">
        Update Price
      </SubmitButton>
      <ConfirmDialog
        open={question !== null}
        onOpenChange={(open) => !open && setQuestion(null)}
        title={question?.title ?? ''}
        description={`The current price is $${formatDecimal(currentCents)}.`}
        confirmLabel={question?.confirmLabel ?? ''}
        onConfirm={() => void confirm()}
      />
    </form>
  );
}
