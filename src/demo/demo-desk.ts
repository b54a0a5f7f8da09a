import { changeAccount } from '../server/admin/change-account.ts';
import { addCustomerNote } from '../server/admin/customers.ts';
import { deleteOrder } from '../server/admin/delete-order.ts';
import type { Context, SignedIn } from '../server/base/context.ts';
import { assignOrder } from '../server/orders/assign-orders.ts';
import { readOrder } from '../server/orders/find-order.ts';
import { refundOrder } from '../server/payments/refund-order.ts';
import { findUserByName } from '../server/people/people-repository.ts';
import { readDraft, saveDraft } from '../server/readings/drafts.ts';
import { readOrderReading } from '../server/readings/find-reading.ts';
import { approveReading, rejectReading } from '../server/readings/review-reading.ts';
import {
  editReading,
  readInternalNotes,
  saveInternalNotes,
  submitReading,
} from '../server/readings/write-reading.ts';
import { changePrice, createOffer } from '../server/shop/manage-offers.ts';
import { createOfferSchema } from '../shared/offers/offer-schema.ts';
import type { Passage } from '../shared/readings/comment-schema.ts';
import { cardsIn, letterWriter, paragraphsOf, type ReaderName, readLetter } from './sample-shop/letters.ts';
import type { CustomerName } from './sample-shop/sample-customers.ts';
import { sampleOffers } from './sample-shop/sample-offers.ts';

export type Desk = ReturnType<typeof createDesk>;

/**
 * Returns what the demo's admin and readers do, by the service's own verbs. Throws unless their accounts exist.
 * @param isSolo whether the admin writes all readings
 */
export function createDesk(context: Context, isSolo = false) {
  const person = (name: string): SignedIn => {
    const user = findUserByName(context.db, name);
    if (!user) throw new Error(`There is no account called ${name}.`);
    return user;
  };
  const admin = person('admin');
  const readers: Record<ReaderName, SignedIn> = {
    reader1: isSolo ? admin : person('reader1'),
    reader2: isSolo ? admin : person('reader2'),
  };

  const readerNameOf = (orderId: string): ReaderName =>
    readOrder(context, orderId).assignedReader?.username === 'reader2' ? 'reader2' : 'reader1';

  function work(orderId: string, name: CustomerName) {
    const letter = readLetter(name);
    return { reader: readers[readerNameOf(orderId)], letter, cards: cardsIn(letter, name) };
  }

  const readingOf = (orderId: string) => readOrderReading(context, admin, orderId);

  async function saveAsDraft(orderId: string, name: CustomerName, contentOf: (letter: string) => string) {
    const { reader, letter, cards } = work(orderId, name);
    const version = readDraft(context, reader, orderId)?.version ?? 0;
    await saveDraft(context, reader, orderId, { content: contentOf(letter), cards, version });
    return reader;
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
    setPrice: (price: number) => changePrice(context, admin, price),
    async addOffers(): Promise<void> {
      for (const offer of Object.values(sampleOffers)) {
        await createOffer(context, admin, createOfferSchema.parse(offer));
      }
    },
    async introduceReaders() {
      await changeAccount(context, readers.reader1, readers.reader1.id, {
        displayName: 'Elena Marsh',
        readingSince: 2009,
        signature: 'Elena',
      });
      if (isSolo) return;
      await changeAccount(context, readers.reader2, readers.reader2.id, {
        displayName: 'Thomas Reyes',
        readingSince: 2016,
        signature: null,
      });
    },
    async handOut(orderId: string, name: CustomerName) {
      const wanted = letterWriter(name);
      if (!wanted || readOrder(context, orderId).assignedReader?.username === readers[wanted].username)
        return;
      await assignOrder(context, admin, orderId, readers[wanted].id);
    },
    giveToNobody: (orderId: string) => void assignOrder(context, admin, orderId, null),
    async draft(orderId: string, name: CustomerName, notes?: string) {
      const reader = await saveAsDraft(orderId, name, (letter) => paragraphsOf(letter, 0, 3));
      if (notes) await addNotes(orderId, reader, notes);
    },
    async redraft(orderId: string, name: CustomerName, addition: string) {
      await saveAsDraft(orderId, name, (letter) =>
        [paragraphsOf(letter, 0, -1), addition, paragraphsOf(letter, -1)].join('\n\n'),
      );
    },
    /** @param options.missing how many of the last paragraphs are left out */
    async write(
      orderId: string,
      name: CustomerName,
      { notes, missing }: { notes?: string; missing?: number } = {},
    ) {
      const { reader, letter, cards } = work(orderId, name);
      const content = missing ? paragraphsOf(letter, 0, -missing) : letter;
      await submitReading(context, reader, { orderId, content, cards, internalNotes: notes ?? null });
    },
    /** @param comments each on the last sentence of a paragraph, counted from the end */
    async reject(orderId: string, feedback: string, comments: [paragraph: number, text: string][]) {
      const { id, content } = readingOf(orderId);
      const about = comments.map(([paragraph, text]) => ({ ...lastSentenceOf(content, paragraph), text }));
      await rejectReading(context, admin, id, feedback, { comments: about });
    },
    async shorten(orderId: string, paragraph: number) {
      const { id, content, revision } = readingOf(orderId);
      const paragraphs = content.split('\n\n');
      const shorter = paragraphs.toSpliced(paragraphs.length - paragraph, 1).join('\n\n');
      await editReading(context, admin, id, { content: shorter, revision });
    },
    async approve(orderId: string) {
      const { id, revision } = readingOf(orderId);
      await approveReading(context, admin, id, revision);
    },
    /** @param amount dollars; everything by default */
    refund: async (orderId: string, amount?: number) =>
      void (await refundOrder(context, admin, orderId, { amount })),
    remove: (orderId: string) => deleteOrder(context, admin, orderId),
    tellAdmins: (orderId: string, text: string) =>
      isSolo ? undefined : addNotes(orderId, readers[readerNameOf(orderId)], text),
    tellReader: (orderId: string, text: string) => (isSolo ? undefined : addNotes(orderId, admin, text)),
    noteCustomer: async (orderId: string, text: string) => {
      await addCustomerNote(context, admin, orderId, text);
    },
  };
}

function lastSentenceOf(content: string, paragraph: number): Passage {
  const paragraphs = content.split('\n\n');
  const to = paragraphs.slice(0, paragraphs.length - paragraph + 1).join('\n\n').length;
  const [sentence = ''] = /[^.?!]+[.?!]"?$/.exec(paragraphs.at(-paragraph) ?? '') ?? [];
  return { from: to - sentence.trim().length, to };
}
