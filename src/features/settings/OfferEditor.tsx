import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import {
  changeOfferSchema,
  createOfferSchema,
  type OfferChangeInput,
} from '../../shared/offers/offer-schema.ts';
import {
  type OfferVisibility,
  offerLimits,
  offerVisibilities,
  slugOf,
  turnaroundText,
} from '../../shared/offers/offers.ts';
import { readWholeNumber } from '../../shared/whole-number.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { InputField } from '../../ui/forms/Field.tsx';
import { MoneyField, WholeNumberField } from '../../ui/forms/NumberFields.tsx';
import { SelectField } from '../../ui/forms/Select.tsx';
import { Switch } from '../../ui/forms/Switch.tsx';
import { TextAreaField } from '../../ui/forms/TextAreaField.tsx';
import { type Form, type FormErrors, useForm } from '../../ui/forms/use-form.ts';
import { InnerLink } from '../../ui/pieces.tsx';
import { useDeskBase } from '../desk/desk-hooks.ts';
import { OfferPreview } from './OfferPreview.tsx';
import { AddOnRows, QuestionRows } from './OfferRows.tsx';
import {
  fieldNames,
  fieldText,
  type OfferFields,
  readDollars,
  toSent,
  visibilityNames,
} from './offer-form.ts';
import type { EditedOffer } from './offers.ts';
import { type PriceQuestion, priceQuestion } from './settings.ts';
import { useOffers } from './use-settings.ts';

type Sent = Omit<OfferChangeInput, 'version'>;
type AskedPrice = PriceQuestion & { sent: Sent; refuse: (errors: FormErrors) => void };

/** Edits an offer, with the form as customers meet it beside it. */
export function OfferEditor({ edited }: { edited: EditedOffer }) {
  const { edit, offer, stored } = edited;
  const desk = useOffers();
  const { url } = useDeskBase();
  const draft = useStore(desk.draftOf(edit).$fields);
  const [asked, setAsked] = useState<AskedPrice | null>(null);
  const form = useForm<OfferFields, Sent>({
    stored,
    typed: [draft ? JSON.parse(draft.typed) : {}, (update) => desk.keep(edited, update)],
    schema: offer ? changeOfferSchema : createOfferSchema,
    // What is not sent keeps its value, which another admin may have changed.
    toSent: (all, changed) => (offer ? { ...toSent(changed), version: offer.version } : toSent(all)),
    async save(sent, refuse) {
      const before = Math.round((readDollars(stored.price) || 0) * 100);
      const question = sent.price === undefined ? null : priceQuestion(Math.round(sent.price * 100), before);
      setAsked(question && { ...question, sent, refuse });
      return question === null && desk.save(edited, sent, refuse);
    },
  });
  const { isBusy, changed, fields } = form;
  const isChanged = Object.keys(changed).length > 0;
  const isOutdated = offer !== null && draft !== null && draft.version !== String(offer.version);
  const title = offer ? offer.name : 'New offer';

  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <form
        noValidate
        aria-label={title}
        className="panel grid min-w-0 gap-4 p-4 sm:p-6"
        onSubmit={form.onSubmit}
      >
        <div>
          <InnerLink
            href="?tab=settings&section=offers"
            onFollow={() => url.update({ edit: '' }, 'push')}
            className="text-link text-sm"
          >
            All offers
          </InnerLink>
          <h3 ref={heading} tabIndex={-1} className="mt-1 text-lg wrap-anywhere">
            {title}
          </h3>
        </div>
        <MainFields form={form} isNew={offer === null} />
        <QuestionRows form={form} />
        <AddOnRows form={form} />
        {isOutdated && <Outdated form={form} edited={edited} />}
        <div className="flex flex-wrap gap-2">
          {!isOutdated && (
            <Button
              type="submit"
              className="btn btn-primary"
              disabled={offer !== null && !isChanged}
              isBusy={isBusy}
            >
              Save
            </Button>
          )}
          {isChanged && (
            <Button className="btn" disabled={isBusy} onClick={() => form.write(stored)}>
              Discard what I typed
            </Button>
          )}
        </div>
      </form>
      <OfferPreview fields={fields} />
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked?.title ?? ''}
        description={`The current price is $${stored.price}.`}
        confirmLabel={asked?.confirmLabel ?? ''}
        onConfirm={() => asked && void desk.save(edited, asked.sent, asked.refuse)}
      />
    </div>
  );
}

