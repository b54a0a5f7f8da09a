import type { Role } from '../../shared/people/staff.ts';
import type { DrawnCard } from '../../shared/readings/cards.ts';
import type { MailPreview, OrderReading } from '../../shared/readings/readings.ts';
import { readCards } from '../cards/kept-cards.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Draft, Drafts } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched } from '../fetched.ts';
import { createInternalNotes, type InternalNotes } from '../readings/internal-notes.ts';
import type { ReadingDraft } from '../readings/readings.ts';
import type { showToast } from '../toasts.ts';
import { type Autosave, createAutosave, neverSaved, type WritingDraft } from './autosave.ts';

/** What one has to know of an order to write its reading. */
export interface OrderToWrite {
  id: string;
  orderNumber: string;
  readingAddresseeName: string;
  status: string;
}

/** Writes the readings of orders, for readers and admins alike. */
export interface WritingStore {
  readonly work: Work;
  readonly drafts: Drafts;
  /** A reader submits for review, an admin uploads. */
  readonly writer: Role;
  /** The reading of an order that came back, with the admin's feedback. */
  readingOf(orderId: string): Fetched<OrderReading>;
  /** What is typed for an order; with an empty id, before an order was chosen. */
  draftOf(orderId: string): Draft<WritingDraft>;
  notesOf(orderId: string): InternalNotes;
  /** Which comments on the text of an order are done, by their ids: kept on this device, with what is typed. */
  doneOf(orderId: string): Draft<Record<string, string>>;
  /** How the text of an order stands with the server. */
  autosaveOf(orderId: string): Autosave;
  /** Ends the autosave of an order. @returns it, if the order was opened here */
  close(orderId: string): Autosave | undefined;
  /** The mail that would deliver a text. */
  preview(orderId: string, content: string, cards?: DrawnCard[]): Promise<MailPreview>;
  write(orderId: string, fields: ReadingDraft): void;
  /** Sends the reading of an order. */
  submit(order: OrderToWrite | null, fields: ReadingDraft): Promise<boolean>;
  /** Saves what could not be saved while the connection or the session was lost. */
  resume(): void;
}

type OldDraft = Partial<WritingDraft> & { internalNotes?: string };

type Toast = Parameters<typeof showToast>[0];

const toasts: Record<
  Role,
  { done: (orderNumber: string) => Toast; failure: { title: string; message: string } }
> = {
  reader: {
    done: () => ({ title: 'Success', description: 'Reading submitted for admin review' }),
    failure: { title: 'Error', message: 'Failed to submit reading' },
  },
  admin: {
    done: (orderNumber) => ({
      title: 'Reading Uploaded',
      description: `The reading for ${orderNumber} waits for approval.`,
    }),
    failure: { title: 'Upload Failed', message: 'Failed to upload reading' },
  },
};

/** @param onSubmitted called with the order before what is old by then is fetched */
export function createWriting(
  desk: DeskBase,
  { writer, onSubmitted }: { writer: Role; onSubmitted?: (order: OrderToWrite) => void },
): WritingStore {
  const { api, work, drafts, fetching, toast, now } = desk;
  const autosaves = new Map<string, Autosave>();
  const changed = (orderId: string) => void fetching.changed(`orders/${orderId}`);

  const notesOf = (orderId: string) => createInternalNotes(desk, orderId);
  const draftOf = (orderId: string) => drafts.of<WritingDraft>(`reading/${orderId || 'unassigned'}`);

  // What this browser kept for version 0034 and before: texts of admins, and notes beside a text.
  for (const old of [...drafts.under<OldDraft>('reading/'), ...drafts.under<OldDraft>('upload/')]) {
    const [kind, orderId = ''] = old.name.split('/');
    const [draft, fields] = [draftOf(orderId), old.$fields.get()];
    if (!fields || (kind === 'upload' ? draft.$fields.get() : fields.internalNotes === undefined)) continue;
    const { content = '', cards, internalNotes = '', version = '0', isSaved = '' } = fields;
    draft.write({ content, ...(cards !== undefined && { cards }), version, isSaved });
    if (kind === 'upload') old.clear();
    if (internalNotes.trim() && isSaved !== 'yes') notesOf(orderId).write(internalNotes, '');
  }

  function autosaveOf(orderId: string): Autosave {
    const known = autosaves.get(orderId);
    if (known) return known;
    const draft = draftOf(orderId);
    const autosave = createAutosave({ orderId, draft, api, work, now, onGone: () => changed(orderId) });
    autosaves.set(orderId, autosave);
    return autosave;
  }

  return {
    work,
    drafts,
    writer,
    readingOf: (orderId) =>
      fetching.store(`orders/${orderId}/reading`, () => work.watch(api.orderReading(orderId))),
    draftOf,
    notesOf,
    doneOf: (orderId) => drafts.of(`done/${orderId}`),
    autosaveOf,
    close(orderId) {
      const autosave = autosaves.get(orderId);
      autosaves.delete(orderId);
      return autosave;
    },
    preview: (orderId, content, cards) => work.watch(api.previewDelivery(orderId, content, cards)),
    write(orderId, fields) {
      if (orderId) autosaveOf(orderId).write(fields);
      else draftOf('').write(neverSaved(fields));
    },
    async submit(order, typed) {
      if (!order || !typed.content.trim()) {
        const description = 'Please select an order and enter reading content';
        if (writer === 'reader') toast({ title: 'Error', description, variant: 'destructive' });
        return false;
      }
      if (!(await notesOf(order.id).flush())) return false;
      // As it is by now: typing goes on while the notes are saved.
      const fields = { ...typed, ...draftOf(order.id).$fields.get() };
      const content = fields.content.trim();
      const autosave = autosaveOf(order.id);
      return work.perform({
        subject: `order:${order.id}`,
        name: 'submit',
        run: async () => {
          // What another window has saved since would be lost with the draft.
          if (!(await autosave.flush())) throw new Error('not saved');
          await api.submitReading({
            orderId: order.id,
            content,
            ...(fields.cards !== undefined && { cards: readCards(fields.cards) }),
          });
          autosave.end();
          autosaves.delete(order.id);
          onSubmitted?.(order);
        },
        refresh: () => changed(order.id),
        show: () => toast(toasts[writer].done(order.orderNumber)),
        failure: toasts[writer].failure,
        explain: () =>
          autosave.$state.get().name === 'conflict'
            ? 'A different text was saved in another window or on another device. Choose one of them first.'
            : whyEnded(autosave),
      });
    },
    resume() {
      for (const autosave of autosaves.values()) autosave.resume();
    },
  };
}

/** @returns why nothing is saved any more, in a sentence; null while it is */
export function whyEnded({ $state }: Autosave): string | null {
  const state = $state.get();
  return state.name === 'ended' ? state.why : null;
}
