import { useStore } from '@nanostores/react';
import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react';
import type { Fetched } from '../../lib/fetched.ts';
import type { Draft } from '../../lib/kept-text.ts';
import { createPendingAction, type OrderAction } from './asked-actions.ts';
import type { DeskBase } from './desk-base.ts';

export const DeskContext = createContext<DeskBase | null>(null);

/** Returns the desk of the surrounding dashboard. @throws outside of one */
export function useDeskBase(): DeskBase {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('useDeskBase needs a dashboard around it.');
  return desk;
}

/** Returns the desk's store made by `create`, the same one at each call. */
export const useDeskStore = <Store>(create: (desk: DeskBase) => Store): Store =>
  useDeskBase().storeOf(create);

/** Returns all offers, archived ones too, or an empty list if there is only one. */
export function useSeveralOffers() {
  const { data } = useStore(useDeskBase().offers.$state);
  return data && data.length > 1 ? data : [];
}

export const useDateFormats = () => useDeskBase().days;

/** Returns the name of the task that is running on a subject such as `order:o1`. */
export function useRunning(subject: string): string | undefined {
  return useStore(useDeskBase().work.$running)[subject];
}

/** Refetches the data each time the component mounts, unless a request is running. */
export function useRefreshOnMount({ $state, refresh }: Pick<Fetched<unknown>, '$state' | 'refresh'>): void {
  useEffect(() => {
    // A first request still under way is as fresh as it gets.
    if (!$state.get().loading) void refresh();
  }, [$state, refresh]);
}

/** Returns the data; while it is undefined, the last data seen. */
export function useLastData<T>(data: T | undefined): T | undefined {
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  return data ?? last;
}

/**
 * Returns the `typed` of a form (`useForm`), stored in a draft until it is sent. @param about stored with the
 * first change: the draft's subject, or the version the user saw
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

/** Returns the time in milliseconds since 1970, and rerenders at this interval. */
export function useNow(everyMs: number): number {
  const clock = useDeskBase().now;
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), everyMs);
    return () => clearInterval(timer);
  }, [clock, everyMs]);
  return now;
}

/** Returns the time in milliseconds since 1970, and rerenders every minute. */
export const useNowByMinute = () => useNow(60_000);

/** Whether a component belongs to the open order: while one is open, the desk below gets no actions. */
export const InOpenOrder = createContext(false);

/** Runs an action requested for this order (`createPendingAction`) once `actions` includes it. */
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
