import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { writeCards } from '../../client/cards/kept-cards.ts';
import type { FetchedState } from '../../client/fetched.ts';
import type { SaveState } from '../../client/writing/autosave.ts';
import type { OrderToWrite, WritingStore } from '../../client/writing/writing.ts';
import type { OrderReading } from '../../shared/readings/readings.ts';
import { useRunning } from '../desk/desk-hooks.ts';

const $noReading = atom<FetchedState<OrderReading>>({ loading: false });
const $untouched = atom<SaveState>({ name: 'untouched' });

export type Writing = ReturnType<typeof useWriting>;

/** The draft for an order. A rejected reading starts from its last text. */
export function useWriting(store: WritingStore, order: OrderToWrite | null, isOrderLoading = false) {
  const isRejected = order?.status === 'rejected';
  const typed = useStore(store.draftOf(order?.id ?? '').$fields);
  const { data, loading } = useStore(isRejected ? store.readingOf(order.id).$state : $noReading);
  const saveState = useStore(order ? store.autosaveOf(order.id).$state : $untouched);
  const running = useRunning(store.work, `order:${order?.id}`);
  const rejected = (isRejected && data) || null;
  const isTextLoading = saveState.name === 'loading' || (loading && !rejected);
  const start = {
    content: rejected?.content ?? '',
    ...(rejected && { cards: writeCards(rejected.cards) }),
  };
  return {
    order,
    fields: { ...start, ...typed },
    rejected,
    running,
    isSubmitting: running === 'submit',
    isLoading: isOrderLoading || (!typed && isTextLoading),
  };
}
