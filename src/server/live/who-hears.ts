import type { LiveChange, LiveKind } from '../../shared/live.ts';
import type { SignedIn } from '../context/context.ts';
import type { Happening } from './live-repository.ts';

/** @returns what somebody hears of a line in a timeline; null when it is none of their business */
export function changeFor(happening: Happening, user: SignedIn): LiveChange | null {
  const kind = user.role === 'admin' ? kindForAdmin(happening) : kindForReader(happening, user);
  return kind && { orderId: happening.orderId, kind, isOwn: happening.actor === user.username };
}

function kindForAdmin({ type }: Happening): LiveKind {
  if (type === 'payment_succeeded') return 'sold';
  return type === 'reading_submitted' ? 'to_review' : 'changed';
}

/** A reader hears of what is theirs, and that it became theirs or is not any more. */
function kindForReader({ type, reader, readerBefore, readerId }: Happening, user: SignedIn): LiveKind | null {
  if (type === 'assigned') {
    if (reader === user.username) return 'assigned';
    return readerBefore === user.username ? 'taken_away' : null;
  }
  if (readerId !== user.id) return null;
  return type === 'reading_rejected' ? 'returned' : 'changed';
}
