import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeNow } from '../../../db/client.ts';
import { addReader, paidOrder, storeOrders } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import {
  orderSorts,
  orderStatuses,
  paymentStatuses,
  sortDirections,
} from '../../shared/orders/order-status.ts';
import { foldSearchWords } from '../../shared/orders/search-text.ts';
import { foldText } from '../../shared/text.ts';
import { listOrders, type OrderCursor, type OrderListOptions } from './order-list-repository.ts';
import { updateOrderIf } from './order-repository.ts';

/* However a list is found, page for page it is what reading all orders one by one would give. */

const now = Date.parse('2026-11-20T09:00:00Z');
const reader = fc.constantFrom('id-of-ada', 'id-of-ben', null);
const anOrder = fc.record({
  customerName: fc.constantFrom('Anna', 'anna', 'Ann', 'ÄNNE', 'änne', 'Bo', 'bob', 'Zx 100%', 'A_"n'),
  customerEmail: fc.constantFrom('a@x.example', 'anna@y.example', 'b_o@x.example'),
  status: fc.constantFrom(...orderStatuses),
  paymentStatus: fc.constantFrom(...paymentStatuses),
  assignedReaderId: reader,
  dueAt: fc.constantFrom(null, now - 1, now, now + 1),
  deletedAt: fc.constantFrom(null, null, null, 1),
});
type AnOrder = typeof anOrder extends fc.Arbitrary<infer T> ? T : never;

const parts = ['a', 'N', 'an', 'ann', 'ANNA', 'änne', 'zx', '%', '"n', 'x.ex', '000'];
const words = ['bo X.EX', 'anne a@', 'n a an'];
const aList = fc.record({
  q: fc.constantFrom(undefined, undefined, ...parts, ...words),
  sort: fc.constantFrom(...orderSorts),
  direction: fc.constantFrom(...sortDirections),
  status: fc.constantFrom(undefined, undefined, ...orderStatuses),
  payment: fc.constantFrom(undefined, 'all' as const, ...paymentStatuses),
  reader: fc.constantFrom(undefined, undefined, 'any', 'none', 'id-of-ada'),
  overdue: fc.constantFrom(undefined, undefined, 'true' as const),
  deleted: fc.constantFrom(undefined, undefined, 'true' as const),
  within: fc.option(
    fc.record({ from: fc.integer({ min: -1, max: 30 }), to: fc.integer({ min: 0, max: 45 }) }),
    { nil: undefined },
  ),
  limit: fc.integer({ min: 1, max: 7 }),
});
type AList = Omit<OrderListOptions, 'now'>;

const reaches = fc.record({
  few: fc.integer({ min: 1, max: 5 }),
  window: fc.integer({ min: 3, max: 12 }),
});

type Stored = AnOrder & { seq: number; orderNumber: string; createdAt: number };

/** The list as it is meant. @returns sequence numbers */
function meant(orders: Stored[], list: AList): number[] {
  const words = foldSearchWords(list.q ?? '');
  const isWanted = (order: (typeof orders)[number]) => {
    const texts = [order.customerName, order.customerEmail, order.orderNumber];
    const isOpen = order.status !== 'approved' && /^(paid|partially_refunded)$/.test(order.paymentStatus);
    const isPayment =
      list.payment === undefined
        ? order.paymentStatus !== 'unpaid'
        : list.payment === 'all' || order.paymentStatus === list.payment;
    return (
      (order.deletedAt !== null) === (list.deleted === 'true') &&
      isPayment &&
      (!list.status || order.status === list.status) &&
      (list.reader !== 'any' || order.assignedReaderId !== null) &&
      (list.reader !== 'none' || order.assignedReaderId === null) &&
      (list.reader !== 'id-of-ada' || order.assignedReaderId === 'id-of-ada') &&
      (!list.within || (order.createdAt >= list.within.from && order.createdAt < list.within.to)) &&
      (!list.overdue || (isOpen && order.dueAt !== null && order.dueAt < now)) &&
      words.every((word) => texts.some((text) => foldText(text).includes(word)))
    );
  };
  const key = (order: AnOrder) => {
    if (list.sort === 'date') return '';
    return list.sort === 'status'
      ? order.status
      : order.customerName.replace(/[A-Z]/g, (c) => c.toLowerCase());
  };
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = orders.filter(isWanted).sort((a, b) => compare(key(a), key(b)) || a.seq - b.seq);
  if (list.direction === 'desc') sorted.reverse();
  return sorted.map(({ seq }) => seq);
}

