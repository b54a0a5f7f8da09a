import { type SubmitEvent, useState } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { isVeryShort } from '../../shared/readings/reading-checks.ts';
import { submitForm } from '../ui/forms/submit-form.ts';
import type { Writing } from './use-writing.ts';

/** Hands in what is written, of very little not before it was asked. What was missing then is marked until it is there. */
export function useSubmission(desk: ReaderDesk, { order, fields, isSubmitting }: Writing) {
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const hasText = fields.content.trim() !== '';
  return {
    orderError: isIncomplete && !order ? 'Please select an order.' : null,
    contentError: isIncomplete && !hasText ? 'Please enter the reading.' : null,
    isAsking,
    setIsAsking,
    handIn: () => void desk.submit(fields),
    submit: (event: SubmitEvent<HTMLFormElement>) =>
      submitForm(event, async () => {
        setIsIncomplete(!order || !hasText);
        if (order && hasText && !isSubmitting && isVeryShort(fields.content)) setIsAsking(true);
        else await desk.submit(fields);
      }),
  };
}
