import type { Role } from '../../shared/people/signed-in-user.ts';
import type { CheckedOrder } from '../../shared/readings/reading-checks.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Task } from '../desk/task-runner.ts';
import { parseCards } from '../readings/cards/serialize-cards.ts';
import { createInternalNotes } from '../readings/internal-notes-store.ts';
import { createReadingDesk, type ReadingDraft } from '../readings/reading-store.ts';
import { type Autosave, createAutosave, newWritingDraft, type WritingDraft } from './autosave.ts';

export type OrderToWrite = CheckedOrder & { id: string; orderNumber: string; status: string };

export type WritingStore = ReturnType<typeof createWriting>;

const toasts: Record<Role, (orderNumber: string) => Pick<Task, 'done' | 'failure'>> = {
  reader: () => ({
    done: ['Success', 'Reading submitted for admin review'],
    failure: { title: 'Error', message: 'Failed to submit reading' },
  }),
  admin: (orderNumber) => ({
    done: ['Reading Uploaded', `The reading for ${orderNumber} is waiting for approval.`],
    failure: { title: 'Upload Failed', message: 'Failed to upload reading' },
  }),
};

/** Creates drafts, autosaves, and the task to submit. @param onSubmitted called before lists are refetched */
export function createWriting(
  desk: DeskBase,
  { writer, onSubmitted }: { writer: Role; onSubmitted?: (order: OrderToWrite, isSent: boolean) => void },
) {
  const { api, work, drafts, fetching, toast, ofOrders } = desk;
  const autosaves = new Map<string, Autosave>();
  const changed = (orderId: string) => void fetching.changed(`orders/${orderId}`);
  const notesOf = (orderId: string) => createInternalNotes(desk, orderId);
  const draftOf = (orderId: string) => drafts.of<WritingDraft>(`reading/${orderId || 'unassigned'}`);

  function autosaveOf(orderId: string): Autosave {
    const known = autosaves.get(orderId);
    if (known) return known;
    const onGone = () => changed(orderId);
    const autosave = createAutosave(desk, { orderId, draft: draftOf(orderId), onGone });
    autosaves.set(orderId, autosave);
    return autosave;
  }

  return {
    writer,
    readingOf: ofOrders('reading', api.orderReading),
    draftOf,
    notesOf,
    /** The ids of an order's comments that are checked off, on this device. */
    doneOf: (orderId: string) => drafts.of<Record<string, string>>(`done/${orderId}`),
    autosaveOf,
    /** Removes an order's autosave without ending it. @returns the autosave, if the order was opened here */
    close(orderId: string): Autosave | undefined {
      const autosave = autosaves.get(orderId);
      autosaves.delete(orderId);
      return autosave;
    },
    write(orderId: string, fields: ReadingDraft): void {
      if (orderId) autosaveOf(orderId).write(fields);
      else draftOf('').write(newWritingDraft(fields));
    },
    canSend: desk.role === 'admin',
    /** @param send whether an admin sends it without a review */
    async submit(order: OrderToWrite | null, typed: ReadingDraft, send = false): Promise<boolean> {
      if (!order || !typed.content.trim()) {
        const description = 'Please select an order and enter reading content';
        if (writer === 'reader') toast({ title: 'Error', description, variant: 'destructive' });
        return false;
      }
      const notes = notesOf(order.id);
      // Saved first, so that another session's notes are not overwritten.
      if (!(await notes.flush())) return false;
      const savedNotes = notes.saved.$state.get().data?.internalNotes;
      const fields = { ...typed, ...draftOf(order.id).$fields.get() };
      const autosave = autosaveOf(order.id);
      return work.perform({
        subject: `order:${order.id}`,
        name: send ? 'send' : 'submit',
        run: async () => {
          // Submitting deletes the draft, including one that another window has saved since.
          if (!(await autosave.flush())) throw new Error('not saved');
          const reading = await api.submitReading({
            orderId: order.id,
            content: fields.content.trim(),
            ...(fields.cards !== undefined && { cards: parseCards(fields.cards) }),
            ...(savedNotes && { internalNotes: savedNotes }),
            ...(send && { send }),
          });
          autosave.end();
          autosaves.delete(order.id);
          onSubmitted?.(order, send);
          return reading;
        },
        refresh: () => changed(order.id),
        ...toasts[writer](order.orderNumber),
        ...(send && { done: undefined, show: desk.storeOf(createReadingDesk).readings.showApproved }),
        explain: () =>
          autosave.$state.get().name === 'conflict'
            ? 'A different text was saved in another window or on another device. Choose one of them first.'
            : endReason(autosave),
      });
    },
    resume(): void {
      for (const autosave of autosaves.values()) autosave.resume();
    },
  };
}

/** Returns why the order is no longer this reader's, as a sentence; null while it is theirs. */
export function endReason({ $state }: Autosave): string | null {
  const state = $state.get();
  return state.name === 'ended' ? state.why : null;
}
