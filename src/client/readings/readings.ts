import { atom, type ReadableAtom } from 'nanostores';
import type { OrderEvent } from '../../shared/orders/orders.ts';
import type { OrderReading, Reading, ReadingRevision } from '../../shared/readings/readings.ts';
import { readCards, writeCards } from '../cards/kept-cards.ts';
import { type CommentFields, commentsOn, rejectionOf, type UnsentComments } from '../comments/comments.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Draft } from '../desk/draft.ts';
import type { ReadingEdit } from '../desk/staff-api.ts';
import type { Fetched } from '../fetched.ts';
import { type Approvals, createApprovals, type Moved } from './approvals.ts';
import { createInternalNotes, type InternalNotes } from './internal-notes.ts';

/** A reading as it is being written. The cards are as `writeCards` writes them; left out, they stay as they are. */
export type ReadingDraft = { content: string; cards?: string };
/** Besides, the version of the text that was there when the editing began. */
export type EditDraft = ReadingDraft & { revision: string };
export type FeedbackDraft = { feedback: string };

export interface Readings extends Approvals {
  readonly pending: Fetched<Reading[]>;
  readonly $moved: ReadableAtom<Moved>;
  /** The reading of one order that is not pending any more. */
  ofOrder(orderId: string): Fetched<OrderReading>;
  eventsOf(orderId: string): Fetched<OrderEvent[]>;
  /** Every version of a reading up to this one at least, the newest first. */
  revisionsOf(reading: Reading): Fetched<ReadingRevision[]>;
  editDraft(readingId: string): Draft<EditDraft>;
  /** Opens the editor on a reading as it is, or with what was typed elsewhere. */
  beginEdit(reading: Reading, typed?: ReadingDraft): void;
  /** Whether this version of a reading was saved here. */
  isMine(reading: Reading): boolean;
  /** What was typed is meant to replace the reading as it is now. */
  keepMine(reading: Reading): void;
  notesOf(orderId: string): InternalNotes;
  feedbackDraft(readingId: string): Draft<FeedbackDraft>;
  /** What is said about its passages, until it goes with the rejection. */
  commentsOn(readingId: string): UnsentComments;
  saveEdit(reading: Reading): Promise<boolean>;
  reject(reading: Reading): Promise<boolean>;
}

const updateFailed = (what: string) => ({ title: 'Update Failed', message: `Failed to update ${what}` });

export function createReadings(desk: DeskBase): Readings {
  const { api, fetching, drafts, work, toast } = desk;
  const $moved = atom<Moved>(null);
  /** The newest version that was saved here, by the id of its reading. */
  const saved = new Map<string, number>();
  let known: Reading[] = [];
  const loadPending = async () => {
    known = keepUnchanged(known, await work.watch(api.pendingReadings()));
    return known;
  };
  const pending = fetching.store('readings/pending', loadPending, 'orders');

  const ofOrder = (orderId: string) =>
    fetching.store(`orders/${orderId}/reading`, () => work.watch(api.orderReading(orderId)));
  const eventsOf = (orderId: string) =>
    fetching.store(`orders/${orderId}/events`, () => work.watch(api.orderEvents(orderId)));
  const revisionsOf = ({ orderId, revision }: Reading) =>
    fetching.store(`orders/${orderId}/revisions/${revision}`, () => work.watch(api.revisions(orderId)));
  const editDraft = (readingId: string) => drafts.of<EditDraft>(`edit/${readingId}`);
  const notesOf = (orderId: string) => createInternalNotes(desk, orderId);
  const feedbackDraft = (readingId: string) => drafts.of<FeedbackDraft>(`feedback/${readingId}`);
  const commentDraft = (readingId: string) => drafts.of<CommentFields>(`comments/${readingId}`);

  const changed = (orderId: string) => void fetching.changed(`orders/${orderId}`);

  return {
    ...createApprovals(desk, $moved),
    pending,
    $moved,
    ofOrder,
    eventsOf,
    revisionsOf,
    editDraft,
    beginEdit(reading, typed) {
      const [content, cards] = [typed?.content || reading.content, typed?.cards || writeCards(reading.cards)];
      editDraft(reading.id).write({ content, cards, revision: String(reading.revision) });
    },
    isMine: ({ id, revision }) => saved.get(id) === revision,
    keepMine(reading) {
      const edit = editDraft(reading.id);
      const typed = edit.$fields.get();
      if (typed) edit.write({ ...typed, revision: String(reading.revision) });
    },
    notesOf,
    feedbackDraft,
    commentsOn: (readingId) => commentsOn(commentDraft(readingId), toast),
    async saveEdit(reading) {
      const draft = editDraft(reading.id);
      if (!draft.$fields.get()?.content.trim() || !(await notesOf(reading.orderId).flush())) return false;
      // As it is by now: typing goes on while the notes are saved.
      const fields = draft.$fields.get();
      if (!fields?.content.trim()) return false;
      const hasOtherCards = fields.cards !== undefined && fields.cards !== writeCards(reading.cards);
      const edit: ReadingEdit = {
        content: fields.content.trim(),
        // Untouched cards are left out, so that they overwrite no newer ones.
        ...(hasOtherCards && { cards: readCards(fields.cards) }),
        ...(fields.revision && { revision: Number(fields.revision) }),
      };
      return work.perform({
        subject: `reading:${reading.id}`,
        name: 'edit',
        run: async () => {
          const { revision } = await api.editReading(reading.id, edit);
          saved.set(reading.id, revision);
        },
        // When someone was faster, the newer version is then shown beside what was typed.
        refresh: () => changed(reading.orderId),
        show() {
          draft.clear();
          toast({
            title: 'Reading Updated',
            description: `The reading for ${reading.order.orderNumber} was saved.`,
          });
        },
        failure: updateFailed('reading'),
      });
    },
    reject(reading) {
      const [draft, comments] = [feedbackDraft(reading.id), commentDraft(reading.id)];
      const feedback = draft.$fields.get()?.feedback.trim() ?? '';
      return work.perform({
        subject: `reading:${reading.id}`,
        name: 'reject',
        run: () => api.rejectReading(reading.id, rejectionOf(comments.$fields.get(), reading, feedback)),
        refresh: () => changed(reading.orderId),
        show() {
          draft.clear();
          comments.clear();
          $moved.set({ reading, isPending: false });
          toast({
            title: 'Reading Rejected',
            description: `The reading for ${reading.order.orderNumber} goes back for revision.`,
          });
        },
        failure: { title: 'Rejection Failed', message: 'Failed to reject reading' },
      });
    },
  };
}

/**
 * @param before what was there
 * @param after the same list, fetched again
 * @returns `after`, with the very objects of `before` where nothing about them has changed: what shows them is not
 *   drawn again
 */
function keepUnchanged<Row extends { id: string }>(before: Row[], after: Row[]): Row[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return after.map((row) => {
    const old = known.get(row.id);
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
}
