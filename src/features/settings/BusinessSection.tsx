import { useStore } from '@nanostores/react';
import {
  type BusinessPart,
  type BusinessState,
  type BusinessText,
  type BusinessVersion,
  businessLimits,
  businessTexts,
  isText,
  isWide,
  partNames,
  textLimit,
} from '../../shared/shop/business-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FetchedSection, WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { InputField, TextAreaField } from '../../ui/forms/Field.tsx';
import { PictureField } from '../../ui/forms/PictureField.tsx';
import { type Form, useForm } from '../../ui/forms/use-form.ts';
import { Disclosure, Skeleton } from '../../ui/pieces.tsx';
import { useDateFormats, useDeskStore, useDraft, useRunning } from '../desk/desk-hooks.ts';
import { IdentityPreview, SamplePreview, TextPreview } from './BusinessPreview.tsx';
import {
  type BusinessFields,
  businessFields,
  createBusinessDesk,
  schemaOf,
  textHints,
  toBusinessChange,
} from './business-store.ts';
import { ColorFields } from './ColorFields.tsx';

/** Renders the forms for name and contact address, logo, and color of the business. */
export function IdentitySection() {
  const { state } = useDeskStore(createBusinessDesk);
  return (
    <FetchedSection title="Your business" isTitled={false} fetched={state} what="site text">
      {(known) => (
        <>
          <div className="grid items-start gap-x-10 gap-y-8 md:grid-cols-2">
            <Editor part="identity" state={known} />
            <div className="grid gap-8">
              <Editor part="colours" state={known} />
              <LogoEditor state={known} />
            </div>
          </div>
          <p className="field-hint">
            Emails change right away, the pages within a moment. The site’s address,{' '}
            <span className="wrap-anywhere">{known.business.publicUrl}</span>, and its time zone are set on
            the server: <code>PUBLIC_URL</code>, <code className="wrap-anywhere">BUSINESS_TIMEZONE</code>.
          </p>
        </>
      )}
    </FetchedSection>
  );
}

/** Renders the forms for the texts of the public pages, one at a time. */
export function TextsSection() {
  const business = useDeskStore(createBusinessDesk);
  const chosen = useStore(business.$text);
  return (
    <FetchedSection title="Page text" isTitled={false} fetched={business.state} what="site text">
      {(known) => (
        <>
          <ul aria-label="What the pages say" className="flex flex-wrap gap-2">
            {businessTexts.map((text) => (
              <li key={text}>
                <Button
                  className="btn btn-sm aria-pressed:btn-primary"
                  aria-pressed={text === chosen}
                  onClick={() => business.$text.set(text)}
                >
                  {partNames[text]}
                </Button>
              </li>
            ))}
          </ul>
          <Editor key={chosen} part={chosen} state={known} />
        </>
      )}
    </FetchedSection>
  );
}

