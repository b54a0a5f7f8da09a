import { useRef } from 'react';
import type { Order } from '../../shared/orders/orders.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useWriting } from '../writing/use-writing.ts';
import { WritingForm } from '../writing/WritingForm.tsx';

/** Where the admin writes the reading of a pending order, as a reader would. */
export function OrderWriting({ order }: { order: Order }) {
  const { writing } = useAdminDesk();
  const contentField = useRef<HTMLTextAreaElement>(null);
  const headingId = `upload-${order.id}`;
  return (
    <WritingForm
      store={writing}
      writing={useWriting(writing, order)}
      contentField={contentField}
      labelledBy={headingId}
      className="flex flex-col gap-3"
      head={() => (
        <h3 id={headingId} className="text-lg">
          Upload Reading
        </h3>
      )}
    />
  );
}
