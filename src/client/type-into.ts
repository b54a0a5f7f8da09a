/** Writes into a field as if it had been typed: listeners are notified. Focus and caret stay where they are. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // React puts a setter of its own on the element and takes what goes through it for its own writing.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
