import { useStore } from '@nanostores/react';
import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react';
import type { Fetched } from '../../lib/fetched.ts';
import type { Draft } from '../../lib/kept-text.ts';
import { createPendingAction, type OrderAction } from './asked-actions.ts';
import type { DeskBase } from './desk-base.ts';

export const DeskContext = createContext<DeskBase | null>(null);

/** Returns the desk of the surrounding dashboard. @throws if there is none */
export function useDeskBase(): DeskBase {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('useDeskBase needs a dashboard around it.');
  return desk;
}

/** Returns a store of the desk: the same one for the same `create`. */
export const useDeskStore = <Store>(create: (desk: DeskBase) => Store): Store =>
  useDeskBase().storeOf(create);

/** Returns the shop's offers, archived ones too; empty in a shop that has only ever had one. */
export function useSeveralOffers() {
  const { data } = useStore(useDeskBase().offers.$state);
  return data && data.length > 1 ? data : [];
}

export const useDateFormats = () => useDeskBase().days;

/** Returns the name of the task running on a subject (`order:o1`); undefined if none is. */
export function useRunning(subject: string): string | undefined {
  return useStore(useDeskBase().work.$running)[subject];
}

/** Fetches again what was fetched before, each time the component is mounted. */
export function useRefreshOnMount({ $state, refresh }: Pick<Fetched<unknown>, '$state' | 'refresh'>): void {
  useEffect(() => {
    // A first request still under way is as fresh as it gets.
    if (!$state.get().loading) void refresh();
  }, [$state, refresh]);
}

/** Returns the data, or the previous data until the next has arrived. */
export function useLastData<T>(data: T | undefined): T | undefined {
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  return data ?? last;
}

/**
 * Returns the `typed` of a form (`useForm`) that is stored in a draft until it is sent. @param about stored
 * with it as of the start of typing: what the draft is about, or the version the user saw
 */
export function useDraft<Fields extends object>(draft: Draft<Fields>, about: Partial<Fields> = {}) {
  const part = (fields: Fields | null, isAbout: boolean) =>
    Object.fromEntries(
      Object.entries(fields ?? {}).filter(([name]) => name in about === isAbout),
    ) as Partial<Fields>;
  const typed = part(useStore(draft.$fields), false);
  function update(change: (before: Partial<Fields>) => Partial<Fields>): void {
    const before = draft.$fields.get();
    const next = change(part(before, false));
    if (Object.keys(next).length === 0) draft.clear();
    else draft.write({ ...about, ...part(before, true), ...next } as Fields);
  }
  return [typed, update] as [Partial<Fields>, typeof update];
}

/** Returns the time in milliseconds since 1970, updated every so many milliseconds. */
export function useNow(everyMs: number): number {
  const clock = useDeskBase().now;
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), everyMs);
    return () => clearInterval(timer);
  }, [clock, everyMs]);
  return now;
}

/** Returns the time in milliseconds since 1970, updated every minute. */
export const useNowByMinute = () => useNow(60_000);

/** Whether a component belongs to the open order: while one is open, the desk below gets no actions. */
export const InOpenOrder = createContext(false);

/** Carries out the actions requested for an order or its reading, as soon as this component can. */
export function useOrderActions(orderId: string, actions: Partial<Record<OrderAction, () => void>>): void {
  const { storeOf, url } = useDeskBase();
  const { $asked } = storeOf(createPendingAction);
  const isInOpenOrder = useContext(InOpenOrder);
  const names = Object.keys(actions).join();
  const carryOut = useEffectEvent(() => {
    const asked = $asked.get();
    const act = asked && (asked.orderId ?? orderId) === orderId && actions[asked.action];
    if (!act || isInOpenOrder !== Boolean(url.$parameters.get().order)) return;
    $asked.set(null);
    act();
  });
  useEffect(() => (names ? $asked.subscribe(() => carryOut()) : undefined), [$asked, names]);
}
