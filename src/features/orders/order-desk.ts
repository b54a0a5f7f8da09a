import type { DeskBase } from '../desk/desk-base.ts';
import { createReaders } from '../people/reader-choice.ts';
import { createReadingDesk } from '../readings/reading-store.ts';
import { createWriting } from '../writing/writing.ts';
import { createOrderActions } from './order-actions.ts';
import { createOrderDetail } from './order-detail.ts';
import { createOrderList } from './order-list-store.ts';
import { createOrderSelection } from './selection.ts';

/** Creates the admin's stores of orders (list, open order, selection, writing) and actions. Fetches the list. */
export function createOrderDesk(desk: DeskBase) {
  const orders = createOrderList(desk);
  const detail = createOrderDetail(desk, orders);
  return {
    ...desk.storeOf(createReadingDesk),
    orders,
    detail,
    orderActions: createOrderActions(desk, detail),
    selection: createOrderSelection(desk, orders),
    writing: createWriting(desk, { writer: 'admin' }),
    readers: desk.storeOf(createReaders),
  };
}
