import { atom, computed, onMount } from 'nanostores';
import type { Reading } from '../../shared/readings/reading-schema.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import { parseCards, serializeCards } from './cards/serialize-cards.ts';
import { type CommentFields, createCommentDraft, rejectionOf } from './comments/comment-store.ts';
import { createInternalNotes } from './internal-notes-store.ts';

/** A draft of a reading. Cards are text of `serializeCards`; without them, the reading's stay unchanged. */
export type ReadingDraft = { content: string; cards?: string };
type EditDraft = ReadingDraft & { revision: string };

/** Returns whether a draft differs from the reading's text or cards; false without a draft. */
export function changesReading(
  typed: ReadingDraft | null,
  { content, cards }: Pick<Reading, 'content' | 'cards'>,
) {
  const saved = serializeCards(cards);
  return typed !== null && (typed.content !== content || (typed.cards ?? saved) !== saved);
}

/** An approved reading whose mail is still held. `undoUntil` is in milliseconds since 1970, by the desk's clock. */
export type HeldApproval = { reading: Reading; undoUntil: number };

type Readings = ReturnType<typeof createReadings>;

/** Milliseconds within which a second press was meant for the previous reading. */
const doublePressMs = 500;

const decisions = ['approve', 'reject'];

/** Creates the stores and drafts of readings, the tasks to decide on and edit them, and the held approvals. */
export function createReadings(desk: DeskBase) {
  const { api, fetching, drafts, work, toast, now, ofOrders } = desk;
  /** The reading last decided on here, or whose approval was undone. */
  const $moved = atom<{ reading: Reading; isPending: boolean } | null>(null);
  const $hasJustMoved = atom(false);
  const $held = atom<HeldApproval[]>([]);
  /** The newest version saved here, by reading id. */
  const saved = new Map<string, number>();

  const editDraft = (readingId: string) => drafts.of<EditDraft>(`edit/${readingId}`);
  const notesOf = (orderId: string) => createInternalNotes(desk, orderId);
  const feedbackDraft = (readingId: string) => drafts.of<{ feedback: string }>(`feedback/${readingId}`);
  const commentDraft = (readingId: string) => drafts.of<CommentFields>(`comments/${readingId}`);
  const changed = (orderId: string) => void fetching.changed(`orders/${orderId}`);

  let settling: ReturnType<typeof setTimeout> | undefined;
  function move(reading: Reading, isPending: boolean): void {
    clearTimeout(settling);
    $hasJustMoved.set(!isPending);
    settling = setTimeout(() => $hasJustMoved.set(false), doublePressMs);
    $moved.set({ reading, isPending });
  }

  function release({ id }: Reading): void {
    $held.set($held.get().filter(({ reading }) => reading.id !== id));
  }

  /** @param milliseconds from now, by the server's count: this clock may be wrong */
  function hold(reading: Reading, milliseconds: number): void {
    const held = { reading, undoUntil: now() + milliseconds };
    release(reading);
    $held.set([...$held.get(), held]);
    setTimeout(() => $held.set($held.get().filter((other) => other !== held)), milliseconds);
  }

  onMount($held, () => {
    const holdAll = (readings: Reading[]) => {
      for (const reading of readings) if (reading.undoForMs) hold(reading, reading.undoForMs);
    };
    void work.watch(api.heldReadings()).then(holdAll, () => undefined);
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
          description: `No email was sent. ${reading.order.orderNumber} is waiting for approval again.`,
        });
      },
      refresh: () => fetching.changed(`orders/${reading.orderId}`),
      show: () => move(reading, true),
      failure: { title: 'Undo Failed', message: 'Failed to undo the approval' },
      onConflict: () => {
        release(reading);
        changed(reading.orderId);
      },
    });

  /** Announces an approval, and allows undoing it while its mail is held. */
  function showApproved(reading: Reading): void {
    const { undoForMs } = reading;
    const { orderNumber } = reading.order;
    if (undoForMs) hold(reading, undoForMs);
    move(reading, false);
    toast({
      title: 'Reading Approved',
      description: undoForMs
        ? `${orderNumber}: email will be sent to customer in ${Math.ceil(undoForMs / 1_000)} seconds, unless you undo.`
        : `${orderNumber}: email sent to customer.`,
    });
  }

  return {
    showApproved,
    pending: fetching.store('readings/pending', () => api.pendingReadings(), 'orders'),
    $moved,
    $hasJustMoved,
    $held,
    ofOrder: ofOrders('reading', api.orderReading),
    eventsOf: ofOrders('events', api.orderEvents),
    revisionsOf: ({ orderId, revision }: Reading) =>
      fetching.store(`orders/${orderId}/revisions/${revision}`, () => api.revisions(orderId)),
    editDraft,
    beginEdit(reading: Reading, typed?: ReadingDraft): void {
      const [content, cards] = [
        typed?.content || reading.content,
        typed?.cards || serializeCards(reading.cards),
      ];
      editDraft(reading.id).write({ content, cards, revision: String(reading.revision) });
    },
    isMine: ({ id, revision }: Reading) => saved.get(id) === revision,
    keepMine: ({ id, revision }: Reading) => editDraft(id).update({ revision: String(revision) }),
    notesOf,
    feedbackDraft,
    commentsOn: (readingId: string) => createCommentDraft(commentDraft(readingId), toast),
    async saveEdit(reading: Reading): Promise<boolean> {
      const draft = editDraft(reading.id);
      const notes = notesOf(reading.orderId);
      const fields = draft.$fields.get();
      if (!fields?.content.trim()) return false;
      const hasOtherCards = fields.cards !== undefined && fields.cards !== serializeCards(reading.cards);
      return work.perform({
        subject: `reading:${reading.id}`,
        name: 'edit',
        run: async () => {
          const { revision } = await api.editReading(reading.id, {
            content: fields.content.trim(),
            // Unchanged cards are omitted, so that they do not overwrite newer ones.
            ...(hasOtherCards && { cards: parseCards(fields.cards) }),
            ...(fields.revision && { revision: Number(fields.revision) }),
            ...notes.changes(),
          });
          saved.set(reading.id, revision);
        },
        // After a conflict, the newer version is then shown beside the draft.
        refresh: () => changed(reading.orderId),
        show() {
          draft.clear();
          notes.draft.clear();
        },
        done: ['Reading Updated', `The reading for ${reading.order.orderNumber} was saved.`],
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
          move(reading, false);
        },
        done: ['Reading Rejected', `The reading for ${reading.order.orderNumber} goes back for revision.`],
        failure: { title: 'Rejection Failed', message: 'Failed to reject reading' },
      });
    },
    /** Returns whether it was approved; false within half a second of another decision. */
    async approve(reading: Reading): Promise<boolean> {
      if ($hasJustMoved.get()) return false;
      return work.perform({
        subject: `reading:${reading.id}`,
        name: 'approve',
        run: () => api.approveReading(reading.id, reading.revision),
        refresh: () => changed(reading.orderId),
        show(approved) {
          const edit = editDraft(reading.id);
          if (!changesReading(edit.$fields.get(), reading)) edit.clear();
          showApproved(approved);
        },
        failure: { title: 'Approval Failed', message: 'Failed to approve reading' },
      });
    },
    undoApproval,
    async undoLast(): Promise<boolean> {
      const last = $moved.get()?.reading.id;
      const approval = $held.get().find(({ reading }) => reading.id === last);
      const isDeciding = Object.values(work.$running.get()).some((name) => decisions.includes(name));
      if (approval && !isDeciding) return undoApproval(approval.reading);
      toast({
        title: 'Nothing to Undo',
        description: 'You can undo only your own last approval, before its email is sent.',
      });
      return false;
    },
  };
}

