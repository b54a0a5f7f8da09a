import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatMinor, shopMoney } from '../../lib/format.ts';
import { endSentence, formatDecimal, toMinor } from '../../shared/money.ts';
import { leastPrice, readPrice } from '../../shared/offers/price.ts';
import { SubmitButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FetchProblem } from '../../ui/errors/WhenFetched.tsx';
import { PriceField } from '../../ui/forms/NumberFields.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { PasswordForm } from '../account/PasswordForm.tsx';
import { useDeskBase, useDeskStore, useDraft, useRunning } from '../desk/desk-hooks.ts';
import { createSettingsDesk, type PriceQuestion, priceQuestion } from './settings-store.ts';

const card = 'panel grid content-start gap-4 p-4 sm:p-6';

/** Renders the two cards that are always open: the price and the admin's password (docs/product.md §7). */
export function ShopSection() {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <PriceCard />
      <PasswordForm
        title="Change Admin Password"
        submitLabel="Update Password"
        className={card}
        buttonClass="btn btn-primary"
        username={useDeskBase().username}
        save={useDeskStore(createSettingsDesk).savePassword}
      />
    </div>
  );
}

function PriceCard() {
  const { savePrice, offer } = useDeskStore(createSettingsDesk);
  const { drafts, toast } = useDeskBase();
  const draft = drafts.of<{ price: string }>('price');
  const { data } = useStore(offer.$state);
  const isBusy = useRunning('price') !== undefined;
  // $49.00 until the offer has loaded (docs/product.md §4).
  const style = shopMoney();
  const currentMinor = toMinor(data?.price ?? 49, style.currency) ?? 0;
  const [first, ...others] = data?.offers ?? [];
  const [question, setQuestion] = useState<PriceQuestion | null>(null);
  const { field, onSubmit } = useForm({
    stored: { price: data ? formatDecimal(currentMinor, style.currency) : '' },
    toSent: ({ price }) => readPrice(price, style),
    typed: useDraft(draft),
    check: ({ problem }) => ({ price: problem }),
    onInvalid: ({ price }) => toast({ title: 'Invalid Price', description: price, variant: 'destructive' }),
    async save({ amountMinor }) {
      if (amountMinor === null) return false;
      const asked = priceQuestion(amountMinor, currentMinor);
      setQuestion(asked);
      return asked === null && savePrice(amountMinor);
    },
  });

  async function confirm() {
    if (question && (await savePrice(question.amountMinor))) draft.clear();
  }

  return (
    <form noValidate aria-label="Reading Price" className={card} onSubmit={onSubmit}>
      <h3 className="text-lg">Reading Price</h3>
      <FetchProblem fetched={offer} what="price" />
      <p>
        <span className="text-quiet">Current price:</span>{' '}
        <span className="font-display text-xl tabular-nums">{formatMinor(currentMinor, style.currency)}</span>
      </p>
      <PriceField
        {...field('price')}
        label="New price"
        hint={`0 makes readings free; otherwise at least ${leastPrice(style)}.`}
      />
      <SubmitButton isBusy={isBusy} busyLabel="Updating…">
        Update Price
      </SubmitButton>
      {first && others.length > 0 && (
        <p className="field-hint">
          {`This is the price of your first offer, ${first.name}. Set other prices under Offers.`}
        </p>
      )}
      <ConfirmDialog
        open={question !== null}
        onClose={() => setQuestion(null)}
        title={question?.title ?? ''}
        description={endSentence(`The current price is ${formatMinor(currentMinor, style.currency)}`)}
        confirmLabel={question?.confirmLabel ?? ''}
        onConfirm={() => void confirm()}
      />
    </form>
  );
}
