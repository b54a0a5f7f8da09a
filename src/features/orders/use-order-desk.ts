import { useStore } from '@nanostores/react';
import { useDeskBase } from '../desk/desk-hooks.ts';
import { createOrderDesk } from './order-desk.ts';

export const useOrderDesk = () => useDeskBase().storeOf(createOrderDesk);

/** Returns the shop's offers, archived ones too; none in a shop that has only ever had one. */
export function useSeveralOffers() {
  const { data } = useStore(useDeskBase().offers.$state);
  return data && data.length > 1 ? data : [];
}
