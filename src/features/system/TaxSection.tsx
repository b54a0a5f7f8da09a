import {
  receiptsQuerySchema,
  type TaxSettings,
  taxLimits,
  taxSettingsSchema,
} from '../../shared/shop/tax-schema.ts';
import { Button, SubmitButton } from '../../ui/Button.tsx';
import { FetchedSection } from '../../ui/errors/WhenFetched.tsx';
import { SelectField } from '../../ui/forms/choices.tsx';
import { InputField, TextAreaField } from '../../ui/forms/Field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { useDeskStore } from '../desk/desk-hooks.ts';
import { createTaxDesk, downloadReceipts, previousMonth } from './tax-store.ts';

const kinds: readonly [TaxSettings['kind'], string][] = [
  ['none', 'None'],
  ['included', 'Included in the price, at one rate'],
  ['exempt', 'Exempt, with a note'],
];

export function TaxSection() {
  const desk = useDeskStore(createTaxDesk);
  return (
    <>
      <FetchedSection title="Tax on receipts" fetched={desk.settings} what="settings">
        {(settings) => <TaxForm settings={settings} save={desk.save} />}
      </FetchedSection>
      <MonthCard />
    </>
  );
}

type TaxFormProps = { settings: TaxSettings; save: (settings: TaxSettings) => Promise<boolean> };

function TaxForm({ settings, save }: TaxFormProps) {
  const { field, choice, fields, isBusy, onSubmit } = useForm({
    stored: settings,
    schema: taxSettingsSchema,
    // Values typed into hidden fields are left out.
    toSent: (fields) => ({
      ...fields,
      rate: fields.kind === 'included' ? fields.rate : settings.rate,
      sentence: fields.kind === 'exempt' ? fields.sentence : settings.sentence,
    }),
    save,
  });
  return (
    <form noValidate aria-label="Tax on receipts" className="grid gap-4" onSubmit={onSubmit}>
      <SelectField
        {...choice('kind')}
        label="Tax"
        hint="Prices stay as they are. Receipts already issued don’t change."
        choices={kinds}
        disabled={isBusy}
      />
      {fields.kind === 'included' && (
        <InputField
          {...field('rate')}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          label="Rate (%)"
          hint="Such as 19 or 8.25."
        />
      )}
      {fields.kind === 'exempt' && (
        <TextAreaField
          {...field('sentence')}
          label="Note on the receipt"
          hint="Why no tax is charged, as your tax office words it."
          limit={taxLimits.sentenceCharacters}
          rows={3}
        />
      )}
      <InputField
        {...field('taxNumber')}
        type="text"
        autoComplete="off"
        label="Your tax number"
        optional
        hint="Shown on receipts below your legal name and postal address."
        limit={taxLimits.numberCharacters}
      />
      <SubmitButton isBusy={isBusy}>Save</SubmitButton>
    </form>
  );
}

function MonthCard() {
  const { field, onSubmit } = useForm({
    stored: { month: previousMonth(new Date()) },
    schema: receiptsQuerySchema,
    // The month stays chosen.
    save: async ({ month }) => {
      downloadReceipts(month);
      return false;
    },
  });
  return (
    <section aria-labelledby="receipts-title" className="grid min-w-0 content-start gap-4">
      <h4 id="receipts-title" className="font-display text-lg">
        Monthly receipts
      </h4>
      <form noValidate aria-label="Monthly receipts" className="grid gap-4" onSubmit={onSubmit}>
        <InputField
          {...field('month')}
          type="month"
          label="Month"
          hint="A line for each receipt, refund and failed refund, without customers’ names."
        />
        <div>
          <Button type="submit" className="btn">
            Export CSV
          </Button>
        </div>
      </form>
    </section>
  );
}
