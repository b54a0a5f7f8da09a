import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { writeCards } from '../../client/cards/kept-cards.ts';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import type { FetchedState } from '../../client/fetched.ts';
import type { ReadingDraft } from '../../client/readings/readings.ts';
import type { SaveState } from '../../client/writing/autosave.ts';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import type { OrderReading } from '../../shared/readings/readings.ts';
import { useRunning } from '../desk/use-running.ts';

const $noReading = atom<FetchedState<OrderReading>>({ loading: false });
const $untouched = atom<SaveState>({ name: 'untouched' });

export interface Writing {
  /** Null before one is chosen. */
  order: ReaderOrder | null;
  fields: ReadingDraft;
  /** What was handed in and came back. */
  rejected: OrderReading | null;
  isSubmitting: boolean;
  /** Whether the text is still on its way here. */
  isLoading: boolean;
}

/** What is being written for the order that is chosen. A rejected reading starts from its last text. */
export function useWriting(desk: ReaderDesk): Writing {
  const order = useStore(desk.$selected);
  const { error } = useStore(desk.orders.$state);
  const isNamed = useStore(desk.$named) !== '';
  // What is typed until then would belong to no order, be gone from sight when one is there, and go into another one.
  const isOrderOnItsWay = useStore(desk.$orders) === null && (isNamed || !error);
  const isRejected = order?.status === 'rejected';
  const typed = useStore(desk.draftOf(order?.id ?? '').$fields);
  const { data, loading } = useStore(isRejected ? desk.readingOf(order.id).$state : $noReading);
  const saveState = useStore(order ? desk.autosaveOf(order.id).$state : $untouched);
  const rejected = (isRejected && data) || null;
  const isOnItsWay = saveState.name === 'loading' || (loading && !rejected);
  const start = {
    content: rejected?.content ?? '',
    internalNotes: rejected?.internalNotes ?? '',
    ...(rejected && { cards: writeCards(rejected.cards) }),
  };
  return {
    order,
    fields: { ...start, ...typed },
    rejected,
    isSubmitting: useRunning(desk.work, 'submission') !== undefined,
    isLoading: isOrderOnItsWay || (!typed && isOnItsWay),
  };
}
