import { Field } from '../forms/Field.tsx';

/** What stands in a field, under the field's own name. */
interface TypedText {
  label: string;
  text: string;
}

/** Of passwords and codes nothing is shown; what is chosen is chosen again quickly. */
const kinds = ['textarea', 'text', 'email', 'search', 'tel', 'number'];

/** @returns what somebody may have typed into the fields inside, in their order, to be copied; null when nothing */
export function typedTexts(box: Element) {
  const fields = [...box.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')];
  const texts = fields
    .filter(
      ({ type, autocomplete, readOnly, value }) =>
        kinds.includes(type) && autocomplete !== 'one-time-code' && !readOnly && value.trim(),
    )
    .map((field) => ({ label: field.labels?.[0]?.textContent ?? '', text: field.value }));
  if (texts.length === 0) return null;
  return (
    <>
      <p>What you typed there, to be copied:</p>
      <TypedTexts texts={texts} />
    </>
  );
}

/** Texts to be copied, each under its name. */
export function TypedTexts({ texts }: { texts: TypedText[] }) {
  return texts.map(({ label, text }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is, and labels can be the same
    <Field key={index} label={label || 'What you typed'}>
      {(aria) => (
        <textarea
          {...aria}
          rows={text.length > 80 ? 6 : 1}
          readOnly
          className="textarea w-full"
          value={text}
        />
      )}
    </Field>
  ));
}
