import { useStore } from '@nanostores/react';
import { lazyDialog, lazyPart } from '../../ui/errors/lazy-part.tsx';
import { Skeleton } from '../../ui/pieces.tsx';
import { useDeskBase } from '../desk/desk-hooks.ts';

const SignInAgain = lazyPart(
  () => import('../account/sign-in/SignInAgain.tsx'),
  'SignInAgain',
  <Skeleton label="Loading" className="h-56" />,
);

// Fetched with the palette, when the user first moves or presses something.
const Dialog = lazyDialog(() => import('../../ui/dialogs/Dialog.tsx'), 'Dialog', 'The sign-in');

/** Shows a sign-in dialog once the session has ended, so that nothing typed is lost. */
export function SessionEnded() {
  const { session, work, username } = useDeskBase();
  const why = useStore(work.$sessionEnded);
  return (
    <Dialog
      open={why !== null}
      onClose={work.dismissSessionEnd}
      title="Your session has ended"
      description={`${why} Everything you have typed is still here.`}
    >
      <SignInAgain signIn={session.signIn} username={username} onSignedIn={work.signedIn} />
    </Dialog>
  );
}
