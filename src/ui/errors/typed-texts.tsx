import { typeInto } from '../../lib/type-into.ts';
import { TextAreaField } from '../forms/Field.tsx';

export interface RescuedText {
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

/** Returns the texts in an element's fields, with their labels; not blank ones, passwords or read-only fields. */
export function collectTypedTexts(box: Element): RescuedText[] {
  return textFieldsIn(box)
    .filter(({ value }) => value.trim())
    .map((field) => ({ label: labelOf(field), text: field.value }));
}

const refillTimeoutMs = 15_000;

/** Fields can be mounted once more while their part is fetched again. */
const settleMs = 1_000;

/** Types texts again into the fields with their labels as these appear, for 15 seconds at most. Does not wait. */
export function retypeTexts(box: Element, texts: readonly RescuedText[]): void {
  const filled = new WeakSet<TextField>();
  const returned = new Set<RescuedText>();
  let isSettling = false;
  const observer = new MutationObserver(() => {
    const fields = textFieldsIn(box);
    for (const typed of texts) {
      // Labels can be the same: then the order decides.
      const index = fields.findIndex((field) => labelOf(field) === typed.label);
      const [field] = index < 0 ? [] : fields.splice(index, 1);
      if (!field || filled.has(field)) continue;
      filled.add(field);
      returned.add(typed);
      if (field.value !== typed.text) typeInto(field, typed.text);
    }
    if (isSettling || returned.size < texts.length) return;
    isSettling = true;
    setTimeout(stop, settleMs);
  });
  const stop = () => observer.disconnect();
  observer.observe(box, { childList: true, subtree: true });
  setTimeout(stop, refillTimeoutMs);
}

export function TypedTexts({ texts }: { texts: RescuedText[] }) {
  return texts.map(({ label, text }) => (
    <TextAreaField
      key={`${label} ${text}`}
      label={label || 'What you typed'}
      rows={text.length > 80 ? 6 : 1}
      readOnly
      value={text}
    />
  ));
}
