import { type Queryable, writeTransaction } from '../../../db/client.ts';
import { isToBeWritten } from '../../shared/orders/order-status.ts';
import { areSameCards, type DrawnCard } from '../../shared/readings/cards.ts';
import type { SaveDraft, SavedDraft } from '../../shared/readings/drafts.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { findOrderFor } from '../orders/find-order.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { isoTime } from '../time/iso-time.ts';
import {
  type DraftWithBeginner,
  deleteDraftsDeliveredBefore,
  findDraft,
  findDraftOfOthers,
  storeDraft,
} from './draft-repository.ts';
import { findReadingOfOrder } from './kept/reading-repository.ts';
import { findOrderToWrite, writingHeld } from './order-to-write.ts';

/**
 * @returns what a reader has typed for an order and not handed in yet. When an order that nobody has written
 *   for came from a colleague, it is the colleague's text, in version 0. Null when there is none.
 * @throws {DomainError} `order_not_found`
 */
export function readDraft(context: Context, reader: SignedIn, orderId: string): SavedDraft | null {
  const order = findOrderFor(context.db, reader, orderId);
  const draft = findStart(context.db, order, reader);
  return draft ? presentDraft(draft, reader, order) : null;
}

/**
 * Keeps what a reader has typed for an order.
 *
 * @throws {DomainError} as `findOrderToWrite` says; `order_conflict` when its reading was handed in already;
 *   `draft_conflict` when another window or device has saved since
 */
export async function saveDraft(
  context: Context,
  reader: SignedIn,
  orderId: string,
  input: SaveDraft,
): Promise<SavedDraft> {
  return writeTransaction(context.db, (tx) => {
    const order = findOrderToWrite(tx, reader, orderId);
    if (!isToBeWritten(order.status)) {
      throw new DomainError('order_conflict', 'The reading of this order has been handed in already.');
    }
    const before = findDraft(tx, orderId, reader.id);
    if ((before?.version ?? 0) !== input.version) {
      throw new DomainError(
        'draft_conflict',
        'Another window or device has saved a different text. Nothing was overwritten.',
      );
    }
    const start = before ?? findStart(tx, order, reader);
    const { content, cards = cardsSoFar(tx, order, reader), internalNotes } = input;
    const isSameText = before?.content === content && before.internalNotes === internalNotes;
    if (isSameText && areSameCards(before.cards, cards)) return presentDraft(before, reader, order);
    const draft = {
      orderId,
      authorId: reader.id,
      content,
      cards,
      internalNotes,
      version: input.version + 1,
      begunById: before ? before.begunById : (start?.authorId ?? null),
      savedAt: context.clock.now(),
    };
    storeDraft(tx, draft);
    return presentDraft({ ...draft, begunBy: start?.begunBy ?? null }, reader, order);
  });
}

/** Deletes what was left unsent of readings that were delivered before a time. @returns how many */
export async function dropOldDrafts({ db }: Pick<Context, 'db'>, before: number): Promise<number> {
  return writeTransaction(db, (tx) => deleteDraftsDeliveredBefore(tx, before));
}

/**
 * @returns the cards that somebody has laid for an order so far: those of their draft while it is to be written, or
 *   else those of its reading
 */
export function cardsSoFar(db: Queryable, order: OrderRow, writer: SignedIn): DrawnCard[] {
  const start = isToBeWritten(order.status) ? findStart(db, order, writer) : undefined;
  return start?.cards ?? findReadingOfOrder(db, order.id)?.cards ?? [];
}

/** A rejected reading starts from its last text, which is no draft. */
function findStart(db: Queryable, order: OrderRow, reader: SignedIn): DraftWithBeginner | undefined {
  const own = findDraft(db, order.id, reader.id);
  return own ?? (order.status === 'pending' ? findDraftOfOthers(db, order.id, reader.id) : undefined);
}

function presentDraft(draft: DraftWithBeginner, reader: SignedIn, { hold }: OrderRow): SavedDraft {
  const { content, cards, internalNotes, begunBy } = draft;
  const isOwn = draft.authorId === reader.id;
  return {
    content,
    cards,
    internalNotes,
    version: isOwn ? draft.version : 0,
    begunBy,
    savedAt: isoTime(draft.savedAt),
    ...(hold !== null && { held: writingHeld }),
  };
}
