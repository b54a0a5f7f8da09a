import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent } from 'react';
import type { OrderAction } from '../../client/orders/order-detail.ts';
import { useAdminDesk } from './desk-context.ts';

/** Calls `act` when an action on the open order is asked for: at once, or as soon as this component is there and ready. */
export function useOrderAction(action: OrderAction, act: () => void, isReady = true): void {
  const { detail } = useAdminDesk();
  const isAsked = useStore(detail.$action) === action && isReady;
  const carryOut = useEffectEvent(() => {
    // Another component may have carried it out.
    if (detail.$action.get() !== action) return;
    detail.takeAction();
    act();
  });
  useEffect(() => {
    if (isAsked) carryOut();
  }, [isAsked]);
}
