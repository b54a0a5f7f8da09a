/** What is wrong with the fields of a form, in sentences, by the name of the field; empty when nothing is. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

/** @returns whether a form can be sent */
export function isFaultless(errors: FieldErrors<string>): boolean {
  return Object.keys(errors).length === 0;
}
