import { type SubmitEvent, useState } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { submitForm } from '../ui/forms/submit-form.ts';
import type { Writing } from './use-writing.ts';

/**
 * Hands in what is written. What was missing then is marked until it is there.
 * @param onDone called when it was handed in
 */
export function useSubmission(desk: ReaderDesk, { order, fields }: Writing, onDone?: () => void) {
  const [isIncomplete, setIsIncomplete] = useState(false);
  const hasText = fields.content.trim() !== '';
  return {
    orderError: isIncomplete && !order ? 'Please select an order.' : null,
    contentError: isIncomplete && !hasText ? 'Please enter the reading.' : null,
    submit: (event: SubmitEvent<HTMLFormElement>) =>
      submitForm(event, async () => {
        setIsIncomplete(!order || !hasText);
        const isDone = await desk.submit(fields);
        if (isDone) onDone?.();
        return isDone;
      }),
  };
}
