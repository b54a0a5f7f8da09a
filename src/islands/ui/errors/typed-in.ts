export interface TypedText {
  label: string;
  text: string;
}

/** No passwords and codes; a choice is made again quickly. */
const kinds = ['textarea', 'text', 'email', 'search', 'tel', 'number'];

type TextField = HTMLInputElement | HTMLTextAreaElement;

export function textFieldsIn(box: Element): TextField[] {
  return [...box.querySelectorAll<TextField>('textarea, input')].filter(
    ({ type, autocomplete, readOnly }) =>
      kinds.includes(type) && autocomplete !== 'one-time-code' && !readOnly,
  );
}

export const labelOf = (field: TextField) => field.labels?.[0]?.textContent ?? field.ariaLabel ?? '';

export function typedIn(box: Element): TypedText[] {
  return textFieldsIn(box)
    .filter(({ value }) => value.trim())
    .map((field) => ({ label: labelOf(field), text: field.value }));
}
