import { atom } from 'nanostores';
import type { Draft } from '../../lib/kept-text.ts';
import type { ReaderOrder } from '../../shared/orders/order-schema.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import { isBlank, isSameText, newWritingDraft, textOf, type WritingDraft } from './autosave.ts';

/** An order taken from the reader, or submitted in another window, with the text typed here, which may be empty. */
export type TakenOrder = WritingDraft & {
  internalNotes: string;
  orderId: string;
  orderNumber: string;
  why: string;
  /** Whether its reading was submitted with a different text. */
  isHandedIn: '' | 'yes';
  /** ISO 8601 */
  takenAt: string;
};

const prefix = 'kept/';
const handedInElsewhere = 'The reading for this order was submitted in another window or on another device.';
const notTheirs = 'This order is no longer assigned to you.';

/** Creates the store of orders taken from the reader. It keeps their unsent texts on the device for 30 days. */
export function createTakenOrders(
  { drafts, api, work, now }: DeskBase,
  draftOf: (orderId: string) => Draft<WritingDraft>,
) {
  // Keyed by text: two windows can lose different texts of the same order.
  const draftOfTaken = ({ orderId, content, cards = '', internalNotes }: TakenOrder) =>
    drafts.of<TakenOrder>(`${prefix}${orderId}/${hashOf(`${content}\n${cards}\n${internalNotes}`)}`);
  const $taken = atom(drafts.under<TakenOrder>(prefix).flatMap(({ $fields }) => $fields.get() ?? []));
  const others = (notice: TakenOrder) =>
    $taken.get().filter((other) => draftOfTaken(other) !== draftOfTaken(notice));

  function forget(notice: TakenOrder): void {
    draftOfTaken(notice).clear();
    $taken.set(others(notice));
  }

  /** Returns whether the text was submitted exactly as it is here, so that it needs no notice. */
  async function isSubmitted({ orderId, content, cards }: TakenOrder): Promise<boolean> {
    const reading = await work.watch(api.orderReading(orderId)).catch(() => null);
    return reading !== null && isSameText(textOf(reading), { content: content.trim(), cards });
  }

  return {
    $taken,
    /** @param how.isOpen whether the order is on screen, which adds a notice even without a text */
    async take(
      { id: orderId, orderNumber }: ReaderOrder,
      how: { why: string | null; notes: string; isOpen: boolean; isHandedIn: boolean },
    ): Promise<void> {
      const { why, notes, isOpen, isHandedIn } = how;
      const draft = draftOf(orderId);
      const typed = draft.$fields.get() ?? newWritingDraft({ content: '' });
      draft.clear();
      // Notes of an order that is still theirs can be saved.
      const internalNotes = isHandedIn ? '' : notes;
      if (isBlank(typed) && !internalNotes && (isHandedIn || !isOpen)) return;
      const notice: TakenOrder = {
        ...typed,
        internalNotes,
        orderId,
        orderNumber,
        why: why ?? (isHandedIn ? handedInElsewhere : notTheirs),
        isHandedIn: isHandedIn ? 'yes' : '',
        takenAt: new Date(now()).toISOString(),
      };
      draftOfTaken(notice).write(notice);
      if (isHandedIn && (await isSubmitted(notice))) forget(notice);
      else $taken.set([notice, ...others(notice)]);
    },
    /** Restores the drafts of orders that came back; if there is another text by now, the notice stays. */
    restore(orderIds: ReadonlySet<string>): void {
      for (const notice of $taken.get()) {
        const { orderId, content, cards, version, isSaved } = notice;
        if (!orderIds.has(orderId)) continue;
        if (!isBlank(notice)) {
          const draft = draftOf(orderId);
          const typed = draft.$fields.get();
          if (notice.isHandedIn || (typed && !isBlank(typed))) continue;
          draft.write({ content, cards, version, isSaved });
        }
        forget(notice);
      }
    },
    forget,
  };
}

/** Returns the same hash for the same text, so that two windows that lose it store it once. */
function hashOf(text: string): string {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return (hash >>> 0).toString(36);
}
