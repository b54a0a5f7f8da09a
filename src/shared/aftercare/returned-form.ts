/** The pages whose forms are sent by visitors who are not signed in. */
export type ReturnedFormPage = '/my-orders' | '/withdraw';

/** A form that could not be taken, as its page shows it once more. */
export interface ReturnedForm {
  /** By the names of the fields, as typed */
  typed: Record<string, string>;
  /** What is wrong, each with the names of the fields that it is about; with none it is about the form as a whole */
  problems: { about: string[]; text: string }[];
}
