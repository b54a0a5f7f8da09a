import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatDateTime, readingTypeNames, shorten } from '../../client/format.ts';
import { questionOf } from '../../shared/orders/reading-types.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Badge } from '../ui/Badge.tsx';
import { handsOnFocus } from '../ui/hands-on-focus.ts';
import { useFocusHandover } from '../ui/use-focus-handover.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { NotesEditor } from './NotesEditor.tsx';
import { ReadingEditor } from './ReadingEditor.tsx';
import { RejectDialog } from './RejectDialog.tsx';
import { Revisions } from './Revisions.tsx';

/** How many characters of a reading are shown at first (docs/product.md §9). */
const previewCharacters = 300;

interface ApprovalCardProps {
  reading: Reading;
}

/** One reading to approve or reject. */
export function ApprovalCard({ reading }: ApprovalCardProps) {
  const { readings } = useAdminDesk();
  const isEditing = useStore(readings.editDraft(reading.id).$fields) !== null;
  const { opener, editor } = useFocusHandover(isEditing);
  const { order } = reading;
  const headingId = `reading-${reading.id}`;

  return (
    <article
      ref={handsOnFocus}
      data-row
      data-order={reading.orderId}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="panel grid gap-4 p-4 sm:p-6"
    >
      <header className="flex flex-col-reverse items-start gap-x-4 gap-y-2 sm:flex-row">
        <div className="min-w-0 flex-1">
          <h3 id={headingId} className="text-lg wrap-anywhere">
            {order.orderNumber} · {order.customerName}
          </h3>
          <p className="text-sm text-quiet">
            {readingTypeNames[order.readingType] ?? order.readingType} · Submitted{' '}
            {formatDateTime(reading.submittedAt)}
          </p>
        </div>
        <Badge tone="warning">Pending Approval</Badge>
      </header>
      <dl className="grid gap-3 md:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-sm text-quiet">Question</dt>
          <dd dir="auto" className="wrap-anywhere">
            {questionOf(order)}
          </dd>
        </div>
        {order.backgroundContext && (
          <div className="min-w-0">
            <dt className="text-sm text-quiet">Background context</dt>
            <dd className="as-typed">{order.backgroundContext}</dd>
          </div>
        )}
      </dl>
      <div className="border-t border-hairline pt-4">
        {isEditing ? (
          <ReadingEditor reading={reading} contentField={editor} />
        ) : (
          <div className="grid gap-4">
            {reading.lastFeedback && (
              <div className="rounded-field border border-hairline px-4 py-3">
                <p className="text-sm font-semibold">Feedback at the last rejection</p>
                <p className="max-w-prose as-typed">{reading.lastFeedback}</p>
              </div>
            )}
            <Preview text={reading.content} />
            <Revisions newest={reading.revision} fetched={readings.revisionsOf(reading)} />
            <NotesEditor reading={reading} />
            <Decision reading={reading} editButton={opener} />
          </div>
        )}
      </div>
    </article>
  );
}

function Preview({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const preview = shorten(text, previewCharacters);
  return (
    <div className="max-w-prose">
      <p className="leading-relaxed as-typed">{isOpen ? text : preview}</p>
      {preview !== text && (
        <button
          type="button"
          className="text-link mt-1 cursor-pointer"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show Less' : 'View Full Text'}
        </button>
      )}
    </div>
  );
}

interface DecisionProps extends ApprovalCardProps {
  editButton: React.RefObject<HTMLButtonElement | null>;
}

function Decision({ reading, editButton }: DecisionProps) {
  const { readings, work } = useAdminDesk();
  const running = useRunning(work, `reading:${reading.id}`);
  const [isRejecting, setIsRejecting] = useState(false);
  const [isApproving, setIsApproving] = useState(false);

  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton
        className="btn btn-primary"
        isBusy={running === 'approve'}
        busyLabel="Approving…"
        disabled={running !== undefined}
        onClick={() => setIsApproving(true)}
      >
        Approve &amp; Send
      </ActionButton>
      <ActionButton
        className="btn"
        isBusy={running === 'reject'}
        busyLabel="Rejecting…"
        disabled={running !== undefined}
        onClick={() => setIsRejecting(true)}
      >
        Reject
      </ActionButton>
      <button
        type="button"
        ref={editButton}
        className="btn btn-ghost sm:ml-auto"
        disabled={running !== undefined}
        onClick={() => readings.beginEdit(reading)}
      >
        Edit Reading
      </button>
      <ApproveDialog
        reading={reading}
        open={isApproving}
        onOpenChange={setIsApproving}
        onApprove={() => void readings.approve(reading)}
      />
      <RejectDialog
        reading={reading}
        open={isRejecting}
        onOpenChange={setIsRejecting}
        onReject={() => void readings.reject(reading)}
      />
    </div>
  );
}
