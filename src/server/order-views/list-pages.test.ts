import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderSorts, sortDirections } from '../../shared/orders/order-sorts.ts';
import { orderStatuses, paymentStatuses } from '../../shared/orders/order-status.ts';
import { foldText, searchWords } from '../../shared/orders/search-text.ts';
import { addReader } from '../../testing/builders.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { insertOrder, type NewOrder, updateOrderIf } from '../orders/order-repository.ts';
import type { OrderCursor, OrderListOptions } from './order-list-conditions.ts';
import { listOrders, type Reach } from './order-list-repository.ts';

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

const aList = fc.record({
  q: fc.constantFrom(
    undefined,
    undefined,
    'a',
    'N',
    'an',
    'ann',
    'ANNA',
    'änne',
    'zx',
    '%',
    '"n',
    'x.ex',
    '000',
    'bo X.EX',
    'anne a@',
    'n a an',
  ),
  sort: fc.constantFrom(...orderSorts),
  direction: fc.constantFrom(...sortDirections),
  status: fc.constantFrom(undefined, undefined, ...orderStatuses),
  payment: fc.constantFrom(undefined, 'all' as const, ...paymentStatuses),
  reader: fc.constantFrom(undefined, undefined, 'any', 'none', 'id-of-ada'),
  overdue: fc.constantFrom(undefined, undefined, 'true' as const),
  deleted: fc.constantFrom(undefined, undefined, 'true' as const),
  limit: fc.integer({ min: 1, max: 7 }),
});
type AList = Omit<OrderListOptions, 'now'>;

const reaches: fc.Arbitrary<Reach> = fc.record({
  few: fc.integer({ min: 1, max: 5 }),
  texts: fc.integer({ min: 1, max: 12 }),
  lookups: fc.integer({ min: 1, max: 12 }),
});

/** The list as it is meant. @returns sequence numbers */
function meant(orders: (AnOrder & { seq: number; orderNumber: string })[], list: AList): number[] {
  const words = searchWords(list.q ?? '');
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

test('all pages together are the list, in its order, none twice; a total is exact or not more than there are', {
  timeout: 60_000,
}, () => {
  const app = createTestApp();
  addReader(app, 'ada');
  addReader(app, 'ben');
  fc.assert(
    fc.property(
      fc.array(anOrder, { minLength: 10, maxLength: 40 }),
      aList,
      reaches,
      (fresh, wanted, reach) => {
        app.db.$client.exec('DELETE FROM orders');
        const stored = fresh.map((order, index) => {
          const orderNumber = `CT-${String(index).padStart(6, '0')}`;
          const placed: NewOrder = {
            ...order,
            id: `order-${index}`,
            orderNumber,
            // Placed under another name and state, so that the triggers have changes to follow.
            customerName: 'Anna before',
            status: 'pending',
            paymentStatus: 'unpaid',
            assignedReaderId: null,
            deletedAt: null,
            readingType: 'careerPath',
            readingAddresseeName: 'Maya',
            amountCents: 6000,
            createdAt: now + index,
          };
          const { seq } = insertOrder(app.db, placed);
          updateOrderIf(app.db, placed.id, {}, order);
          return { ...order, seq, orderNumber };
        });
        const list = { ...wanted, cursor: undefined, now };
        const expected = meant(stored, list);
        const seqs = new Map(stored.map(({ orderNumber, seq }) => [orderNumber, seq]));
        const listed: (number | undefined)[] = [];
        let cursor: OrderCursor | null = null;
        let calls = 0;
        do {
          const page = listOrders(app.db, list, cursor, reach);
          expect(page.rows.length).toBeLessThanOrEqual(list.limit);
          if (page.isTotalExact) expect(page.total).toBe(expected.length);
          else expect(page.total).toBeLessThanOrEqual(expected.length);
          listed.push(...page.rows.map(({ orderNumber }) => seqs.get(orderNumber)));
          cursor = page.next;
          calls += 1;
        } while (cursor && calls < 500);
        expect(listed).toEqual(expected);
      },
    ),
    { numRuns: 150 },
  );
});

test('within its reach a list has full pages and an exact total', () => {
  const app = createTestApp();
  for (let index = 0; index < 120; index++) {
    insertOrder(app.db, {
      id: `order-${index}`,
      orderNumber: `CT-${String(index).padStart(6, '0')}`,
      customerName: index % 2 ? 'Anna' : 'Bo',
      customerEmail: 'a@x.example',
      readingAddresseeName: 'Maya',
      readingType: 'careerPath',
      paymentStatus: 'paid',
      amountCents: 6000,
      createdAt: now + index,
    });
  }
  const list = { sort: 'customer', direction: 'asc', limit: 50, now } as const;
  for (const q of [undefined, 'a', 'an', 'anna', 'CT-0']) {
    const page = listOrders(app.db, { ...list, q }, null);
    const isAnna = q === 'an' || q === 'anna';
    expect([q, page.rows.length, page.total, page.isTotalExact]).toEqual([q, 50, isAnna ? 60 : 120, true]);
    expect(page.next).not.toBeNull();
  }
});