test('pages through every list completely, in order and without repeats', {
  timeout: 60_000,
}, () => {
  const app = createTestApp();
  addReader(app, 'ada');
  addReader(app, 'ben');
  fc.assert(
    fc.property(
      fc.array(anOrder, { minLength: 10, maxLength: 45 }),
      aList,
      reaches,
      (fresh, wanted, reach) => {
        app.db.$client.exec('DELETE FROM orders');
        const placed = fresh.map((order, index) => ({
          ...order,
          ...paidOrder(index),
          // Placed under another name and state, so that the triggers have changes to follow.
          customerName: 'Anna before',
          status: 'pending' as const,
          paymentStatus: 'unpaid' as const,
          assignedReaderId: null,
          deletedAt: null,
          // Some at the same moment.
          createdAt: now + Math.floor(index / 2),
        }));
        const kept = [...storeOrders(app, placed.slice(0, 20)), ...storeOrders(app, placed.slice(20))];
        const stored = kept.flatMap(({ id, seq, orderNumber, createdAt }, index) => {
          const order = fresh[index];
          if (!order) return [];
          writeNow(app.db, (tx) => updateOrderIf(tx, id, {}, order));
          return [{ ...order, seq, orderNumber, createdAt }];
        });
        const within = wanted.within && { from: now + wanted.within.from, to: now + wanted.within.to };
        const list = { ...wanted, within, cursor: undefined, now };
        const expected = meant(stored, list);
        const seqs = new Map(stored.map(({ orderNumber, seq }) => [orderNumber, seq]));
        const listed: (number | undefined)[] = [];
        let cursor: OrderCursor | null = null;
        let calls = 0;
        do {
          const page = listOrders(app.db, list, cursor, reach);
          expect(page.rows.length).toBeLessThanOrEqual(list.limit);
          expect([expected.length, null]).toContain(page.total);
          listed.push(...page.rows.map(({ orderNumber }) => seqs.get(orderNumber)));
          cursor = page.next;
          calls += 1;
        } while (cursor && calls < 500);
        expect(listed).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

/** Orders of which each is a millisecond younger than the one before. */
function paidOrders(count: number, nameOf: (index: number) => string = () => 'Anna') {
  const numbers = [...Array(count).keys()];
  return numbers.map((i) => paidOrder(i, { customerName: nameOf(i), createdAt: now + i }));
}

test('fills each page and counts every match in short lists', () => {
  const app = createTestApp();
  const orders = paidOrders(120, (index) => (index % 2 ? 'Anna' : 'Bo'));
  storeOrders(app, orders);
  const list = { sort: 'customer', direction: 'asc', limit: 50, now } as const;
  for (const q of [undefined, 'a', 'an', 'anna', 'CT-0']) {
    const page = listOrders(app.db, { ...list, q }, null);
    const isAnna = q === 'an' || q === 'anna';
    expect([q, page.rows.length, page.total]).toEqual([q, 50, isAnna ? 60 : 120]);
    expect(page.next).not.toBeNull();
  }
});

test('fills each page even for days long ago', () => {
  const app = createTestApp();
  storeOrders(app, paidOrders(200));
  const reach = { few: 10, window: 10 };
  for (const direction of sortDirections) {
    for (const q of [undefined, 'anna']) {
      const within = { from: now + 90, to: now + 115 };
      const list = { q, sort: 'date', direction, limit: 8, now, within } as const;
      const lengths: number[] = [];
      let cursor: OrderCursor | null = null;
      do {
        const page = listOrders(app.db, list, cursor, reach);
        lengths.push(page.rows.length);
        cursor = page.next;
      } while (cursor);
      expect([direction, q, lengths]).toEqual([direction, q, [8, 8, 8, 1]]);
    }
  }
});
