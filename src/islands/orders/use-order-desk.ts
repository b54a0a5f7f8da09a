import { createOrderDesk } from '../../client/orders/order-desk.ts';
import { useDeskBase } from '../desk/desk-hooks.ts';

export const useOrderDesk = () => useDeskBase().storeOf(createOrderDesk);
