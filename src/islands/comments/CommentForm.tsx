import { useEffect, useRef } from 'react';
import type { UnsentComment } from '../../client/comments/comments.ts';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import { Field } from '../ui/forms/Field.tsx';
import { givesUp } from '../ui/forms/leave-by-escape.ts';
import { TypedText } from '../ui/TypedText.tsx';
import { goneWords, shortQuote } from './SaidComment.tsx';

interface CommentFormProps {
  comment: UnsentComment;
  onType: (text: string) => void;
  onKeep: () => void;
  /** @param before what the comment said when the form was opened */
  onCancel: (before: string) => void;
}

/** Where a comment is written, below the paragraph of its passage. It takes the focus. */
export function CommentForm({ comment, onType, onKeep, onCancel }: CommentFormProps) {
  const { text } = comment;
  const before = useRef(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const isBlank = text.trim() === '';
  const excess = excessWords(text, limits.commentCharacters);
  const keep = () => (excess || isBlank ? field.current?.focus() : onKeep());
  useEffect(() => {
    field.current?.focus();
    // One goes on where a comment ends.
    field.current?.setSelectionRange(before.current.length, before.current.length);
    // With the buttons below it.
    field.current?.form?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <form
      className="my-3 grid max-w-prose gap-2 border-l-2 border-accent pl-3 font-sans text-base leading-normal"
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
      onKeyDown={(event) => {
        const isKeep = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        // What was typed is thrown away by nothing but its button.
        if (!isKeep && !(event.key === 'Escape' && isBlank)) return;
        event.preventDefault();
        event.stopPropagation();
        if (isKeep) keep();
        else onCancel(before.current);
      }}
    >
      <Field
        excess={excess}
        label={<span className="wrap-anywhere">Comment on “{shortQuote(comment)}”</span>}
      >
        {(aria) => (
          <textarea
            {...aria}
            ref={field}
            rows={2}
            className="textarea field-sizing-content max-h-60 w-full"
            value={text}
            onChange={(event) => onType(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-sm btn-primary" disabled={isBlank}>
          {before.current ? 'Save comment' : 'Add comment'}
        </button>
        <button
          {...givesUp(true)}
          type="button"
          className="btn btn-sm"
          onClick={() => onCancel(before.current)}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}

interface UnsentCardProps {
  comment: UnsentComment;
  /** Whether its words are no longer in the text. */
  isGone: boolean;
  onChange: () => void;
  onRemove: () => void;
}

/** A comment that waits for the rejection, below the paragraph of its passage. */
export function UnsentCard({ comment, isGone, onChange, onRemove }: UnsentCardProps) {
  const about = `“${shortQuote(comment)}”`;
  return (
    <section
      aria-label={`Comment on ${about}`}
      className="my-3 max-w-prose border-l-2 border-accent pl-3 font-sans text-base leading-normal"
    >
      <p className="text-sm text-quiet wrap-anywhere">{about}</p>
      <TypedText text={comment.text} />
      {isGone && <p className="text-sm">{goneWords}. The comment is sent with the feedback.</p>}
      <p className="mt-1 flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-ghost btn-xs"
          aria-label={`Change the comment on ${about}`}
          onClick={onChange}
        >
          Change
        </button>
        <button
          type="button"
          className="btn btn-ghost btn-xs"
          aria-label={`Remove the comment on ${about}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </p>
    </section>
  );
}
