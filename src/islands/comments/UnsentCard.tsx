import type { UnsentComment } from '../../client/comments/unsent-comments.ts';
import { shorten } from '../../client/format.ts';
import { TypedText } from '../ui/TypedText.tsx';
import { quotedCharacters } from './CommentForm.tsx';

interface UnsentCardProps {
  comment: UnsentComment;
  onChange: () => void;
  onRemove: () => void;
}

/** A comment that waits for the rejection, below the paragraph of its passage. */
export function UnsentCard({ comment: { quote, text, isGone }, onChange, onRemove }: UnsentCardProps) {
  const about = `“${shorten(quote, quotedCharacters)}”`;
  return (
    <section
      aria-label={`Comment on ${about}`}
      className="my-3 max-w-prose border-l-2 border-accent pl-3 font-sans text-base leading-normal"
    >
      <p className="text-sm text-quiet wrap-anywhere">
        {isGone && <span>Its passage is gone; it is sent with the feedback: </span>}
        <span>{about}</span>
      </p>
      <p className="as-typed">
        <TypedText text={text} />
      </p>
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
