export type FlashedFormPage = '/my-orders' | '/withdraw';

export interface FlashedForm {
  typed: Record<string, string>;
  /** `about` has the names of the fields; with none the problem is about the form as a whole */
  problems: { about: string[]; text: string }[];
}
