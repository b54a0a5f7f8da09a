import { useEffect, useState } from 'react';
import { messageOf } from '../../client/api.ts';
import type { DrawnCard } from '../../shared/readings/cards.ts';
import type { MailPreview } from '../../shared/readings/readings.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

interface DeliveryPreviewProps {
  orderId: string;
  content: string;
  /** Those of the reading so far when left out. */
  cards?: DrawnCard[] | undefined;
  load: (orderId: string, content: string, cards?: DrawnCard[]) => Promise<MailPreview>;
}

/** The mail that would deliver a text, as the customer will see it. Another text begins anew. */
export function DeliveryPreview(props: DeliveryPreviewProps) {
  const { orderId, content, cards } = props;
  return <MailOfText key={JSON.stringify([orderId, content, cards])} {...props} />;
}

function MailOfText({ orderId, content, cards, load }: DeliveryPreviewProps) {
  const [mail, setMail] = useState<MailPreview | null>(null);
  const [problem, setProblem] = useState('');

  function reload() {
    setProblem('');
    load(orderId, content, cards).then(setMail, (error: unknown) => {
      setProblem(messageOf(error, 'The preview could not be loaded.'));
    });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the beginning
  useEffect(reload, []);

  if (problem) return <LoadProblem error={problem} fallback="" onRetry={reload} />;
  if (!mail) {
    return <Skeleton label="Loading preview" className="h-96" />;
  }
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        {mail.to && (
          <>
            <dt className="text-quiet">To</dt>
            <dd className="wrap-anywhere">
              <bdi>{mail.to.name}</bdi>
              {` <${mail.to.address}>`}
            </dd>
          </>
        )}
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
