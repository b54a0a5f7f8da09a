import { useStore } from '@nanostores/react';
import { readUnsent, withOpen } from '../../client/comments/unsent-comments.ts';
import { counted, plural } from '../../shared/plural.ts';
import { useAdminDesk } from '../desk/desk-context.ts';

interface CommentsToSendProps {
  readingId: string;
  /** Whether the reading is about to be sent to the customer, and not back. */
  isApproval?: boolean;
}

/** Says what becomes of the comments on a reading when it is decided on. Nothing when there are none. */
export function CommentsToSend({ readingId, isApproval = false }: CommentsToSendProps) {
  const { comments } = useAdminDesk();
  const count = withOpen(readUnsent(useStore(comments.draftOf(readingId).$fields))).length;
  if (count === 0) return null;
  return (
    <p className={isApproval ? 'mb-4' : 'mt-3'}>
      {counted(count, 'comment')} on the text {plural(count, 'goes', 'go')}{' '}
      {isApproval ? 'to nobody: they are for a rejection.' : 'with it.'}
    </p>
  );
}
