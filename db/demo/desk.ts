import type { CustomerName } from '../../src/sample-shop/customers/written-customers.ts';
import { cardsIn } from '../../src/sample-shop/letters/drawn-cards.ts';
import {
  openLetters,
  ownReadingsBy,
  paragraphsOf,
  type ReaderName,
} from '../../src/sample-shop/letters/letters.ts';
import { changeAccount } from '../../src/server/accounts/change-account.ts';
import type { Context, SignedIn } from '../../src/server/context/context.ts';
import { addCustomerNote } from '../../src/server/customers/customers.ts';
import { assignOrder } from '../../src/server/orders/assign-orders.ts';
import { readOrder } from '../../src/server/orders/find-order.ts';
import { refundOrder } from '../../src/server/payments/refunds/refund-order.ts';
import { findUserByName } from '../../src/server/people/directory/people-repository.ts';
import { readDraft, saveDraft } from '../../src/server/readings/drafts.ts';
import { readInternalNotes, saveInternalNotes } from '../../src/server/readings/internal-notes.ts';
import { readReadingOfOrder } from '../../src/server/readings/kept/find-reading.ts';
import { approveReading, rejectReading } from '../../src/server/readings/review-reading.ts';
import { editReading, submitReading } from '../../src/server/readings/write-reading.ts';
import { deleteOrder } from '../../src/server/removal/delete-order.ts';
import { changePrice } from '../../src/server/settings/change-price.ts';
import type { DrawnCard } from '../../src/shared/readings/cards.ts';
import type { Passage } from '../../src/shared/readings/comments.ts';

/** What those who work here do with an order; each says which of its customers it is about. */
export interface Desk {
  setPrice(cents: number): Promise<void>;
  /** Each reader says how customers know them. */
  introduceReaders(): Promise<void>;
  /** Gives a new order to the reader who knows how to answer it, unless it is with them already. */
  handOut(orderId: string, name: CustomerName): Promise<void>;
  giveToNobody(orderId: string): void;
  /** Leaves the beginning of a text as a draft. */
  draft(orderId: string, name: CustomerName, notes?: string): Promise<void>;
  /** Leaves a new beginning of a rejected text as a draft. */
  redraft(orderId: string, name: CustomerName, addition: string): Promise<void>;
  /** Hands a text in; when told to, all but its last paragraphs. */
  write(orderId: string, name: CustomerName, options?: { notes?: string; missing?: number }): Promise<void>;
  /** With comments, each on the last sentence of a paragraph, which is counted from the end. */
  reject(orderId: string, feedback: string, comments?: [paragraph: number, text: string][]): Promise<void>;
  /** Takes one paragraph out of a text under review, counted from the end. */
  shorten(orderId: string, paragraph: number): Promise<void>;
  approve(orderId: string): Promise<void>;
  /** @param cents null: everything */
  refund(orderId: string, cents: number | null): Promise<void>;
  remove(orderId: string): Promise<void>;
  /** Its reader notes something about an order for the admins. */
  tellAdmins(orderId: string, text: string): Promise<void>;
  /** The admin notes something about an order for its reader. */
  tellReader(orderId: string, text: string): Promise<void>;
  /** Notes something about the customer of an order. */
  noteCustomer(orderId: string, text: string): Promise<void>;
}