/** Adds the readings and the navigation of pending ones to a desk. */
export function createReadingDesk(desk: DeskBase) {
  const readings = createReadings(desk);
  return { ...desk, readings, review: createReviewNavigation(desk, readings) };
}

/** Creates the navigation of pending readings. The open one is in the address; a decision opens the next. */
export function createReviewNavigation({ url }: DeskBase, readings: Readings) {
  /** The order number of the open reading; empty if none is open. */
  const $chosen = computed(url.$parameters, ({ reading = '' }) => reading);
  // Whether leaving may go back in history instead of adding an entry.
  let wasPushed = false;
  $chosen.listen((chosen) => {
    if (!chosen) wasPushed = false;
  });

  // Reads the list only if it is already loaded, and does not fetch it.
  const listed = () => readings.pending.$state.value?.data ?? [];

  function choose({ order: { orderNumber } }: Reading): void {
    const isFirst = !$chosen.get();
    // One step back leads to the list, however many readings were opened.
    url.update({ reading: orderNumber }, isFirst ? 'push' : 'replace');
    if (isFirst) wasPushed = true;
  }

  function leave(): void {
    // Going back would close the order that covers the list instead.
    if (wasPushed && !url.$parameters.get().order) url.back();
    else url.update({ reading: '' });
  }

  readings.$moved.listen((moved) => {
    if (!moved || url.$parameters.get().tab !== 'approvals') return;
    const { reading, isPending } = moved;
    if (isPending) return choose(reading);
    if ($chosen.get() !== reading.order.orderNumber) return;
    const rows = listed();
    const at = rows.findIndex(({ id }) => id === reading.id);
    const next = rows[at + 1] ?? rows[at - 1];
    if (next) choose(next);
    else leave();
  });

  return {
    $chosen,
    choose,
    leave,
    /** Opens a reading in place of the list, so that Back skips both. */
    openFirst: ({ order }: Reading) => url.update({ reading: order.orderNumber }),
    /** Opens a reading from another tab. */
    open: (orderNumber: string) => url.update({ tab: 'approvals', reading: orderNumber }, 'push'),
    step(by: 1 | -1): void {
      const rows = listed();
      const at = rows.findIndex(({ order }) => order.orderNumber === $chosen.get());
      const next = at === -1 ? rows.at(by === 1 ? 0 : -1) : rows[at + by];
      if (next) choose(next);
    },
  };
}
