import { useEffect, useState } from 'react';
import { errorMessage } from '../../lib/answers.ts';
import type { DrawnCard } from '../../shared/readings/cards.ts';
import type { MailPreview } from '../../shared/readings/reading-schema.ts';
import { LoadProblem } from '../../ui/errors/WhenFetched.tsx';
import { Skeleton } from '../../ui/pieces.tsx';
import { useDeskBase } from '../desk/desk-hooks.ts';

type PreviewProps = { orderId: string; content: string; cards?: DrawnCard[] | undefined };

/** Shows the mail that would deliver a text. @param props.cards by default the cards of the stored draft or reading */
export function DeliveryPreview({ orderId, content, cards }: PreviewProps) {
  const { api, work } = useDeskBase();
  const [mail, setMail] = useState<MailPreview | null>(null);
  const [problem, setProblem] = useState('');

  function reload() {
    setProblem('');
    work.watch(api.previewDelivery(orderId, content, cards)).then(setMail, (error: unknown) => {
      setProblem(errorMessage(error, 'The preview could not be loaded.'));
    });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the beginning
  useEffect(reload, []);

  if (problem) return <LoadProblem error={problem} fallback="" onRetry={reload} />;
  if (!mail) return <Skeleton label="Loading preview" className="h-96" />;
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
      {/* Runs no scripts; the same origin, so that its height can be measured. */}
      <iframe
        title="Preview of the email"
        sandbox="allow-same-origin"
        srcDoc={mail.html}
        className="w-full rounded-field ring-1 ring-base-300"
        onLoad={(event) => fitHeight(event.currentTarget)}
      />
    </div>
  );
}

function fitHeight(frame: HTMLIFrameElement): void {
  const fit = () => {
    const height = frame.contentDocument?.documentElement.getBoundingClientRect().height;
    if (height) frame.style.height = `${Math.ceil(height)}px`;
  };
  // Browsers report an error if the size changes in the callback itself.
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(frame);
}
