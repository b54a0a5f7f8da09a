import { useEffect, useRef, useState } from 'react';
import { afterPress } from '../../client/checkout/after-press.ts';
import { writeField } from '../../client/checkout/write-field.ts';
import { suggestEmail, undeliverableLetter } from '../../shared/mistyped-email.ts';

/** Asks about a mail address that looks mistyped or cannot be delivered to; it changes only when the customer says so. */
export function EmailSuggestion({ typed, left }: { typed: string; left: string }) {
  const line = useRef<HTMLSpanElement>(null);
  const [asked, setAsked] = useState('');
  // What changes later is announced, what comes with its place is not; and the line must not move what is pressed.
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
