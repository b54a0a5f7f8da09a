import { type Queryable, writeTransaction } from '../../../db/client.ts';
import { isToBeWritten } from '../../shared/orders/order-status.ts';
import { areSameCards, type DrawnCard } from '../../shared/readings/cards.ts';
import type { SaveDraft, SavedDraft } from '../../shared/readings/reading-schema.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { isoTime } from '../base/time/moments.ts';
import { reassignOrders } from '../orders/assign-orders.ts';
import { requireOrderFor } from '../orders/find-order.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import {
  type DraftWithBeginner,
  findAnyDraft,
  findDraft,
  findNewestOtherDraft,
  storeDraft,
} from './draft-repository.ts';
import { paymentHoldNotice, requireOrderToWrite } from './order-to-write.ts';
import { findReadingOfOrder } from './reading-repository.ts';

/** Returns the writer's draft, or for a pending order another's newest, as version 0. @throws `order_not_found` */
export function readDraft(context: Context, writer: SignedIn, orderId: string): SavedDraft | null {
  const order = requireOrderFor(context.db, writer, orderId);
  const draft = findDraftToStart(context.db, order, writer);
  return draft ? presentDraft(draft, writer, order) : null;
}

/**
 * Saves the writer's draft. An unassigned order is assigned to an admin who begins it, if they write.
 * @throws {DomainError} as `requireOrderToWrite`; `order_conflict` once submitted;
 *   `draft_conflict` if another window or device has saved since
 */
export async function saveDraft(
  context: Context,
  writer: SignedIn,
  orderId: string,
  input: SaveDraft,
): Promise<SavedDraft> {
  return writeTransaction(context.db, (tx) => {
    const order = requireOrderToWrite(tx, writer, orderId);
    if (!isToBeWritten(order.status)) {
      throw new DomainError('order_conflict', 'The reading of this order has already been submitted.');
    }
    const before = findDraft(tx, orderId, writer.id);
    if ((before?.version ?? 0) !== input.version) {
      throw new DomainError(
        'draft_conflict',
        'Another window or device has saved a different text. Nothing was overwritten.',
      );
    }
    const start = before ?? findDraftToStart(tx, order, writer);
    const { content, cards = currentCards(tx, order, writer) } = input;
    if (before?.content === content && areSameCards(before.cards, cards))
      return presentDraft(before, writer, order);
    const begunById = before ? before.begunById : (start?.authorId ?? null);
    const stamp = { version: input.version + 1, begunById, savedAt: context.clock.now() };
    const draft = { orderId, authorId: writer.id, content, cards, ...stamp };
    storeDraft(tx, draft);
    if (writer.role === 'admin' && order.assignedReaderId === null && content.trim() !== '') {
      reassignOrders(context, tx, writer, [orderId], writer.writes ? writer.id : null);
    }
    return presentDraft({ ...draft, begunBy: start?.begunBy ?? null }, writer, order);
  });
}

/** Returns the cards of the draft that the writer would continue, else of the submitted reading, else []. */
export function currentCards(db: Queryable, order: OrderRow, writer: SignedIn): DrawnCard[] {
  const start = isToBeWritten(order.status) ? findDraftToStart(db, order, writer) : undefined;
  return start?.cards ?? findReadingOfOrder(db, order.id)?.cards ?? [];
}

/** Returns the writer's own draft, or for a pending order another's newest. A rejected reading may have none. */
function findDraftToStart(db: Queryable, order: OrderRow, writer: SignedIn): DraftWithBeginner | undefined {
  const own = findDraft(db, order.id, writer.id);
  if (own || order.status !== 'pending') return own;
  return findNewestOtherDraft(db, order.id, writer.id, order.assignedReaderId ?? writer.id);
}

function presentDraft(draft: DraftWithBeginner, writer: SignedIn, { hold }: OrderRow): SavedDraft {
  const { content, cards, begunBy } = draft;
  const isOwn = draft.authorId === writer.id;
  return {
    content,
    cards,
    version: isOwn ? draft.version : 0,
    begunBy,
    savedAt: isoTime(draft.savedAt),
    ...(hold !== null && { held: paymentHoldNotice }),
  };
}

/** Returns whether work on a reading has begun: there is a draft or text, or the order is not pending. */
export function hasWritingBegun(db: Queryable, { id, status }: Pick<OrderRow, 'id' | 'status'>): boolean {
  if (status !== 'pending' || findAnyDraft(db, id)) return true;
  return findReadingOfOrder(db, id) !== undefined;
}
