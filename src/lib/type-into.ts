/** Types into a field: listeners run, focus and caret stay. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // React’s own setter on the element would hide the change from its listeners.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
