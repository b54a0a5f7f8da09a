import { atom, type ReadableAtom } from 'nanostores';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import type { Draft, Drafts } from '../desk/draft.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import type { Work } from '../desk/work.ts';
import { isBlank, isSameText, neverSaved, textOf, type WritingDraft } from './autosave.ts';

/**
 * An order that was taken from its reader, or that needs no reading any more, with the text that the reader had written
 * here, possibly empty. `why` is a sentence, `takenAt` ISO 8601.
 */
export type TakenOrder = WritingDraft & {
  /** Notes that were not saved. */
  internalNotes: string;
  orderId: string;
  orderNumber: string;
  why: string;
  /** Whether a reading of it was handed in, with another text. */
  isHandedIn: '' | 'yes';
  takenAt: string;
};

/** The orders that were taken away while their reader was at them, until that was noticed; also over reloads. */
export interface TakenOrders {
  /** The last one first. */
  readonly $taken: ReadableAtom<TakenOrder[]>;
  /**
   * Keeps what was written for an order out of the form, and tells of it.
   * @param how.why a sentence, where the server gave one
   * @param how.notes what was noted and not saved
   * @param how.isOpen whether it is told also when nothing was written
   * @param how.isHandedIn whether it is theirs still, and there is a reading of it that came from elsewhere
   */
  take(
    order: ReaderOrder,
    how: { why: string | null; notes: string; isOpen: boolean; isHandedIn: boolean },
  ): void;
  /** What was written for these goes on where it was left, unless there is another text by now: then it stays kept. */
  giveBack(orderIds: ReadonlySet<string>): void;
  forget(notice: TakenOrder): void;
}

const prefix = 'kept/';

/** @param dependencies.now milliseconds since 1970 */
export function createTakenOrders(dependencies: {
  drafts: Drafts;
  draftOf: (orderId: string) => Draft<WritingDraft>;
  api: Pick<StaffApi, 'orderReading'>;
  work: Work;
  now: () => number;
}): TakenOrders {
  const { drafts, draftOf, api, work, now } = dependencies;
  // Each is kept by itself: two windows can lose an order each, or different texts for the same one.
  const keptAs = ({ orderId, content, cards = '', internalNotes }: TakenOrder) =>
    drafts.of<TakenOrder>(`${prefix}${orderId}/${fingerprint(`${content}\n${cards}\n${internalNotes}`)}`);
  const kept = drafts.under<TakenOrder>(prefix).flatMap(({ $fields }) => $fields.get() ?? []);
  const $taken = atom(kept.sort((a, b) => b.takenAt.localeCompare(a.takenAt)));
  const others = (notice: TakenOrder) => $taken.get().filter((other) => keptAs(other) !== keptAs(notice));

  function forget(notice: TakenOrder): void {
    keptAs(notice).clear();
    $taken.set(others(notice));
  }

  function tell(notice: TakenOrder): void {
    $taken.set([notice, ...others(notice)]);
  }

  /** What another window of theirs has handed in as it stood here is no text to be kept. */
  async function tellIfOther(notice: TakenOrder): Promise<void> {
    const mine = { content: notice.content.trim(), cards: notice.cards };
    const reading = await work.watch(api.orderReading(notice.orderId)).catch(() => null);
    if (reading && isSameText(textOf(reading), mine)) forget(notice);
    else tell(notice);
  }

  return {
    $taken,
    take({ id: orderId, orderNumber }, { why, notes, isOpen, isHandedIn }) {
      const draft = draftOf(orderId);
      const typed = draft.$fields.get() ?? neverSaved({ content: '' });
      draft.clear();
      // Of one that is theirs still the notes can be saved.
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
      keptAs(notice).write(notice);
      if (isHandedIn) void tellIfOther(notice);
      else tell(notice);
    },
    giveBack(orderIds) {
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

const handedInElsewhere = 'The reading of this order has been handed in from elsewhere.';
const notTheirs = 'This order is no longer assigned to you.';

/** @returns a short name for a text: two windows that lose the same one keep it once */
function fingerprint(text: string): string {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (Math.imul(sum, 31) + text.charCodeAt(index)) | 0;
  return (sum >>> 0).toString(36);
}
