/** Replaces a field's text and fires `input`, which React's listeners hear. Does not move the focus. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // React’s own setter on the element would hide the change from its listeners.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
