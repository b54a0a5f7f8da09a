import { typeInto } from '../../lib/type-into.ts';
import type { OrderInput } from '../../shared/checkout/checkout-schema.ts';
import type { FormOffer } from '../../shared/offers/offer-types.ts';
import { defaultReadingType, type ReadingType } from '../../shared/orders/order-form.ts';

/* The fields of the order form. The page inlines this (directives/order.ts), so it imports nothing large. */

export const emptyFields = {
  readingType: defaultReadingType as ReadingType,
  customQuestion: '',
  customerName: '',
  customerEmail: '',
  readingAddresseeName: '',
  backgroundContext: '',
  code: '',
};
type AnswerName = `answer-${string}`;
/** A checkbox: `on` when checked, else empty. */
type AddOnName = `add-on-${string}`;
/** The form's values by field name: the fields of every form, then its offer's, in page order. */
export type CheckoutFields = typeof emptyFields & { [name: AnswerName | AddOnName]: string };
export type FieldName = keyof CheckoutFields;
/** Error messages by field; `addOns` is about the choice of add-ons. */
export type CheckoutErrors = Partial<Record<FieldName | 'addOns', string>>;

export type CheckedForm = { request: OrderInput } | { errors: CheckoutErrors };

export const answerName = (id: string): AnswerName => `answer-${id}`;
export const addOnName = (id: string): AddOnName => `add-on-${id}`;

/** Returns the ids of the checked add-ons. */
export function chosenAddOnIds(fields: CheckoutFields, { addOns }: Pick<FormOffer, 'addOns'>): string[] {
  return addOns.map(({ id }) => id).filter((id) => fields[addOnName(id)]);
}

const outdated =
  'The questions for this reading have changed. Please reload the page. What you typed is saved.';

/**
 * Returns the server's errors by form field; `other` joins the rest into one text, empty without any. An answer to
 * an unknown question asks to reload the page.
 */
export function placeProblems({ questions, addOns }: FormOffer, problems: Record<string, string>) {
  const errors: CheckoutErrors = {};
  const other = new Set<string>();
  for (const [name, sentence] of Object.entries(problems)) {
    if ([...questions, ...addOns].some(({ id }) => id === name)) errors[answerName(name)] = sentence;
    else if (name in emptyFields) errors[name as FieldName] = sentence;
    else if (/^addOns\b/.test(name) && addOns.length > 0) errors.addOns = sentence;
    else other.add(name === 'offer' ? sentence : outdated);
  }
  return { errors, other: [...other].join(' ') };
}

/** Returns the fields as the text that is stored and compared. */
export function formText(fields: CheckoutFields): string {
  return JSON.stringify(fields);
}

/** Event of the form when its scripts are loaded. */
export const formAtWork = 'at-work';

/** Event of the form when the customer types or chooses; not fired when a draft is restored or cleared. */
export const formBegun = 'begun';

/** Event of the form when its fields were cleared: radio buttons have no event for that. */
export const formCleared = 'cleared';

/** Returns the names of the form's own fields, each once, in page order; other controls are left out. */
export function fieldNames(form: HTMLFormElement): FieldName[] {
  const names = Array.from(form.elements, (control) => control.getAttribute('name') ?? '');
  const isField = (name: string): name is FieldName => name in emptyFields || /^(answer|add-on)-/.test(name);
  return [...new Set(names.filter(isField))];
}

/** Reads the form; a field that the form lacks is empty, and a checkbox is `on` or empty. */
export function readFields(form: HTMLFormElement): CheckoutFields {
  const texts = fieldNames(form).map((name) => [name, readField(form, name)]);
  return { ...emptyFields, ...Object.fromEntries(texts) };
}

/** Returns the values of a cleared form: all fields empty, the standard reading type chosen. */
export function emptyFieldsOf(form: HTMLFormElement): CheckoutFields {
  const others = fieldNames(form).filter((name) => !(name in emptyFields));
  return { ...emptyFields, ...Object.fromEntries(others.map((name) => [name, ''])) };
}

type Control = HTMLInputElement | HTMLTextAreaElement | RadioNodeList;

function readField(form: HTMLFormElement, name: FieldName): string {
  const control = form.elements.namedItem(name) as Control;
  if (!isCheckbox(control)) return control.value;
  return control.checked ? 'on' : '';
}

/** Writes to a field or clicks a choice, which runs its listeners. Does nothing if the value is the same. */
export function writeField(form: HTMLFormElement, name: FieldName, text: string): void {
  const control = form.elements.namedItem(name) as Control | null;
  if (!control || readField(form, name) === text) return;
  if (control instanceof RadioNodeList) chooseRadio(control, text);
  else if (isCheckbox(control)) control.click();
  else typeInto(control, text);
}

function chooseRadio(buttons: RadioNodeList, text: string): void {
  for (const button of Array.from(buttons) as HTMLInputElement[]) {
    if (text === '') button.checked = false;
    else if (button.value === text) button.click();
  }
}

function isCheckbox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.type === 'checkbox';
}
