import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ReaderDesk } from '../../client/desk/reader-desk.ts';
import type { Writing } from './use-writing.ts';

/**
 * Hands in what is written. What was missing then is marked until it is there, and has the focus.
 * @param onDone called when it was handed in
 */
export function useSubmission(desk: ReaderDesk, { order, fields }: Writing, onDone?: () => void) {
  const form = useRef<HTMLFormElement>(null);
  /** How often something was missing; 0 when nothing was the last time. */
  const [refusals, setRefusals] = useState(0);
  const hasText = fields.content.trim() !== '';

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);

  return {
    orderError: refusals > 0 && !order ? 'Please select an order.' : null,
    contentError: refusals > 0 && !hasText ? 'Please enter the reading.' : null,
    /** Props for the form. */
    formProps: {
      ref: form,
      noValidate: true,
      async onSubmit(event: FormEvent) {
        event.preventDefault();
        setRefusals(order && hasText ? 0 : refusals + 1);
        if (await desk.submit(fields)) onDone?.();
      },
    },
  };
}
