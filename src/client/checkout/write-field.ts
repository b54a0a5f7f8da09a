import { typeInto } from '../type-into.ts';
import type { FieldName } from './form-fields.ts';

/** Writes into the order form as if it had been typed. */
export function writeField(form: HTMLFormElement, name: FieldName, text: string): void {
  const control = form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement | RadioNodeList;
  if (control.value === text) return;
  if (control instanceof RadioNodeList) {
    for (const choice of control)
      if (choice instanceof HTMLInputElement && choice.value === text) choice.click();
    return;
  }
  typeInto(control, text);
}
