import { readFileSync } from 'node:fs';
import { day } from '../../tailwind.config.mjs';
import { changeAccount } from '../server/admin/change-account.ts';
import { addCustomerNote } from '../server/admin/customers.ts';
import { deleteOrder } from '../server/admin/delete-order.ts';
import { publishFeedback } from '../server/aftercare/customer-feedback.ts';
import { readAftercare } from '../server/aftercare/read-aftercare.ts';
import type { Context, SignedIn } from '../server/base/context.ts';
import { drawPicture } from '../server/base/render-picture.ts';
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
import type { AccountChange } from '../shared/people/account-schema.ts';
import type { Passage } from '../shared/readings/comment-schema.ts';
import { cardsIn, letterWriter, paragraphsOf, type ReaderName, readLetter } from './sample-shop/letters.ts';
import type { CustomerName } from './sample-shop/sample-customers.ts';
import { sampleOffers } from './sample-shop/sample-offers.ts';

export type Desk = ReturnType<typeof createDesk>;

/**
 * Returns the actions of the demo's admin and readers, which call the service's own verbs. Throws if an account
 * is missing. @param isSolo whether the admin writes all readings
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

  async function introduce(name: ReaderName, displayName: string, profile: AccountChange): Promise<void> {
    const portrait = await drawPicture(await drawPortrait(name), 'portrait');
    const account = { ...profile, displayName, portrait: { alt: `Portrait of ${displayName}` } };
    await changeAccount(context, readers[name], readers[name].id, account, portrait);
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
      await introduce('reader1', 'Elena Marsh', {
        readingSince: 2009,
        signature: 'Elena',
        about:
          'I spent fourteen years in human resources and read for friends before I read for anyone else. I’ll tell you what I see, and I’ll say so when I don’t see it.',
      });
      if (isSolo) return;
      await introduce('reader2', 'Thomas Reyes', {
        readingSince: 2016,
        about:
          'I was a site engineer until I was forty, so I know about changing course. I like plain questions, and I try to give plain answers.',
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
    /** @param options.missing how many of the last paragraphs to leave out */
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
    async publishFeedback(orderId: string) {
      const { givenAt = '' } = readAftercare(context, orderId).feedback ?? {};
      await publishFeedback(context, admin, orderId, { isPublished: true, givenAt });
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

/** Returns a portrait as the PNG file that a reader would upload. */
async function drawPortrait(name: ReaderName): Promise<File> {
  const { default: sharp } = await import('sharp');
  const file = new URL(`./sample-shop/portraits/${name}.svg`, import.meta.url);
  const drawing = readFileSync(file, 'utf8').replaceAll(
    /theme\(([\w-]+)\)/g,
    (_, token: keyof typeof day) => day[token],
  );
  return new File([new Uint8Array(await sharp(Buffer.from(drawing)).png().toBuffer())], `${name}.png`);
}
