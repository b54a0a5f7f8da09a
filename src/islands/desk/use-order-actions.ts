import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import type { OrderAction } from '../../client/orders/order-detail.ts';
import { useAdminDesk } from './desk-hooks.ts';

/** Whether a component belongs to the open order: while there is one, nothing is asked of the desk below it. */
export const InOpenOrder = createContext(false);

/** Carries out what is asked for an order or its reading: at once, or as soon as this component is there and can. */
export function useOrderActions(orderId: string, actions: Partial<Record<OrderAction, () => void>>): void {
  const { $asked, $openId } = useAdminDesk().detail;
  const isInOpenOrder = useContext(InOpenOrder);
  const names = Object.keys(actions).join();
  const carryOut = useEffectEvent(() => {
    const asked = $asked.get();
    const act = asked && (asked.orderId ?? orderId) === orderId && actions[asked.action];
    if (!act || isInOpenOrder !== ($openId.get() !== null)) return;
    $asked.set(null);
    act();
  });
  useEffect(() => (names ? $asked.subscribe(() => carryOut()) : undefined), [$asked, names]);
}
