import { useStore } from '@nanostores/react';
import type { Work } from '../../client/work.ts';
import { Dialog } from '../ui/Dialog.tsx';

/** Says that the session is over and how to go on; drafts keep what was typed. */
export function SessionEnded({ work }: { work: Work }) {
  const hasEnded = useStore(work.$sessionEnded);
  return (
    <Dialog
      open={hasEnded}
      onOpenChange={(open) => {
        if (!open) work.dismissSessionEnd();
      }}
      title="Your session has ended"
      description="Please sign in again. What you have typed is kept on this device and will be here when you return."
    >
      <div className="flex flex-wrap gap-2">
        <a className="btn btn-primary" href={hasEnded ? location.href : undefined}>
          Sign in
        </a>
        <a className="btn" href={hasEnded ? location.pathname : undefined} target="_blank" rel="noopener">
          Sign in in a new tab
        </a>
      </div>
    </Dialog>
  );
}
