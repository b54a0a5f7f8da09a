import { useEffect, useRef, useState } from 'react';
import { afterPress } from '../../client/checkout/after-press.ts';
import { suggestEmail } from '../../client/checkout/email-suggestion.ts';
import { writeField } from '../../client/checkout/write-field.ts';

/** Asks about a mail address that looks mistyped; nothing is corrected unless somebody says so. */
export function EmailSuggestion({ typed, left }: { typed: string; left: string }) {
  const line = useRef<HTMLSpanElement>(null);
  const [asked, setAsked] = useState('');
  // What changes later is announced, what comes with its place is not; and the line must not move what is pressed.
  useEffect(() => afterPress(() => setAsked(left)), [left]);
  const suggestion = typed === left && asked === left ? suggestEmail(left) : null;

  function use(email: string) {
    const form = line.current?.closest('form');
    if (!form) return;
    writeField(form, 'customerEmail', email);
    form.querySelector<HTMLInputElement>('[name=customerEmail]')?.focus();
  }

  return (
    <span ref={line} role="status" className="mt-1 block text-base-content empty:hidden">
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
