import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { createReaderDesk, type ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import type { SignedInUser } from '../../shared/people/staff.ts';
import { DeskPart } from '../ui/errors/DeskPart.tsx';
import { Island } from '../ui/errors/Island.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Toaster } from '../ui/Toaster.tsx';
import { Assignments } from '../writing/Assignments.tsx';
import { FocusMode } from '../writing/FocusMode.tsx';
import { RecentSubmissions } from '../writing/RecentSubmissions.tsx';
import { SubmissionForm } from '../writing/SubmissionForm.tsx';
import { DeskHeader } from './DeskHeader.tsx';
import { SessionEnded } from './SessionEnded.tsx';
import { useDesk } from './use-desk.ts';

/** The reader's dashboard: what to write, where to write it, what was sent (docs/product.md §8). */
export function ReaderDashboard({ user }: { user: SignedInUser }) {
  const desk = useDesk(createReaderDesk, user.username);
  return (
    <Island>
      <DeskHeader title="Reader Dashboard" username={user.username} work={desk?.work ?? null} />
      <main className="mx-auto max-w-7xl px-4 pt-6 pb-16 sm:px-6">
        {desk ? <Desk desk={desk} username={user.username} /> : <Skeleton className="h-96" />}
      </main>
      <Toaster />
    </Island>
  );
}

function Desk({ desk, username }: { desk: ReaderDesk; username: string }) {
  const { error } = useStore(desk.orders.$state);
  const orders = useStore(desk.$orders);
  const content = useRef<HTMLTextAreaElement>(null);
  const selected = useStore(desk.$selected);
  const [isFocused, setIsFocused] = useState(false);
  // Lists that could not be loaded are not empty.
  const isKnown = orders !== null || !error;
  useResume(desk);

  // Without its order it is over; the next one is not begun in it.
  useEffect(() => {
    if (!selected) setIsFocused(false);
  }, [selected]);

  function write(orderId: string) {
    desk.select(orderId);
    const field = content.current;
    if (!field) return;
    field.focus({ preventScroll: true });
    const { top, bottom } = field.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) field.scrollIntoView({ block: 'center' });
  }

  function focusOnly() {
    // When it is over, the focus returns to where it was.
    content.current?.focus({ preventScroll: true });
    setIsFocused(true);
  }

  return (
    <>
      {error && (
        <div className="mb-6">
          <LoadProblem
            error={error}
            fallback="Your orders could not be loaded."
            onRetry={desk.orders.refresh}
          />
        </div>
      )}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:grid-rows-[auto_1fr]">
        {isKnown && (
          <DeskPart name="assignments">
            <Assignments desk={desk} isLoading={!orders} onWrite={write} />
          </DeskPart>
        )}
        <div className="roomy:sticky roomy:top-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <DeskPart name="writing">
            <SubmissionForm desk={desk} contentField={content} onFocusMode={focusOnly} />
          </DeskPart>
        </div>
        {isKnown && (
          <DeskPart name="submissions">
            <RecentSubmissions desk={desk} isLoading={!orders} />
          </DeskPart>
        )}
      </div>
      <DeskPart name="dialog">
        <FocusMode desk={desk} contentField={content} open={isFocused} onOpenChange={setIsFocused} />
      </DeskPart>
      <SessionEnded work={desk.work} username={username} />
    </>
  );
}

/** What could not be saved is saved when the connection is back, and before somebody turns to another tab. */
function useResume(desk: ReaderDesk) {
  useEffect(() => {
    addEventListener('online', desk.resume);
    document.addEventListener('visibilitychange', desk.resume);
    return () => {
      removeEventListener('online', desk.resume);
      document.removeEventListener('visibilitychange', desk.resume);
    };
  }, [desk]);
}
