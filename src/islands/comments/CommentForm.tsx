import { useEffect, useRef } from 'react';
import type { UnsentComment, UnsentComments } from '../../client/comments/comments.ts';
import { shorten } from '../../client/format.ts';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import { Field } from '../ui/forms/Field.tsx';
import { givesUp } from '../ui/forms/leave-by-escape.ts';

/** @returns the words a comment is about; the passage stands above, marked */
export const aboutWords = ({ quote }: UnsentComment) => `“${shorten(quote, 80)}”`;

interface CommentFormProps {
  comments: UnsentComments;
  comment: UnsentComment;
  /** Whether it takes the focus. */
  isOpenedHere: boolean;
  onLeave: () => void;
}

/** Where a comment is written, below the paragraph of its passage. */
export function CommentForm({ comments, comment, isOpenedHere, onLeave }: CommentFormProps) {
  const { text, before } = comment;
  const field = useRef<HTMLTextAreaElement>(null);
  const isBlank = text.trim() === '';
  const excess = excessWords(text, limits.commentCharacters);
  function leave(how: 'keep' | 'cancel') {
    comments[how]();
    onLeave();
  }
  const keep = () => (excess || isBlank ? field.current?.focus() : leave('keep'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    if (!isOpenedHere || !field.current) return;
    field.current.focus();
    // One goes on where a comment ends.
    field.current.setSelectionRange(text.length, text.length);
    // With the buttons below it.
    field.current.form?.scrollIntoView({ block: 'nearest' });
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
        else leave('cancel');
      }}
    >
      <Field excess={excess} label={<span className="wrap-anywhere">Comment on {aboutWords(comment)}</span>}>
        {(aria) => (
          <textarea
            {...aria}
            ref={field}
            rows={2}
            className="textarea field-sizing-content max-h-60 w-full"
            value={text}
            onChange={(event) => comments.type(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-sm btn-primary" disabled={isBlank}>
          {before ? 'Save comment' : 'Add comment'}
        </button>
        <button {...givesUp(true)} type="button" className="btn btn-sm" onClick={() => leave('cancel')}>
          Cancel
        </button>
      </div>
    </form>
  );
}
