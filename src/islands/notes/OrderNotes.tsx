import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { createOrderNotes } from '../../client/notes/order-notes.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { NoteEditor } from './NoteEditor.tsx';
import { NoteList } from './NoteList.tsx';

interface OrderNotesProps {
  desk: Parameters<typeof createOrderNotes>[0];
  orderId: string;
  /** Who the other side is: `the admin`, `the order’s reader`. */
  to: string;
}

/** What the reader of an order and the admins say to each other about it. */
export function OrderNotes({ desk, orderId, to }: OrderNotesProps) {
  const notes = useMemo(() => createOrderNotes(desk, orderId), [desk, orderId]);
  const { data, error } = useStore(notes.list.$state);
  return (
    <section aria-label="Notes" className="grid gap-3">
      <h3 className="text-lg">Notes</h3>
      {error && (
        <LoadProblem error={error} fallback="The notes could not be loaded." onRetry={notes.list.refresh} />
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading notes">
          <Skeleton className="h-12" />
        </div>
      )}
      {data?.length === 0 && <p className="text-quiet">No notes yet.</p>}
      {data && data.length > 0 && (
        <NoteList
          label="Notes on this order"
          notes={data.map((note) => ({
            ...note,
            author: note.isOwn ? 'You' : `${note.author} (${note.role})`,
          }))}
        />
      )}
      <NoteEditor
        key={orderId}
        form={notes.form}
        label="Write a note"
        hint={`Visible to ${to}; a mail tells them about it. The customer never sees it.`}
      />
    </section>
  );
}