function MainFields({ form, isNew }: { form: Form<OfferFields>; isNew: boolean }) {
  const { field, fields, errors, write } = form;
  const address = `/readings/${fields.slug}`;
  const days = readWholeNumber(fields.days);
  const words = readWholeNumber(fields.words);

  function rename(name: string) {
    const followsName = isNew && fields.slug === slugOf(fields.name);
    write({ name, ...(followsName && { slug: slugOf(name) }) });
  }

  const toggle = (name: 'returningOnly' | 'standardQuestions', hint: string) => (
    <Switch
      label={fieldNames[name]}
      hint={hint}
      checked={fields[name]}
      onChange={(isOn) => write({ [name]: isOn })}
    />
  );

  return (
    <>
      <InputField
        {...field('name')}
        label={fieldNames.name}
        autoComplete="off"
        limit={offerLimits.nameCharacters}
        onChange={(event) => rename(event.target.value)}
      />
      <InputField
        {...field('slug')}
        label={fieldNames.slug}
        hint={
          isNew ? `Its page: ${address}` : `Its page: ${address}. Links to an earlier address stop working.`
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        limit={offerLimits.slugCharacters}
      />
      <InputField
        {...field('summary')}
        label={fieldNames.summary}
        optional
        hint="Shown where all offers stand together."
        autoComplete="off"
        limit={offerLimits.summaryCharacters}
      />
      <TextAreaField
        {...field('text')}
        label={fieldNames.text}
        optional
        hint="What is in it, on its own page."
        rows={4}
        limit={offerLimits.textCharacters}
        className="field-sizing-content min-h-28 leading-relaxed"
      />
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <MoneyField {...field('price')} label={fieldNames.price} hint="0 for free, or at least 0.50." />
        <WholeNumberField
          {...field('days')}
          label={fieldNames.days}
          hint={days ? `Says “${turnaroundText(days)}”.` : `From 1 to ${offerLimits.days}.`}
        />
        <WholeNumberField
          {...field('words')}
          label={fieldNames.words}
          hint={words ? `Says “${words}-${2 * words} words”.` : 'The lower end.'}
        />
      </div>
      <SelectField
        label={fieldNames.visibility}
        error={errors.visibility}
        choices={offerVisibilities.map((visibility) => [visibility, visibilityNames[visibility]] as const)}
        value={fields.visibility}
        onChange={(event) => write({ visibility: event.target.value as OfferVisibility })}
      />
      {toggle('returningOnly', 'Its link stands on their order page and in the email with their reading.')}
      {toggle(
        'standardQuestions',
        'The four career questions to choose from. Your own questions come after them.',
      )}
    </>
  );
}

/** Says that another admin has changed the offer, and lets this one compare. */
function Outdated({ form, edited }: { form: Form<OfferFields>; edited: EditedOffer }) {
  const { changed, fields, isBusy, write } = form;
  const desk = useOffers();
  const [isShown, setIsShown] = useState(false);
  const names = Object.keys(changed) as (keyof OfferFields)[];
  return (
    <section
      aria-label="Changed in the meantime"
      className="grid gap-3 rounded-field bg-tone-warning-paper px-4 py-3"
    >
      <p role="alert" className="text-tone-warning">
        This offer was changed in the meantime. What you typed is still here, but not saved.
      </p>
      {isShown && (
        <dl className="grid gap-3">
          {names.map((name) => (
            <div key={name} className="grid gap-x-4 sm:grid-cols-2">
              <dt className="font-semibold sm:col-span-2">{fieldNames[name]}</dt>
              <Version of="Now saved" text={fieldText(edited.stored, name)} />
              <Version of="Yours" text={fieldText(fields, name)} />
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-2">
        {isShown ? (
          <Button disabled={isBusy} onClick={() => write(edited.stored)}>
            Use the new version
          </Button>
        ) : (
          <Button onClick={() => setIsShown(true)}>Show the new version</Button>
        )}
        <Button
          isBusy={isBusy}
          onClick={(event) => {
            desk.takeNewest(edited);
            event.currentTarget.form?.requestSubmit();
          }}
        >
          Save mine anyway
        </Button>
      </div>
    </section>
  );
}

function Version({ of, text }: { of: string; text: string }) {
  return (
    <dd className="min-w-0">
      <span className="text-sm text-quiet">{of}</span>
      <p className="wrap-anywhere whitespace-pre-line">{text || 'Nothing'}</p>
    </dd>
  );
}
