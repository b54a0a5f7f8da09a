import { useEffect, useRef, useState } from 'react';
import { suggestEmail, undeliverableLetter } from '../../shared/mistyped-email.ts';
import { writeField } from './form-fields.ts';

/** Waits until nothing is pressed: a layout change between pointer down and up makes the browser drop the click. */
function afterPress(run: () => void): () => void {
  let frame = 0;
  function look(): void {
    if (document.querySelector(':active')) frame = requestAnimationFrame(look);
    else run();
  }
  look();
  return () => cancelAnimationFrame(frame);
}

/** Suggests a correction of a mistyped email once its field was left, and writes it into the form around it. */
export function EmailSuggestion({ typed, left }: { typed: string; left: string }) {
  const line = useRef<HTMLSpanElement>(null);
  const [asked, setAsked] = useState('');
  // Set later: screen readers announce a change of the line, not the line itself.
  useEffect(() => afterPress(() => setAsked(left)), [left]);
  const isAsked = typed === left && asked === left;
  const suggestion = isAsked ? suggestEmail(left) : null;
  const letter = isAsked ? undeliverableLetter(left) : null;

  function use(email: string) {
    const form = line.current?.closest('form');
    if (!form) return;
    writeField(form, 'customerEmail', email);
    form.querySelector<HTMLInputElement>('[name=customerEmail]')?.focus();
  }

  return (
    <span ref={line} role="status" className="mt-1 block text-base-content empty:hidden">
      {letter && (
        <span>Is this right? Most mail systems can’t deliver to letters like {letter} before the @. </span>
      )}
      {suggestion && (
        <span>
          Did you mean <strong className="wrap-anywhere">{suggestion}</strong>?{' '}
          <button type="button" className="text-link" onClick={() => use(suggestion)}>
            Use it
          </button>
        </span>
      )}
    </span>
  );
}
