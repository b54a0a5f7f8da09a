import { atom, onMount, type ReadableAtom } from 'nanostores';
import type { Order, OrderEvent } from '../../shared/orders/orders.ts';
import type { MailPreview, OrderReading, Reading, ReadingRevision } from '../../shared/readings/readings.ts';
import { ApiError } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Draft } from '../desk/draft.ts';
import type { ReadingEdit } from '../desk/staff-api.ts';
import type { Fetched } from '../fetched.ts';

/** A reading and the notes about it, as they are being written. */
export type ReadingDraft = { content: string; internalNotes: string };
/** Besides, the version of the text and the notes that were there when the editing began. */
export type EditDraft = ReadingDraft & { revision: string; notesSeen: string };
export type NotesDraft = { internalNotes: string; notesSeen: string };
export type FeedbackDraft = { feedback: string };

/** An approved reading whose mail still waits, so that it can be undone. */
export interface HeldApproval {
  reading: Reading;
  /** Milliseconds since 1970, by this browser's clock */
  undoUntil: number;
}

export interface Readings {
  readonly pending: Fetched<Reading[]>;
  readonly $held: ReadableAtom<HeldApproval[]>;
  /** The reading of one order that is not pending any more. */
  ofOrder(orderId: string): Fetched<OrderReading>;
  eventsOf(orderId: string): Fetched<OrderEvent[]>;
  /** Every version of a reading up to this one at least, the newest first. */
  revisionsOf(reading: Reading): Fetched<ReadingRevision[]>;
  uploadDraft(orderId: string): Draft<ReadingDraft>;
  editDraft(readingId: string): Draft<EditDraft>;
  /** Opens the editor on a reading as it is, or with another text in it. */
  beginEdit(reading: Reading, content?: string): void;
  /** What was typed is meant to replace the reading and the notes as they are now. */
  keepMine(reading: Reading): void;
  notesDraft(readingId: string): Draft<NotesDraft>;
  feedbackDraft(readingId: string): Draft<FeedbackDraft>;
  upload(order: Order): Promise<boolean>;
  saveEdit(reading: Reading): Promise<boolean>;
  /** Saves the notes of the order's reading, found among the pending readings or as the order's own. */
  saveNotes(orderId: string): Promise<boolean>;
  /** The mail that would deliver a text. */
  preview(orderId: string, content: string): Promise<MailPreview>;
  approve(reading: Reading): Promise<boolean>;
  undoApproval(reading: Reading): Promise<boolean>;
  reject(reading: Reading): Promise<boolean>;
}

const updateFailed = (what: string) => ({ title: 'Update Failed', message: `Failed to update ${what}` });
const readingNotFound = 'Reading not found';

