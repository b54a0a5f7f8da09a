import type { Context, SignedIn } from '../../src/server/context/context.ts';
import { assignOrder } from '../../src/server/orders/assign-orders.ts';
import { readOrder } from '../../src/server/orders/find-order.ts';
import { refundOrder } from '../../src/server/payments/refunds/refund-order.ts';
import { findUserByName } from '../../src/server/people/directory/people-repository.ts';
import { readDraft, saveDraft } from '../../src/server/readings/drafts.ts';
import { readReadingOfOrder } from '../../src/server/readings/find-reading.ts';
import { approveReading, rejectReading } from '../../src/server/readings/review-reading.ts';
import { editReading, submitReading } from '../../src/server/readings/write-reading.ts';
import { deleteOrder } from '../../src/server/removal/delete-order.ts';
import { changePrice } from '../../src/server/settings/change-price.ts';
import type { CustomerName } from './customers.ts';
import { openLetters, ownReadingsBy, paragraphsOf, type ReaderName } from './letters.ts';

/** What those who work here do with an order; each says which of its customers it is about. */
export interface Desk {
  setPrice(cents: number): void;
  /** Gives a new order to the reader who knows how to answer it, unless it is with them already. */
  handOut(orderId: string, name: CustomerName): void;
  giveToNobody(orderId: string): void;
  /** Leaves the beginning of a text as a draft. */
  draft(orderId: string, name: CustomerName, notes?: string): void;
  /** Leaves a new beginning of a rejected text as a draft. */
  redraft(orderId: string, name: CustomerName, addition: string): void;
  /** Hands a text in; when told to, all but its last paragraphs. */
  write(orderId: string, name: CustomerName, options?: { notes?: string; missing?: number }): void;
  reject(orderId: string, feedback: string): void;
  /** Takes one paragraph out of a text under review, counted from the end. */
  shorten(orderId: string, paragraph: number): void;
  approve(orderId: string): void;
  /** @param cents null: everything */
  refund(orderId: string, cents: number | null): Promise<void>;
  remove(orderId: string): void;
}

/** Opens the desk of the demo's accounts. */
export function openDesk(context: Context): Desk {
  const person = (name: string): SignedIn => {
    const user = findUserByName(context.db, name);
    if (!user) throw new Error(`There is nobody called ${name}.`);
    return { id: user.id, username: user.username, role: user.role };
  };
  const admin = person('admin');
  const readers: Record<ReaderName, SignedIn> = { reader1: person('reader1'), reader2: person('reader2') };
  const letterFor = openLetters();

  /** Who has an order, and the text that they write for it. */
  function work(orderId: string, name: CustomerName): { reader: SignedIn; letter: string } {
    const readerName: ReaderName =
      readOrder(context, orderId).assignedReader?.username === 'reader2' ? 'reader2' : 'reader1';
    return { reader: readers[readerName], letter: letterFor(name, readerName) };
  }

  const readingOf = (orderId: string) => readReadingOfOrder(context, admin, orderId);

  function saveAsDraft(orderId: string, reader: SignedIn, content: string, internalNotes: string): void {
    const version = readDraft(context, reader, orderId)?.version ?? 0;
    saveDraft(context, reader, orderId, { content, internalNotes, version });
  }

  return {
    setPrice: (cents) => changePrice(context, admin, cents),
    handOut(orderId, name) {
      const wanted = ownReadingsBy[name];
      if (!wanted || readOrder(context, orderId).assignedReader?.username === wanted) return;
      assignOrder(context, admin, orderId, readers[wanted].id);
    },
    giveToNobody: (orderId) => void assignOrder(context, admin, orderId, null),
    draft(orderId, name, notes = '') {
      const { reader, letter } = work(orderId, name);
      saveAsDraft(orderId, reader, paragraphsOf(letter, 0, 3), notes);
    },
    redraft(orderId, name, addition) {
      const { reader, letter } = work(orderId, name);
      const content = [paragraphsOf(letter, 0, -1), addition, paragraphsOf(letter, -1)].join('\n\n');
      saveAsDraft(orderId, reader, content, '');
    },
    write(orderId, name, { notes, missing } = {}) {
      const { reader, letter } = work(orderId, name);
      const content = missing ? paragraphsOf(letter, 0, -missing) : letter;
      submitReading(context, reader, { orderId, content, internalNotes: notes ?? null });
    },
    reject: (orderId, feedback) => void rejectReading(context, admin, readingOf(orderId).id, feedback),
    shorten(orderId, paragraph) {
      const { id, content, revision } = readingOf(orderId);
      const paragraphs = content.split('\n\n');
      const shorter = paragraphs.toSpliced(paragraphs.length - paragraph, 1).join('\n\n');
      editReading(context, admin, id, { content: shorter, revision });
    },
    approve(orderId) {
      const { id, revision } = readingOf(orderId);
      approveReading(context, admin, id, revision);
    },
    refund: async (orderId, cents) =>
      void (await refundOrder(context, admin, orderId, { amountCents: cents, refundedBeforeCents: null })),
    remove: (orderId) => deleteOrder(context, admin, orderId),
  };
}
