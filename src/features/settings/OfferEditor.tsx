import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { shopMoney } from '../../lib/format.ts';
import {
  changeOfferSchema,
  createOfferSchema,
  type OfferChangeInput,
} from '../../shared/offers/offer-schema.ts';
import { lengthText, offerLimits, slugOf } from '../../shared/offers/offer-types.ts';
import { leastPrice } from '../../shared/offers/price.ts';
import { turnaroundText } from '../../shared/offers/quote.ts';
import { photoTypes } from '../../shared/picture-schema.ts';
import { readWholeNumber } from '../../shared/typed-numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField, SelectField } from '../../ui/forms/choices.tsx';
import { InputField, TextAreaField } from '../../ui/forms/Field.tsx';
import { MoneyField, WholeNumberField } from '../../ui/forms/NumberFields.tsx';
import { PictureField } from '../../ui/forms/PictureField.tsx';
import { type Form, useForm } from '../../ui/forms/use-form.ts';
import { InnerLink } from '../../ui/pieces.tsx';
import { useDeskBase, useDeskStore, useDraft, useRunning } from '../desk/desk-hooks.ts';
import { OfferPreview } from './OfferPreview.tsx';
import { AddOnRows, QuestionRows } from './OfferRows.tsx';
import { type OfferFields, priceProblems, sampleHint, toSent, visibilityNames } from './offer-form.ts';
import { createOfferDesk, type EditedOffer } from './offer-store.ts';

type Sent = Omit<OfferChangeInput, 'version'>;

/** Renders an offer's form, with a preview of its order form beside it. */
export function OfferEditor({ edited }: { edited: EditedOffer }) {
  const { edit, offer, stored } = edited;
  const desk = useDeskStore(createOfferDesk);
  const { url } = useDeskBase();
  const draft = desk.draftOf(edit);
  const [typed, type] = useDraft(draft, { version: offer?.version });
  const seen = useStore(draft.$fields)?.version;
  const isOutdated = offer !== null && seen !== undefined && seen !== offer.version;
  const [wantsStored, setWantsStored] = useState(false);
  const isStoredShown = isOutdated && wantsStored;
  const form = useForm<OfferFields, Sent>({
    stored,
    typed: [isStoredShown ? {} : typed, type],
    schema: offer ? changeOfferSchema : createOfferSchema,
    check: priceProblems,
    // Fields that are not sent keep their values, which another admin may have changed.
    toSent: (all, changed) => (offer ? { ...toSent(changed), version: offer.version } : toSent(all)),
    save: (sent, refuse) => desk.save(edited, sent, refuse),
  });
  const { isBusy } = form;
  const isChanged = Object.keys(form.changed).length > 0;
  const title = offer ? offer.name : 'New offer';

  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <form noValidate aria-label={title} className="grid min-w-0 gap-4" onSubmit={form.onSubmit}>
        <div>
          <InnerLink
            href="?tab=settings&section=offers"
            onFollow={() => url.update({ edit: '' }, 'push')}
            className="text-link text-sm"
          >
            All offers
          </InnerLink>
          <h4 ref={heading} tabIndex={-1} className="mt-1 font-display text-lg wrap-anywhere">
            {title}
          </h4>
        </div>
        <fieldset disabled={isStoredShown} className="grid min-w-0 gap-4">
          <MainFields form={form} isNew={offer === null} />
          <QuestionRows form={form} />
          <AddOnRows form={form} />
        </fieldset>
        {isOutdated && (
          <p role="alert" className="rounded-field bg-tone-warning-paper px-4 py-3 text-tone-warning">
            {isStoredShown
              ? 'This is the saved version. What you typed is kept.'
              : 'This offer was changed in the meantime. What you typed is still here, but not saved.'}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {isOutdated && (
            <Button className="btn" disabled={isBusy} onClick={() => setWantsStored(!isStoredShown)}>
              {isStoredShown ? 'Show what I typed' : 'Show the new version'}
            </Button>
          )}
          {isOutdated && !isStoredShown && (
            <Button
              className="btn btn-primary"
              isBusy={isBusy}
              onClick={({ currentTarget }) => {
                desk.takeNewest(edited);
                currentTarget.form?.requestSubmit();
              }}
            >
              Save mine anyway
            </Button>
          )}
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
              Discard my changes
            </Button>
          )}
        </div>
      </form>
      <div className="grid content-start gap-6 self-stretch">
        <OfferPicture offer={offer} />
        <OfferPreview fields={form.fields} />
      </div>
    </div>
  );
}

