import { useStore } from '@nanostores/react';
import { readSaid } from '../../client/comments/comments.ts';
import { counted, plural } from '../../shared/plural.ts';
import { useAdminDesk } from '../desk/desk-context.ts';

interface CommentsToSendProps {
  readingId: string;
  /** Whether it can be sent to the customer, and not only back. */
  isApproval?: boolean;
}

/** Says what happens to the comments on a reading when it is decided on. Renders nothing without comments. */
export function CommentsToSend({ readingId, isApproval = false }: CommentsToSendProps) {
  const { draft } = useAdminDesk().readings.commentsOn(readingId);
  const count = readSaid(useStore(draft.$fields)).length;
  if (count === 0) return null;
  return (
    <p className={isApproval ? 'mt-1 text-sm' : 'mt-3'}>
      {counted(count, 'comment')} on the text {plural(count, 'goes', 'go')}{' '}
      {isApproval ? 'with a rejection only.' : 'with it.'}
    </p>
  );
}
