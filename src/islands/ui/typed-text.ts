/** What stands in a field, under the field's own name. */
export interface TypedText {
  label: string;
  text: string;
}

/** Of passwords and codes nothing is shown; what is chosen is chosen again quickly. */
const kinds = ['textarea', 'text', 'email', 'search', 'tel', 'number'];

/** @returns what somebody may have typed into the fields inside, in their order */
export function typedIn(box: Element): TypedText[] {
  const found = [...box.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')];
  return found
    .filter(
      ({ type, autocomplete, readOnly, value }) =>
        kinds.includes(type) && autocomplete !== 'one-time-code' && !readOnly && value.trim(),
    )
    .map((field) => ({ label: field.labels?.[0]?.textContent ?? '', text: field.value }));
}