function OfferPicture({ offer }: Pick<EditedOffer, 'offer'>) {
  const desk = useDeskStore(createOfferDesk);
  const running = useRunning('offers');
  if (!offer) return <p className="field-hint">Save the offer to add a picture.</p>;
  return (
    <section aria-label="Picture" className="panel p-4 sm:p-6">
      <PictureField
        label="Picture"
        hint="On the offer’s own page. A JPEG, PNG or WebP of up to 8 MB. It is cropped to three by two."
        types={photoTypes}
        saveLabel="Save picture"
        isBusy={running !== undefined}
        current={offer.picture}
        save={(picture) => desk.savePicture(offer, picture)}
      >
        {(address) => <img src={address} alt="" className="aspect-3/2 w-full rounded-field object-cover" />}
      </PictureField>
    </section>
  );
}

function MainFields({ form, isNew }: { form: Form<OfferFields>; isNew: boolean }) {
  const { field, choice, toggle, fields, write } = form;
  const address = `/readings/${fields.slug}`;
  const days = readWholeNumber(fields.days);
  const words = readWholeNumber(fields.words);

  function rename(name: string) {
    const followsName = isNew && fields.slug === slugOf(fields.name);
    write({ name, ...(followsName && { slug: slugOf(name) }) });
  }

  return (
    <>
      <InputField
        {...field('name')}
        label="Name"
        limit={offerLimits.nameCharacters}
        onChange={(event) => rename(event.target.value)}
      />
      <InputField
        {...field('slug')}
        label="Web address"
        hint={`Its page: ${address}${isNew ? '' : '. If you change it, links to the old address still work.'}`}
        autoCapitalize="none"
        spellCheck={false}
        limit={offerLimits.slugCharacters}
      />
      <InputField
        {...field('summary')}
        label="Summary"
        optional
        hint="One sentence, on the offer’s card."
        limit={offerLimits.summaryCharacters}
      />
      <TextAreaField
        {...field('text')}
        label="Description"
        optional
        hint="On the offer’s own page."
        rows={4}
        limit={offerLimits.textCharacters}
        className="field-sizing-content min-h-28 leading-relaxed"
      />
      <TextAreaField
        {...field('sample')}
        label="Sample reading"
        optional
        hint={`Shown on the offer’s own page. ${sampleHint}`}
        rows={4}
        limit={offerLimits.ownTextCharacters}
        className="field-sizing-content max-h-96 leading-relaxed"
      />
      <TextAreaField
        {...field('faq')}
        label="Questions and answers"
        optional
        hint="Shown on the offer’s own page instead of the shop’s. A line that starts with ## is a question; the text below it is the answer."
        rows={4}
        limit={offerLimits.ownTextCharacters}
        className="field-sizing-content max-h-96 leading-relaxed"
      />
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <MoneyField
          {...field('price')}
          label="Price"
          hint={`0 for free, or at least ${leastPrice(shopMoney())}.`}
        />
        <WholeNumberField
          {...field('days')}
          label="Business days"
          hint={days ? `Shown as “${turnaroundText(days)}”.` : `From 1 to ${offerLimits.days}.`}
        />
        <WholeNumberField
          {...field('words')}
          label="Recommended words"
          hint={words ? `Shown as “${lengthText(words)}”.` : 'The recommended minimum.'}
        />
      </div>
      <SelectField {...choice('visibility')} label="Visibility" choices={Object.entries(visibilityNames)} />
      <CheckboxField
        {...toggle('returningOnly')}
        label="For customers with a delivered reading only"
        hint="Shown on their order page and in the email with their reading."
      />
      <CheckboxField
        {...toggle('standardQuestions')}
        label="Ask the four standard questions"
        hint="Customers choose one of the career questions. Your own questions come after it."
      />
    </>
  );
}
