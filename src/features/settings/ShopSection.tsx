import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { showToast } from '../../lib/toasts.ts';
import { formatDecimal } from '../../shared/money.ts';
import { readPrice } from '../../shared/offers/price.ts';
import { type BusinessState, businessParts, partNames } from '../../shared/shop/business.ts';
import { Button, SubmitButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { lazyDialog } from '../../ui/errors/lazy-part.tsx';
import { FetchedPanel, FetchProblem } from '../../ui/errors/WhenFetched.tsx';
import { MoneyField } from '../../ui/forms/NumberFields.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Fact } from '../../ui/pieces.tsx';
import { PasswordForm } from '../account/PasswordForm.tsx';
import { useDeskBase, useDraft, useRunning } from '../desk/desk-hooks.ts';
import { PublicationNote, SampleNote } from './PublicationNote.tsx';
import { type PriceQuestion, priceQuestion } from './settings.ts';
import { useBusiness, useSettings } from './use-settings.ts';

export function ShopSection() {
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <PriceCard />
      <PasswordForm
        title="Change Admin Password"
        submitLabel="Update Password"
        className="panel grid gap-4 p-4 sm:p-6"
        buttonClass="btn btn-primary"
        username={useDeskBase().username}
        save={useSettings().savePassword}
      />
      <BusinessCard />
    </div>
  );
}

function PriceCard() {
  const { savePrice, offer } = useSettings();
  const { drafts } = useDeskBase();
  const { data } = useStore(offer.$state);
  const isBusy = useRunning('price') !== undefined;
  // $49.00 until the offer has loaded (docs/product.md §4).
  const currentMinor = Math.round((data?.price ?? 49) * 100);
  const [first, ...others] = data?.offers ?? [];
  const [question, setQuestion] = useState<PriceQuestion | null>(null);
  const { field, write, onSubmit } = useForm({
    stored: { price: '' },
    toSent: ({ price }) => readPrice(price),
    typed: useDraft(drafts.of<{ price: string }>('price')),
    check: ({ problem }) => ({ price: problem }),
    onInvalid: ({ price }) =>
      showToast({ title: 'Invalid Price', description: price, variant: 'destructive' }),
    async save({ amountMinor }) {
      if (amountMinor === null) return false;
      const asked = priceQuestion(amountMinor, currentMinor);
      setQuestion(asked);
      return asked === null && savePrice(amountMinor);
    },
  });

  async function confirm() {
    if (question && (await savePrice(question.amountMinor))) write({ price: '' });
  }

  return (
    <form noValidate aria-label="Reading Price" className="panel grid gap-4 p-4 sm:p-6" onSubmit={onSubmit}>
      <h3 className="text-lg">Reading Price</h3>
      <FetchProblem fetched={offer} what="price" />
      <p>
        <span className="text-quiet">Current price:</span>{' '}
        <span className="font-display text-xl tabular-nums">${formatDecimal(currentMinor)}</span>
      </p>
      <MoneyField
        {...field('price')}
        label="New price ($)"
        hint="0 makes readings free; otherwise at least 0.50."
      />
      <SubmitButton isBusy={isBusy} busyLabel="Updating…">
        Update Price
      </SubmitButton>
      {first && others.length > 0 && (
        <p className="field-hint">
          {`This is the price of your first offer, ${first.name}. The others have theirs under Offers.`}
        </p>
      )}
      <ConfirmDialog
        open={question !== null}
        onClose={() => setQuestion(null)}
        title={question?.title ?? ''}
        description={`The current price is $${formatDecimal(currentMinor)}.`}
        confirmLabel={question?.confirmLabel ?? ''}
        onConfirm={() => void confirm()}
      />
    </form>
  );
}

const BusinessDialog = lazyDialog(
  () => import('./BusinessDialog.tsx'),
  'BusinessDialog',
  'What the pages say',
);

function BusinessCard() {
  const business = useBusiness();
  const part = useStore(business.$part);
  return (
    <FetchedPanel
      title="Your business"
      fetched={business.state}
      what="texts of the site"
      className="gap-4 md:col-span-2"
      foot={
        <>
          <PublicationNote />
          <p className="field-hint">
            Emails change right away, the pages within a moment. The site’s address and time zone are set on
            the server: <code>PUBLIC_URL</code>, <code className="wrap-anywhere">BUSINESS_TIMEZONE</code>.
          </p>
          <BusinessDialog open={part !== null} onClose={() => business.$part.set(null)} />
        </>
      }
    >
      {(state) => (
        <>
          <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
            {factsOf(state).map(([what, value]) => (
              <Fact key={what} label={what}>
                <span className="whitespace-pre-line">{value}</span>
              </Fact>
            ))}
          </dl>
          <ul aria-label="What the pages say" className="flex flex-wrap gap-2">
            {businessParts.map((name) => (
              <li key={name}>
                <Button onClick={() => business.$part.set(name)}>{partNames[name]}</Button>
              </li>
            ))}
          </ul>
          {state.isBioSample && <SampleNote of={partNames.bio} />}
        </>
      )}
    </FetchedPanel>
  );
}

function factsOf({ business }: BusinessState): [what: string, value: string][] {
  return [
    ['Name', business.siteName],
    ['Contact', business.contactEmail],
    ['Legal name', business.legalName || 'Not set'],
    ['Postal address', business.postalAddress || 'Not set'],
    ['On card statements', business.billingDescriptor],
    ['Color', business.accentHue === null ? 'Plum' : `Hue ${business.accentHue}`],
    ['Address of the site', business.publicUrl],
  ];
}
