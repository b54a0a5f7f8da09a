import type { UnsentComment } from '../../client/comments/comments.ts';
import { TypedText } from '../ui/TypedText.tsx';
import { aboutWords } from './CommentForm.tsx';
import { goneWords } from './SaidComment.tsx';

interface UnsentCardProps {
  comment: UnsentComment;
  /** Whether its words are no longer in the text. */
  isGone: boolean;
  onChange: () => void;
  onRemove: () => void;
}

/** A comment that waits for the rejection, below the paragraph of its passage. */
export function UnsentCard({ comment, isGone, onChange, onRemove }: UnsentCardProps) {
  const about = aboutWords(comment);
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