export function createReadings({ api, fetching, drafts, work, toast, now }: DeskBase): Readings {
  const $held = atom<HeldApproval[]>([]);
  const releases = new Map<string, ReturnType<typeof setTimeout>>();
  const pending = fetching.store('readings/pending', () => work.watch(api.pendingReadings()), 'orders');

  const ofOrder = (orderId: string) =>
    fetching.store(`orders/${orderId}/reading`, () => work.watch(api.orderReading(orderId)));
  const eventsOf = (orderId: string) =>
    fetching.store(`orders/${orderId}/events`, () => work.watch(api.orderEvents(orderId)));
  const revisionsOf = ({ orderId, revision }: Reading) =>
    fetching.store(`orders/${orderId}/revisions/${revision}`, () => work.watch(api.revisions(orderId)));
  const editDraft = (readingId: string) => drafts.of<EditDraft>(`edit/${readingId}`);
  const uploadDraft = (orderId: string) => drafts.of<ReadingDraft>(`upload/${orderId}`);
  const notesDraft = (readingId: string) => drafts.of<NotesDraft>(`notes/${readingId}`);
  const feedbackDraft = (readingId: string) => drafts.of<FeedbackDraft>(`feedback/${readingId}`);

  const changed = (orderId: string) => void fetching.changed(`orders/${orderId}`);

  function release(reading: Reading): void {
    clearTimeout(releases.get(reading.id));
    $held.set($held.get().filter((held) => held.reading.id !== reading.id));
  }

  /** @param milliseconds from now, as the server counts them: this clock may be wrong */
  function hold(reading: Reading, milliseconds: number): void {
    release(reading);
    $held.set([...$held.get(), { reading, undoUntil: now() + milliseconds }]);
    releases.set(
      reading.id,
      setTimeout(() => release(reading), milliseconds),
    );
  }

  // Also after a reload, and for approvals of somebody else.
  onMount($held, () => {
    const keep = (readings: Reading[]) => {
      for (const reading of readings) {
        if (reading.undoForMs) hold(reading, reading.undoForMs);
      }
    };
    void work.watch(api.heldReadings()).then(keep, () => undefined);
  });

  const undoApproval = (reading: Reading) =>
    work.perform({
      subject: `reading:${reading.id}`,
      name: 'undo',
      run: async () => {
        await api.undoApproval(reading.id);
        release(reading);
        toast({
          title: 'Approval Undone',
          description: `No email was sent. ${reading.order.orderNumber} waits for approval again.`,
        });
        changed(reading.orderId);
      },
      failure: { title: 'Undo Failed', message: 'Failed to undo the approval' },
      onConflict: () => {
        release(reading);
        changed(reading.orderId);
      },
    });

  return {
    pending,
    $held,
    ofOrder,
    eventsOf,
    revisionsOf,
    uploadDraft,
    editDraft,
    beginEdit(reading, content = reading.content) {
      const notes = reading.internalNotes ?? '';
      const revision = String(reading.revision);
      editDraft(reading.id).write({ content, internalNotes: notes, notesSeen: notes, revision });
    },
    keepMine(reading) {
      const notesSeen = reading.internalNotes ?? '';
      const edit = editDraft(reading.id);
      const notes = notesDraft(reading.id);
      const [typed, typedNotes] = [edit.$fields.get(), notes.$fields.get()];
      if (typed) edit.write({ ...typed, notesSeen, revision: String(reading.revision) });
      if (typedNotes) notes.write({ ...typedNotes, notesSeen });
    },
    notesDraft,
    feedbackDraft,
    async upload(order) {
      const draft = uploadDraft(order.id);
      const content = draft.$fields.get()?.content.trim();
      const internalNotes = draft.$fields.get()?.internalNotes.trim();
      if (!content) return false;
      return work.perform({
        subject: `order:${order.id}`,
        name: 'upload',
        run: async () => {
          await api.submitReading({ orderId: order.id, content, ...(internalNotes && { internalNotes }) });
          draft.clear();
          toast({
            title: 'Reading Uploaded',
            description: `The reading for ${order.orderNumber} waits for approval.`,
          });
          changed(order.id);
        },
        failure: { title: 'Upload Failed', message: 'Failed to upload reading' },
        onConflict: () => changed(order.id),
      });
    },
    async saveEdit(reading) {
      const draft = editDraft(reading.id);
      const fields = draft.$fields.get();
      if (!fields?.content.trim()) return false;
      const internalNotes = fields.internalNotes.trim();
      const edit: ReadingEdit = {
        content: fields.content.trim(),
        // Notes that were not touched are not put over those of somebody else.
        ...(internalNotes !== fields.notesSeen && { internalNotes, notesSeen: fields.notesSeen }),
        ...(fields.revision && { revision: Number(fields.revision) }),
      };
      const isSaved = await work.perform({
        subject: `reading:${reading.id}`,
        name: 'edit',
        run: async () => {
          await api.editReading(reading.id, edit);
          toast({
            title: 'Reading Updated',
            description: `The reading for ${reading.order.orderNumber} was saved.`,
          });
          changed(reading.orderId);
        },
        failure: updateFailed('reading'),
        // The newer version is then shown beside what was typed.
        onConflict: () => changed(reading.orderId),
      });
      // Not before the work is done: the button that gets the focus back is disabled until then.
      if (isSaved) draft.clear();
      return isSaved;
    },
    async saveNotes(orderId) {
      // What nobody looks at is not fetched for it.
      const reading =
        pending.$state.value?.data?.find((candidate) => candidate.orderId === orderId) ??
        ofOrder(orderId).$state.value?.data;
      if (!reading) {
        toast({ title: 'Update Failed', description: readingNotFound, variant: 'destructive' });
        return false;
      }
      const draft = notesDraft(reading.id);
      const { internalNotes = '', notesSeen } = draft.$fields.get() ?? {};
      return work.perform({
        subject: `reading:${reading.id}`,
        name: 'notes',
        run: async () => {
          await api.editReading(reading.id, {
            internalNotes: internalNotes.trim(),
            ...(notesSeen !== undefined && { notesSeen }),
          });
          draft.clear();
          toast({
            title: 'Notes Updated',
            description: `The notes on ${reading.order.orderNumber} were saved.`,
          });
          changed(orderId);
        },
        failure: updateFailed('notes'),
        explain: (error) => (error instanceof ApiError && error.status === 404 ? readingNotFound : null),
        onConflict: () => changed(orderId),
      });
    },
    preview: (orderId, content) => work.watch(api.previewDelivery(orderId, content)),
    approve: (reading) =>
      work.perform({
        subject: `reading:${reading.id}`,
        name: 'approve',
        run: async () => {
          const { undoForMs } = await api.approveReading(reading.id, reading.revision);
          if (undoForMs) hold(reading, undoForMs);
          const { orderNumber } = reading.order;
          toast({
            title: 'Reading Approved',
            description: undoForMs
              ? `${orderNumber}: email sent to customer in ${Math.ceil(undoForMs / 1_000)} seconds, unless you undo.`
              : `${orderNumber}: email sent to customer.`,
            ...(undoForMs && { action: { label: 'Undo', run: () => void undoApproval(reading) } }),
          });
          changed(reading.orderId);
        },
        failure: { title: 'Approval Failed', message: 'Failed to approve reading' },
        onConflict: () => changed(reading.orderId),
      }),
    undoApproval,
    reject(reading) {
      const draft = feedbackDraft(reading.id);
      const feedback = draft.$fields.get()?.feedback.trim() ?? '';
      return work.perform({
        subject: `reading:${reading.id}`,
        name: 'reject',
        run: async () => {
          await api.rejectReading(reading.id, feedback);
          draft.clear();
          toast({
            title: 'Reading Rejected',
            description: `The reading for ${reading.order.orderNumber} goes back for revision.`,
          });
          changed(reading.orderId);
        },
        failure: { title: 'Rejection Failed', message: 'Failed to reject reading' },
        onConflict: () => changed(reading.orderId),
      });
    },
  };
}
