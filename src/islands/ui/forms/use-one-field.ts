import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import { submitForm } from './submit-form.ts';

export interface OneField {
  /** What is wrong with what was typed, looked at when the form is sent; null when nothing is. */
  problemOf: (text: string) => string | null;
  /** Resolves to whether it was sent. */
  send: (text: string) => Promise<boolean>;
  /** Leaves the text there once it was sent. */
  isKept?: boolean;
}

/** A form of one field. What could not be sent stays in it. */
export function useOneField(first: string, { problemOf, send, isKept = false }: OneField) {
  const [value, setValue] = useState(first);
  const [error, setError] = useState<string | null>(null);

  async function sendIfFaultless(): Promise<void> {
    const problem = problemOf(value);
    setError(problem);
    if (problem === null && (await send(value)) && !isKept) setValue('');
  }

  return {
    /** For the `<InputField>` */
    field: {
      value,
      error,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        setError(null);
        setValue(event.target.value);
      },
    },
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => submitForm(event, sendIfFaultless),
  };
}
