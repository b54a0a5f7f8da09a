import { useStore } from '@nanostores/react';
import { type ReactNode, useDeferredValue } from 'react';
import {
  type BusinessIdentity,
  type BusinessPart,
  type BusinessState,
  type BusinessVersion,
  businessLimits,
  partNames,
} from '../../shared/shop/business-schema.ts';
import { readBlocks, type TextBlock } from '../../shared/shop/text-blocks.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, type DialogState } from '../../ui/dialogs/Dialog.tsx';
import { firstFocus } from '../../ui/dialogs/use-return-focus.ts';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { InputField, TextAreaField } from '../../ui/forms/Field.tsx';
import { type Form, useForm } from '../../ui/forms/use-form.ts';
import { Skeleton } from '../../ui/pieces.tsx';
import { useDateFormats, useDeskStore, useDraft, useRunning } from '../desk/desk-hooks.ts';
import {
  type BusinessFields,
  businessFields,
  createBusinessDesk,
  schemaOf,
  toBusinessChange,
} from './business-store.ts';
import { ColorFields } from './ColorFields.tsx';
import { PublicationNote, SampleNote } from './PublicationNote.tsx';

const descriptions: Partial<Record<BusinessPart, string>> = {
  identity: 'How the business is named on pages and in emails.',
  colours: 'How pages and emails look.',
};

export function BusinessDialog(dialog: DialogState) {
  const business = useDeskStore(createBusinessDesk);
  const part = useStore(business.$part);
  const { data } = useStore(business.state.$state);
  return (
    <Dialog
      {...dialog}
      size="lg"
      title={part ? partNames[part] : ''}
      description={part ? (descriptions[part] ?? 'What the public pages say.') : ''}
    >
      {part && data && (
        <div className="grid gap-6">
          <Editor key={part} part={part} state={data} />
          <History part={part} />
        </div>
      )}
    </Dialog>
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
  const isText = part !== 'identity' && part !== 'colours';
  return (
    <form noValidate aria-label={partNames[part]} className="grid gap-4" onSubmit={form.onSubmit}>
      {part === 'identity' && <IdentityFields form={form} />}
      {part === 'colours' && <ColorFields form={form} />}
      {part === 'bio' && state.isBioSample && <SampleNote />}
      {isText && <TextField form={form} isFaq={part === 'faq'} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="btn btn-primary" disabled={!isChanged} isBusy={isBusy}>
          Save and publish
        </Button>
        {isChanged && (
          <Button className="btn" disabled={isBusy} onClick={() => form.write(businessFields(state, part))}>
            Discard what I typed
          </Button>
        )}
      </div>
      <PublicationNote part={part} />
    </form>
  );
}

const { nameCharacters } = businessLimits;

const identityInputs = [
  { name: 'siteName', label: 'Name', limit: nameCharacters, ...firstFocus },
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

function TextField({ form, isFaq }: { form: Form<BusinessFields>; isFaq: boolean }) {
  return (
    <>
      <TextAreaField
        {...firstFocus}
        {...form.field('text')}
        label="Text"
        hint={
          isFaq
            ? 'A line that starts with ## is a question; the text below it is the answer.'
            : 'A blank line starts a new paragraph, ## a heading, and - a list item.'
        }
        limit={businessLimits.textCharacters}
        rows={12}
        className="field-sizing-content min-h-72 max-w-[65ch] leading-relaxed"
      />
      <TextPreview text={form.fields.text} />
    </>
  );
}

function PreviewFold({ children }: { children: ReactNode }) {
  return (
    <details className="max-w-[65ch] rounded-field border border-hairline px-4 py-2">
      <summary className="cursor-pointer font-semibold">Preview</summary>
      <div className="mt-2 space-y-3 pb-2 leading-relaxed">{children}</div>
    </details>
  );
}

function TextPreview({ text }: { text: string }) {
  const blocks = readBlocks(useDeferredValue(text));
  return (
    <PreviewFold>
      {blocks.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other order
        <Block key={place} block={block} />
      ))}
    </PreviewFold>
  );
}

function Block({ block }: { block: TextBlock }) {
  if (block.kind === 'list') {
    return (
      <ul className="list-disc space-y-1 pl-5">
        {block.items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list has no other order
          <li key={place} className="wrap-anywhere">
            {item}
          </li>
        ))}
      </ul>
    );
  }
  if (block.kind === 'heading') return <h3 className="font-display text-xl wrap-anywhere">{block.text}</h3>;
  return <p className="wrap-anywhere">{block.text}</p>;
}

function IdentityPreview({ identity }: { identity: BusinessIdentity }) {
  const { siteName, contactEmail, legalName, postalAddress, billingDescriptor } = identity;
  return (
    <PreviewFold>
      <Place where="At the top and bottom of each page, and in emails">
        <p className="font-display text-xl font-medium wrap-anywhere">{siteName}</p>
        <p>
          Questions? Write to{' '}
          <span className="wrap-anywhere text-primary underline underline-offset-4">{contactEmail}</span>
        </p>
      </Place>
      <Place where="Above the terms and on receipts">
        <p className="as-typed wrap-anywhere">
          {[legalName.trim() || siteName, postalAddress.trim()].filter(Boolean).join('\n')}
        </p>
      </Place>
      <Place where="On card statements, behind your prefix">
        <p className="wrap-anywhere">{billingDescriptor}</p>
      </Place>
    </PreviewFold>
  );
}

function Place({ where, children }: { where: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-sans text-sm tracking-normal text-quiet">{where}</h3>
      {children}
    </section>
  );
}

function History({ part }: { part: BusinessPart }) {
  return (
    <section aria-label="History" className="grid gap-2 border-t border-hairline pt-4">
      <h3 className="font-semibold">History</h3>
      <WhenFetched
        fetched={useDeskStore(createBusinessDesk).historyOf(part)}
        what="history"
        loading={<Skeleton className="h-12" />}
      >
        {(versions) => (
          <ol className="divide-y divide-base-300">
            {versions.map((version, place) => (
              <Version key={version.version} part={part} known={version} place={place} />
            ))}
          </ol>
        )}
      </WhenFetched>
    </section>
  );
}

/** @param props.place 0 for the current one */
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
        <p className="mt-1 max-w-[65ch] text-sm as-typed text-quiet">{value}</p>
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
          {place === 1 ? 'Undo to this' : 'Use again'}
        </Button>
      )}
    </li>
  );
}
