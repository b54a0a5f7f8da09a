import type { FieldName } from './form-fields.ts';

/** Writes into the form as if it had been typed: whoever listens hears of it. Focus and caret stay where they are. */
export function writeField(form: HTMLFormElement, name: FieldName, text: string): void {
  const control = form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement | RadioNodeList;
  if (control.value === text) return;
  if (control instanceof RadioNodeList) {
    for (const choice of control)
      if (choice instanceof HTMLInputElement && choice.value === text) choice.click();
    return;
  }
  // React puts a setter of its own on the element and takes what goes through it for its own writing.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
