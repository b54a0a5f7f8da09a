import { atom } from 'nanostores';
import type { Reading } from '../../shared/readings/readings.ts';
import { readCards, writeCards } from '../cards/kept-cards.ts';
import { type CommentFields, commentsOn, rejectionOf } from '../comments/comments.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { ReadingEdit } from '../desk/staff-api.ts';
import { createApprovals, type Moved } from './approvals.ts';
import { createInternalNotes } from './internal-notes.ts';

/** The draft of a reading. The cards are as `writeCards` writes them; left out, they stay as they are. */
export type ReadingDraft = { content: string; cards?: string };
export type EditDraft = ReadingDraft & { revision: string };

export type Readings = ReturnType<typeof createReadings>;

export function createReadings(desk: DeskBase) {
  const { api, fetching, drafts, work, toast } = desk;
  const $moved = atom<Moved>(null);
  /** The newest version that was saved here, by the id of its reading. */
  const saved = new Map<string, number>();

  const editDraft = (readingId: string) => drafts.of<EditDraft>(`edit/${readingId}`);
  const notesOf = (orderId: string) => createInternalNotes(desk, orderId);
  const feedbackDraft = (readingId: string) => drafts.of<{ feedback: string }>(`feedback/${readingId}`);
  const commentDraft = (readingId: string) => drafts.of<CommentFields>(`comments/${readingId}`);
  const changed = (orderId: string) => void fetching.changed(`orders/${orderId}`);

  return {
    ...createApprovals(desk, $moved),
    pending: fetching.store('readings/pending', () => work.watch(api.pendingReadings()), 'orders'),
    $moved,
    ofOrder: (orderId: string) =>
      fetching.store(`orders/${orderId}/reading`, () => work.watch(api.orderReading(orderId))),
    eventsOf: (orderId: string) =>
      fetching.store(`orders/${orderId}/events`, () => work.watch(api.orderEvents(orderId))),
    revisionsOf: ({ orderId, revision }: Reading) =>
      fetching.store(`orders/${orderId}/revisions/${revision}`, () => work.watch(api.revisions(orderId))),
    editDraft,
    /** Opens the editor on a reading as it is, or with a draft from elsewhere. */
    beginEdit(reading: Reading, typed?: ReadingDraft): void {
      const [content, cards] = [typed?.content || reading.content, typed?.cards || writeCards(reading.cards)];
      editDraft(reading.id).write({ content, cards, revision: String(reading.revision) });
    },
    isMine: ({ id, revision }: Reading) => saved.get(id) === revision,
    /** Lets the draft replace the reading as it is now. */
    keepMine(reading: Reading): void {
      const edit = editDraft(reading.id);
      const typed = edit.$fields.get();
      if (typed) edit.write({ ...typed, revision: String(reading.revision) });
    },
    notesOf,
    feedbackDraft,
    commentsOn: (readingId: string) => commentsOn(commentDraft(readingId), toast),
    async saveEdit(reading: Reading): Promise<boolean> {
      const draft = editDraft(reading.id);
      if (!draft.$fields.get()?.content.trim() || !(await notesOf(reading.orderId).flush())) return false;
      const fields = draft.$fields.get();
      if (!fields?.content.trim()) return false;
      const hasOtherCards = fields.cards !== undefined && fields.cards !== writeCards(reading.cards);
      const edit: ReadingEdit = {
        content: fields.content.trim(),
        // Unchanged cards are left out, so that they overwrite no newer ones.
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
        // After a conflict the newer version is then shown beside the draft.
        refresh: () => changed(reading.orderId),
        show() {
          draft.clear();
          const description = `The reading for ${reading.order.orderNumber} was saved.`;
          toast({ title: 'Reading Updated', description });
        },
        failure: { title: 'Update Failed', message: 'Failed to update reading' },
      });
    },
    reject(reading: Reading): Promise<boolean> {
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
          const description = `The reading for ${reading.order.orderNumber} goes back for revision.`;
          toast({ title: 'Reading Rejected', description });
        },
        failure: { title: 'Rejection Failed', message: 'Failed to reject reading' },
      });
    },
  };
}
