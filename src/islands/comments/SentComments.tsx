import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { writtenComments } from '../../client/comments/comments.ts';
import { findQuote } from '../../client/comments/passages.ts';
import { shortenMiddle } from '../../client/format.ts';
import { counted, plural } from '../../shared/plural.ts';
import type { ReadingComment } from '../../shared/readings/comments.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk, useBusinessDays } from '../desk/desk-hooks.ts';
import { WhenFetched } from '../ui/errors/WhenFetched.tsx';
import { Disclosure, TypedText } from '../ui/pieces.tsx';

export const noLongerInText = 'These words are no longer in the text';

export const shortQuote = ({ quote }: { quote: string }) => shortenMiddle(quote, 80);

/** @param props.said by whom, and when */
export function SentComment(props: { comment: ReadingComment; said?: string; children?: ReactNode }) {
  const { comment, said = '', children } = props;
  return (
    <li className="border-l-2 border-accent pl-3">
      <p className="text-sm text-quiet wrap-anywhere">
        {said}“{shortQuote(comment)}”
      </p>
      <TypedText text={comment.text} />
      {children}
    </li>
  );
}

export function CommentHistory({ comments }: { comments: ReadingComment[] }) {
  const { happened } = useBusinessDays();
  if (comments.length === 0) return null;
  return (
    <Disclosure summary={`Comments (${comments.length})`}>
      <ol className="mt-2 grid max-w-prose gap-3">
        {comments.map((comment) => (
          <SentComment
            key={comment.id}
            comment={comment}
            said={`${comment.author}, ${happened(comment.createdAt)}, on version ${comment.revision}: `}
          />
        ))}
      </ol>
    </Disclosure>
  );
}

export function EarlierComments({ reading }: { reading: Reading }) {
  const fetched = useAdminDesk().readings.ofOrder(reading.orderId);
  return (
    <WhenFetched fetched={fetched} fallback="The comments could not be loaded.">
      {({ comments }) => {
        const version = comments.at(-1)?.revision;
        const last = comments.filter(({ revision }) => revision === version);
        if (!version) return null;
        return (
          <section
            aria-label="Comments at the last rejection"
            className="rounded-field border border-hairline px-4 py-3"
          >
            <p className="text-sm font-semibold">Comments on version {version}</p>
            <ol className="mt-1 grid max-w-prose gap-3">
              {last.map((comment) => (
                <SentComment key={comment.id} comment={comment}>
                  {!findQuote(reading.content, comment) && <p className="text-sm">{noLongerInText}.</p>}
                </SentComment>
              ))}
            </ol>
          </section>
        );
      }}
    </WhenFetched>
  );
}

/** How many comments are sent with a decision. @param props.isApproval whether the reading can be approved, too */
export function CommentsToSend(props: { readingId: string; isApproval?: boolean }) {
  const { readingId, isApproval = false } = props;
  const { draft } = useAdminDesk().readings.commentsOn(readingId);
  const count = writtenComments(useStore(draft.$fields)).length;
  if (count === 0) return null;
  return (
    <p className={isApproval ? 'mt-1 text-sm' : 'mt-3'}>
      {counted(count, 'comment')} on the text {plural(count, 'goes', 'go')}{' '}
      {isApproval ? 'with a rejection only.' : 'with it.'}
    </p>
  );
}
