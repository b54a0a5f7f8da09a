import { useStore } from '@nanostores/react';
import type { Work } from '../../client/desk/work.ts';
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx';
import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const SignInAgain = lazyPart(
  () => import('../sign-in/SignInAgain.tsx'),
  'SignInAgain',
  <div role="status" aria-label="Loading">
    <Skeleton className="h-56" />
  </div>,
);

// Fetched with the palette, when the user first moves or presses something.
const Dialog = lazyDialog(() => import('../ui/dialogs/Dialog.tsx'), 'Dialog', 'The sign-in');

interface SessionEndedProps {
  work: Work;
  username: string;
}

/** Says that the session is over and lets its owner sign in again where they are: nothing they typed is lost. */
export function SessionEnded({ work, username }: SessionEndedProps) {
  const hasEnded = useStore(work.$sessionEnded);
  return (
    <Dialog
      open={hasEnded}
      onOpenChange={(open) => {
        if (!open) work.dismissSessionEnd();
      }}
      title="Your session has ended"
      description="Please sign in again. Everything you have typed is still here."
    >
      <SignInAgain username={username} onSignedIn={work.signedIn} />
    </Dialog>
  );
}