/** Opens the desk of the demo's accounts. */
export function openDesk(context: Context): Desk {
  const person = (name: string): SignedIn => {
    const user = findUserByName(context.db, name);
    if (!user) throw new Error(`There is no account called ${name}.`);
    return { id: user.id, username: user.username, role: user.role };
  };
  const admin = person('admin');
  const readers: Record<ReaderName, SignedIn> = { reader1: person('reader1'), reader2: person('reader2') };
  const letterFor = openLetters();

  const readerNameOf = (orderId: string): ReaderName =>
    readOrder(context, orderId).assignedReader?.username === 'reader2' ? 'reader2' : 'reader1';

  /** Who has an order, the text that they write for it, and the cards that they drew. */
  function work(orderId: string, name: CustomerName) {
    const readerName = readerNameOf(orderId);
    const letter = letterFor(name, readerName);
    return { reader: readers[readerName], letter, cards: cardsIn(letter, name) };
  }

  const readingOf = (orderId: string) => readReadingOfOrder(context, admin, orderId);

  async function saveAsDraft(
    orderId: string,
    reader: SignedIn,
    text: { content: string; cards: DrawnCard[] },
  ): Promise<void> {
    const version = readDraft(context, reader, orderId)?.version ?? 0;
    await saveDraft(context, reader, orderId, { ...text, version });
  }

  async function addNotes(orderId: string, writer: SignedIn, text: string): Promise<void> {
    const { internalNotes } = readInternalNotes(context, writer, orderId);
    const notes = [internalNotes, `${writer.username}: ${text}`].filter(Boolean).join('\n\n');
    await saveInternalNotes(context, writer, orderId, {
      internalNotes: notes,
      notesSeen: internalNotes ?? '',
    });
  }

  return {
    setPrice: (cents) => changePrice(context, admin, cents),
    async introduceReaders() {
      await changeAccount(context, readers.reader1, readers.reader1.id, {
        displayName: 'Elena Marsh',
        readingSince: 2009,
        signature: 'Elena',
      });
      await changeAccount(context, readers.reader2, readers.reader2.id, {
        displayName: 'Thomas Reyes',
        readingSince: 2016,
        signature: null,
      });
    },
    async handOut(orderId, name) {
      const wanted = ownReadingsBy[name];
      if (!wanted || readOrder(context, orderId).assignedReader?.username === wanted) return;
      await assignOrder(context, admin, orderId, readers[wanted].id);
    },
    giveToNobody: (orderId) => void assignOrder(context, admin, orderId, null),
    async draft(orderId, name, notes) {
      const { reader, letter, cards } = work(orderId, name);
      await saveAsDraft(orderId, reader, { content: paragraphsOf(letter, 0, 3), cards });
      if (notes) await addNotes(orderId, reader, notes);
    },
    async redraft(orderId, name, addition) {
      const { reader, letter, cards } = work(orderId, name);
      const content = [paragraphsOf(letter, 0, -1), addition, paragraphsOf(letter, -1)].join('\n\n');
      await saveAsDraft(orderId, reader, { content, cards });
    },
    async write(orderId, name, { notes, missing } = {}) {
      const { reader, letter, cards } = work(orderId, name);
      const content = missing ? paragraphsOf(letter, 0, -missing) : letter;
      await submitReading(context, reader, { orderId, content, cards, internalNotes: notes ?? null });
    },
    async reject(orderId, feedback, comments = []) {
      const { id, content } = readingOf(orderId);
      const about = comments.map(([paragraph, text]) => ({ ...lastSentenceOf(content, paragraph), text }));
      await rejectReading(context, admin, id, feedback, { comments: about });
    },
    async shorten(orderId, paragraph) {
      const { id, content, revision } = readingOf(orderId);
      const paragraphs = content.split('\n\n');
      const shorter = paragraphs.toSpliced(paragraphs.length - paragraph, 1).join('\n\n');
      await editReading(context, admin, id, { content: shorter, revision });
    },
    async approve(orderId) {
      const { id, revision } = readingOf(orderId);
      await approveReading(context, admin, id, revision);
    },
    refund: async (orderId, cents) =>
      void (await refundOrder(context, admin, orderId, { amountCents: cents, refundedBeforeCents: null })),
    remove: (orderId) => deleteOrder(context, admin, orderId),
    tellAdmins: (orderId, text) => addNotes(orderId, readers[readerNameOf(orderId)], text),
    tellReader: (orderId, text) => addNotes(orderId, admin, text),
    noteCustomer: (orderId, text) => addCustomerNote(context, admin, orderId, text),
  };
}

/** @param paragraph counted from the end, from 1 */
function lastSentenceOf(content: string, paragraph: number): Passage {
  const paragraphs = content.split('\n\n');
  const to = paragraphs.slice(0, paragraphs.length - paragraph + 1).join('\n\n').length;
  const sentence =
    paragraphs
      .at(-paragraph)
      ?.match(/[^.?!]+[.?!]"?$/)?.[0]
      .trim() ?? '';
  return { from: to - sentence.length, to };
}
