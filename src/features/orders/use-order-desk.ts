import { useDeskBase } from '../desk/desk-hooks.ts';
import { createOrderDesk } from './order-desk.ts';

export const useOrderDesk = () => useDeskBase().storeOf(createOrderDesk);
