import { useStore } from '@nanostores/react';
import { retriable } from '../../client/retriable.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useBetweenPresses } from '../desk/use-between-presses.ts';
import { useFetched } from '../ui/use-fetched.ts';

const load = retriable(() => import('./HeldList.tsx'), 'HeldList');

/**
 * Approved readings whose mail has not left yet: the toast with its Undo is gone sooner than they are. Mostly there are
 * none, so that what shows them is fetched with the first.
 */
export function HeldApprovals() {
  const { readings } = useAdminDesk();
  const approvals = useStore(readings.$held);
  // Each change of them is another try.
  const List = useFetched(load, approvals.length > 0 && approvals);
  const shown = useBetweenPresses(List && approvals.length > 0 ? approvals : null);
  return List && shown ? <List approvals={shown} /> : null;
}
