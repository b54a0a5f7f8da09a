import { typeInto } from '../../../client/type-into.ts';
import { Field } from '../forms/Field.tsx';

export interface TypedText {
  label: string;
  text: string;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const kinds = ['textarea', 'text', 'email', 'search', 'tel', 'number'];

function textFieldsIn(box: Element): TextField[] {
  return [...box.querySelectorAll<TextField>('textarea, input')].filter(
    ({ type, autocomplete, readOnly }) =>
      kinds.includes(type) && autocomplete !== 'one-time-code' && !readOnly,
  );
}

const labelOf = (field: TextField) => field.labels?.[0]?.textContent ?? field.ariaLabel ?? '';

export function typedIn(box: Element): TypedText[] {
  return textFieldsIn(box)
    .filter(({ value }) => value.trim())
    .map((field) => ({ label: labelOf(field), text: field.value }));
}

const refillTimeoutMs = 15_000;

/** Types texts again into the fields with their labels, as soon as these exist. */
export function typeAgain(box: Element, texts: readonly TypedText[]): void {
  let missing = [...texts];
  const observer = new MutationObserver(() => {
    for (const field of textFieldsIn(box)) {
      const typed = missing.find(({ label }) => label === labelOf(field));
      if (!typed) continue;
      missing = missing.filter((text) => text !== typed);
      if (field.value !== typed.text) typeInto(field, typed.text);
    }
    if (missing.length === 0) observer.disconnect();
  });
  observer.observe(box, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), refillTimeoutMs);
}

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
