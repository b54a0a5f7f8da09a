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

/** Returns the texts typed in an element, with their fields' labels; skips blank, read-only and secret fields. */
export function collectTypedTexts(box: Element): RescuedText[] {
  return textFieldsIn(box)
    .filter(({ value }) => value.trim())
    .map((field) => ({ label: labelOf(field), text: field.value }));
}

const refillTimeoutMs = 15_000;

/** Fields can be mounted again while their part is refetched. */
const settleMs = 1_000;

/** Writes texts into the fields with their labels as these appear in the next 15 seconds. Returns at once. */
export function retypeTexts(box: Element, texts: readonly RescuedText[]): void {
  const filled = new WeakSet<TextField>();
  const returned = new Set<RescuedText>();
  let isSettling = false;
  const observer = new MutationObserver(() => {
    const fields = textFieldsIn(box);
    for (const typed of texts) {
      // With equal labels, the order decides.
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

/** Shows what was typed in a part that broke, in read-only fields to copy from. */
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
