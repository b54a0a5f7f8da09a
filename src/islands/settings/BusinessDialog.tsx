import { useStore } from '@nanostores/react';
import { type ReactNode, useDeferredValue } from 'react';
import { type BusinessDesk, type BusinessEditor, partNames } from '../../client/settings/business.ts';
import { type BusinessIdentity, type BusinessPart, businessLimits } from '../../shared/business.ts';
import { excessWords } from '../../shared/excess-words.ts';
import { readBlocks, type TextBlock } from '../../shared/text-blocks.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { firstFocus } from '../ui/dialogs/use-return-focus.ts';
import { Field, InputField } from '../ui/forms/Field.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { BusinessHistory } from './BusinessHistory.tsx';
import { ColourFields } from './ColourFields.tsx';
import { PreviewFold } from './PreviewFold.tsx';
import { PublicationNote } from './PublicationNote.tsx';
import { SampleNote } from './SampleNote.tsx';

interface BusinessDialogProps {
  business: BusinessDesk;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const descriptions: Partial<Record<BusinessPart, string>> = {
  identity: 'How pages and emails name the business.',
  colours: 'How pages and emails look.',
};

/** Writes one part of what the pages say, shows it as it will stand there, and what it was before. */
export function BusinessDialog({ business, open, onOpenChange }: BusinessDialogProps) {
  const editor = useStore(business.$editor);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={editor ? partNames[editor.part] : ''}
      description={editor ? (descriptions[editor.part] ?? 'What the public pages say.') : ''}
    >
      {editor && (
        <div className="grid gap-6">
          <Editor key={editor.part} business={business} editor={editor} />
          <BusinessHistory business={business} part={editor.part} />
        </div>
      )}
    </Dialog>
  );
}

interface EditorProps {
  business: BusinessDesk;
  editor: BusinessEditor;
}

function Editor({ business, editor }: EditorProps) {
  const isBusy = useRunning(business.work, 'business') === 'save';
  return (
    <form
      noValidate
      aria-label={partNames[editor.part]}
      className="grid gap-4"
      onSubmit={(event) => submitForm(event, business.save)}
    >
      {editor.part === 'identity' && <IdentityFields business={business} editor={editor} />}
      {editor.part === 'colours' && <ColourFields business={business} editor={editor} />}
      {editor.isSample && <SampleNote />}
      {isText(editor.part) && <TextField business={business} editor={editor} />}
      <div className="flex flex-wrap gap-2">
        <ActionButton
          type="submit"
          className="btn btn-primary"
          disabled={!editor.isChanged}
          isBusy={isBusy}
          busyLabel="Saving…"
        >
          Save and publish
        </ActionButton>
        {editor.isChanged && (
          <button type="button" className="btn" disabled={isBusy} onClick={business.discard}>
            Discard what I typed
          </button>
        )}
      </div>
      <PublicationNote business={business} part={editor.part} />
    </form>
  );
}

function isText(part: BusinessPart): boolean {
  return part !== 'identity' && part !== 'colours';
}

function IdentityFields({ business, editor }: EditorProps) {
  const { fields, errors } = editor;
  return (
    <>
      <InputField
        {...firstFocus}
        label="Name"
        error={errors.siteName}
        type="text"
        autoComplete="off"
        limit={businessLimits.nameCharacters}
        value={fields.siteName}
        onChange={(event) => business.write({ siteName: event.target.value })}
      />
      <InputField
        label="Contact"
        hint="Customers write to this address, and replies to your emails arrive there."
        error={errors.contactEmail}
        type="email"
        autoComplete="off"
        value={fields.contactEmail}
        onChange={(event) => business.write({ contactEmail: event.target.value })}
      />
      <InputField
        label="Legal name"
        optional
        hint="The legal name of the business, if it is different."
        error={errors.legalName}
        type="text"
        autoComplete="off"
        limit={businessLimits.nameCharacters}
        value={fields.legalName}
        onChange={(event) => business.write({ legalName: event.target.value })}
      />
      <InputField
        label="On card statements"
        hint="It follows your Stripe account’s prefix, and customers recognize the charge by it."
        error={errors.billingDescriptor}
        type="text"
        autoComplete="off"
        limit={18}
        value={fields.billingDescriptor}
        onChange={(event) => business.write({ billingDescriptor: event.target.value })}
      />
      <Field
        excess={excessWords(fields.postalAddress, businessLimits.addressCharacters)}
        label="Postal address"
        optional
        error={errors.postalAddress}
      >
        {(aria) => (
          <textarea
            {...aria}
            rows={3}
            className="textarea w-full"
            value={fields.postalAddress}
            onChange={(event) => business.write({ postalAddress: event.target.value })}
          />
        )}
      </Field>
      <IdentityPreview identity={fields} />
    </>
  );
}

function TextField({ business, editor }: EditorProps) {
  const hint =
    editor.part === 'faq'
      ? 'A line that starts with ## is a question; what stands below it is the answer.'
      : 'A blank line starts a new paragraph, ## a heading, and - a list item.';
  return (
    <>
      <Field
        excess={excessWords(editor.fields.text, businessLimits.textCharacters)}
        label="Text"
        hint={hint}
        error={editor.errors.text}
      >
        {(aria) => (
          <textarea
            {...aria}
            {...firstFocus}
            rows={12}
            className="textarea field-sizing-content min-h-72 w-full max-w-[65ch] leading-relaxed"
            value={editor.fields.text}
            onChange={(event) => business.write({ text: event.target.value })}
          />
        )}
      </Field>
      <TextPreview text={editor.fields.text} />
    </>
  );
}

/** A text as its page will show it. */
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

/** Who the business is, as it is named wherever customers meet it. */
function IdentityPreview({ identity }: { identity: BusinessIdentity }) {
  const { siteName, contactEmail, legalName, postalAddress, billingDescriptor } = identity;
  return (
    <PreviewFold>
      <Place where="At the head and the foot of each page, and in emails">
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
