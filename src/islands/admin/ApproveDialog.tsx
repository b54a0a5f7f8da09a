import { useEffect, useState } from 'react';
import { messageOf } from '../../client/api.ts';
import { checkReading } from '../../shared/reading-checks.ts';
import type { MailPreview, Reading } from '../../shared/readings.ts';
import { LoadProblem } from '../staff/LoadProblem.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useAdminDesk } from './desk-context.ts';

interface ApproveDialogProps {
  reading: Reading;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onApprove: () => void;
}

/** Shows the mail as the customer will get it, and what may have been overlooked, before it is sent. */
export function ApproveDialog({ reading, open, onOpenChange, onApprove }: ApproveDialogProps) {
  const { orderNumber, readingAddresseeName } = reading.order;
  const [isShown, setIsShown] = useState(false);
  const remarks = checkReading(reading.content, readingAddresseeName);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={`Send the reading for ${orderNumber}?`}
      description="This is the email as the customer will get it."
    >
      {remarks.length > 0 && (
        <section
          aria-label="Before you send it"
          className="mb-4 rounded-field bg-(--tone-warning-paper) px-4 py-3 text-(--tone-warning)"
        >
          <p className="font-semibold">Before you send it</p>
          <ul className="list-disc pl-5">
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </section>
      )}
      <Preview reading={reading} onShown={setIsShown} />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <button type="button" className="btn" onClick={() => onOpenChange(false)}>
          Cancel
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={!isShown}
          onClick={() => {
            onOpenChange(false);
            onApprove();
          }}
        >
          Send to the customer
        </button>
      </div>
    </Dialog>
  );
}

interface PreviewProps {
  reading: Reading;
  /** Told whether the mail can be seen. */
  onShown: (isShown: boolean) => void;
}

function Preview({ reading, onShown }: PreviewProps) {
  const { readings } = useAdminDesk();
  const [mail, setMail] = useState<MailPreview | null>(null);
  const [problem, setProblem] = useState('');
  const { orderId, content } = reading;

  function load() {
    setProblem('');
    readings.preview(orderId, content).then(setMail, (error: unknown) => {
      setProblem(messageOf(error, 'The preview could not be loaded.'));
    });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every text
  useEffect(load, [orderId, content]);
  const isShown = mail !== null && problem === '';
  useEffect(() => onShown(isShown), [isShown, onShown]);

  if (problem) return <LoadProblem error={problem} fallback="" onRetry={load} />;
  if (!mail) {
    return (
      <div role="status" aria-label="Loading preview">
        <Skeleton className="h-96" />
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        <dt className="text-quiet">To</dt>
        <dd className="wrap-anywhere">{mail.to && `${mail.to.name} <${mail.to.address}>`}</dd>
        <dt className="text-quiet">Subject</dt>
        <dd className="wrap-anywhere">{mail.subject}</dd>
      </dl>
      {/* Nothing in it can run, and nothing in it can be reached from here. */}
      <iframe
        title="Preview of the email"
        sandbox=""
        srcDoc={mail.html}
        className="h-[55svh] w-full rounded-field border border-base-300"
      />
    </div>
  );
}