function Editor({ part, state }: { part: BusinessPart; state: BusinessState }) {
  const business = useDeskStore(createBusinessDesk);
  const form = useForm({
    stored: businessFields(state, part),
    typed: useDraft(business.draftOf(part), { version: String(state.versions[part]) }),
    schema: schemaOf(part),
    toSent: (fields) => toBusinessChange(part, fields),
    save: (change) => business.save(part, change),
  });
  const { isBusy } = form;
  const isChanged = Object.keys(form.changed).length > 0;
  return (
    <form noValidate aria-label={partNames[part]} className="grid min-w-0 gap-4" onSubmit={form.onSubmit}>
      {!isText(part) && <h4 className="font-display text-lg">{partNames[part]}</h4>}
      {part === 'identity' && <IdentityFields form={form} />}
      {part === 'colours' && <ColorFields form={form} />}
      {part === 'bio' && state.isBioSample && (
        <p className="max-w-[65ch] rounded-field bg-tone-warning-paper px-4 py-3 text-tone-warning">
          This is sample text. Replace it with your own before you open.
        </p>
      )}
      {isText(part) && <TextField form={form} part={part} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="btn btn-primary" disabled={!isChanged} isBusy={isBusy}>
          Save and publish
        </Button>
        {isChanged && (
          <Button className="btn" disabled={isBusy} onClick={() => form.write(businessFields(state, part))}>
            Discard my changes
          </Button>
        )}
      </div>
      <PublicationNote part={part} />
      <Disclosure summary="History">
        <History part={part} />
      </Disclosure>
    </form>
  );
}

function LogoEditor({ state }: { state: BusinessState }) {
  const business = useDeskStore(createBusinessDesk);
  const running = useRunning('business');
  const { logo, siteName } = state.business;
  return (
    <section aria-label="Logo" className="grid min-w-0 gap-4">
      <h4 className="font-display text-lg">Logo</h4>
      <PictureField
        label="Logo"
        hint="An SVG or PNG. A wide logo replaces the name at the top of each page. Any other shape goes next to the name."
        types={['image/svg+xml', 'image/png']}
        saveLabel="Save and publish"
        isBusy={running !== undefined}
        current={logo?.address ?? null}
        save={(picture) => business.save('logo', { picture })}
      >
        {(address) => (
          <p className="flex min-w-0 items-center gap-2.5 rounded-field border border-hairline p-4 font-display text-xl wrap-anywhere">
            <img src={address} alt="Logo" className="logo" />
            {!(logo?.address === address && isWide(logo)) && siteName}
          </p>
        )}
      </PictureField>
      <PublicationNote part="logo" />
      <Disclosure summary="History">
        <History part="logo" />
      </Disclosure>
    </section>
  );
}

/** Confirms the last change of a part, with Undo. */
function PublicationNote({ part }: { part: BusinessPart }) {
  const business = useDeskStore(createBusinessDesk);
  const publication = useStore(business.$publication);
  const running = useRunning('business');
  const shown = publication?.part === part ? publication : null;
  return (
    <div className={shown ? 'flex flex-wrap items-center gap-x-4 gap-y-2' : 'sr-only'}>
      <p role="status" className="min-w-0 text-quiet">
        {shown && `${partNames[part]}: saved. The pages show it now.`}
      </p>
      {shown?.undo && (
        <Button task="undo" busyLabel="Undoing…" running={running} onClick={() => void business.undo()}>
          Undo
        </Button>
      )}
    </div>
  );
}

const { nameCharacters } = businessLimits;

const identityInputs = [
  { name: 'siteName', label: 'Name', limit: nameCharacters },
  {
    name: 'contactEmail',
    label: 'Contact',
    hint: 'Customers write to this address, and replies to your emails arrive there.',
    type: 'email',
  },
  {
    name: 'legalName',
    label: 'Legal name',
    optional: true,
    hint: 'Only if it is different from the name.',
    limit: nameCharacters,
  },
  {
    name: 'billingDescriptor',
    label: 'On card statements',
    hint: 'Shown after your Stripe account’s prefix, so that customers recognize the charge.',
    limit: 18,
  },
] as const;

function IdentityFields({ form }: { form: Form<BusinessFields> }) {
  const { field, fields } = form;
  return (
    <>
      {identityInputs.map(({ name, ...input }) => (
        <InputField key={name} type="text" {...field(name)} {...input} />
      ))}
      <TextAreaField
        {...field('postalAddress')}
        label="Postal address"
        optional
        limit={businessLimits.addressCharacters}
        rows={3}
      />
      <IdentityPreview identity={fields} />
    </>
  );
}

function TextField({ form, part }: { form: Form<BusinessFields>; part: BusinessText }) {
  const isShort = part === 'headline' || part === 'tagline';
  return (
    <>
      <TextAreaField
        {...form.field('text')}
        label="Text"
        hint={textHints[part]}
        limit={textLimit(part)}
        rows={isShort ? 2 : 12}
        className={classNames('field-sizing-content max-w-[65ch] leading-relaxed', !isShort && 'min-h-72')}
      />
      {part === 'sample' ? (
        <SamplePreview text={form.fields.text} />
      ) : (
        <TextPreview text={form.fields.text} isHeadline={part === 'headline'} />
      )}
    </>
  );
}

function History({ part }: { part: BusinessPart }) {
  return (
    <WhenFetched
      fetched={useDeskStore(createBusinessDesk).historyOf(part)}
      what="history"
      loading={<Skeleton className="mt-2 h-12" />}
    >
      {(versions) => (
        <ol aria-label="History" className="mt-2 divide-y divide-base-300">
          {versions.map((version, place) => (
            <Version key={version.version} part={part} known={version} place={place} />
          ))}
        </ol>
      )}
    </WhenFetched>
  );
}

/** @param props.place its index; 0 is the current version */
function Version({ part, known, place }: { part: BusinessPart; known: BusinessVersion; place: number }) {
  const business = useDeskStore(createBusinessDesk);
  const { version, value, changedAt, changedBy } = known;
  const { dateTime } = useDateFormats();
  const running = useRunning('business');
  const when = changedAt === null ? 'Original' : `${dateTime(changedAt)}, ${changedBy}`;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2">
      <details className="min-w-0 flex-1 basis-56">
        <summary className="cursor-pointer py-0.5 wrap-anywhere">{when}</summary>
        {value.startsWith('/pictures/') ? (
          <img src={value} alt="Logo" className="logo mt-1" />
        ) : (
          <p className="mt-1 max-w-[65ch] text-sm as-typed text-quiet">{value}</p>
        )}
      </details>
      {place === 0 ? (
        <span className="badge">Current</span>
      ) : (
        <Button
          task={`restore:${version}`}
          busyLabel="Restoring…"
          running={running}
          aria-label={`Restore this version: ${when}`}
          onClick={() => void business.restore(part, version)}
        >
          Restore this version
        </Button>
      )}
    </li>
  );
}
