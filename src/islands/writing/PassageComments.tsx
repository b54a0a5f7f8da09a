import type { RefObject } from 'react';
import type { WritingStore } from '../../client/writing/writing.ts';
import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { showPassage } from './caret-in-view.ts';
import type { Writing } from './use-writing.ts';

/** Most readings do not come back: what shows comments comes when there are some. */
const List = lazyPart(
  () => import('../comments/CommentList.tsx'),
  'CommentList',
  <Skeleton className="h-24" />,
);
const Marks = lazyPart(() => import('../comments/CommentMarks.tsx'), 'CommentMarks', null);

/** The id of what says how many comments there are on the text. */
export const commentsHeading = 'comments-on-the-text';

interface PassageCommentsProps {
  store: WritingStore;
  writing: Writing;
  contentField: RefObject<HTMLTextAreaElement | null>;
}

/** What the admin said about passages of a text that came back. Nothing when they said nothing. */
export function PassageComments({
  store,
  writing: { fields, rejected },
  contentField,
}: PassageCommentsProps) {
  if (!rejected || rejected.comments.length === 0) return null;
  return (
    <List
      reading={rejected}
      text={fields.content}
      done={store.doneOf(rejected.orderId)}
      headingId={commentsHeading}
      onShow={(passage) => contentField.current && showPassage(contentField.current, passage)}
    />
  );
}

/** Their passages, marked in the field. Stands in the same box as that, which is positioned. */
export function MarksOfComments({
  store,
  writing: { fields, rejected },
  contentField,
}: PassageCommentsProps) {
  if (!rejected || rejected.comments.length === 0) return null;
  const done = store.doneOf(rejected.orderId);
  return <Marks reading={rejected} text={fields.content} field={contentField} done={done} />;
}
