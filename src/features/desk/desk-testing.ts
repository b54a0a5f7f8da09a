import { vi } from 'vitest';
import { standardPurchase } from '../../../tests/kit/standard-purchase.ts';
import { api } from '../../lib/api.ts';
import type { DeviceStorage } from '../../lib/page-storage.ts';
import { createTestFetching, createTestQuery, fakeStorage, fakeToasts } from '../../lib/store-testing.ts';
import type { AddressBar } from '../../lib/url-state.ts';
import type { Today } from '../../shared/ops/today.ts';
import type { OrderMail } from '../../shared/orders/mails.ts';
import type { Order, OrderEvent, ReaderOrder } from '../../shared/orders/order-schema.ts';
import type { OrderReading, ReadingRevision } from '../../shared/readings/reading-schema.ts';
import { createDeskBase, type DeskDependencies } from './desk-base.ts';
import { createSession } from './session.ts';
import { createStaffApi, type StaffApi } from './staff-api.ts';

export function anOrder(changes: Partial<Order> = {}): Order {
  return {
    id: 'o1',
    orderNumber: 'CT-7K3M9Q',
    customerName: 'Ana Lima',
    customerEmail: 'ana@example.com',
    readingAddresseeName: 'Ana',
    createdAt: '2026-11-16T09:00:00.000Z',
    status: 'pending',
    paymentStatus: 'paid',
    amount: 60,
    refundedAmount: 0,
    refundingAmount: 0,
    dispute: null,
    hold: null,
    paidAt: '2026-11-16T09:00:00.000Z',
    deliveredAt: null,
    customQuestion: null,
    readingType: 'careerPath',
    backgroundContext: null,
    dueAt: '2026-11-19T09:00:00.000Z',
    waitsSince: null,
    assignedReader: { id: 'r1', username: 'reader1' },
    ...standardPurchase,
    ...changes,
  };
}

export function aReaderOrder(changes: Partial<ReaderOrder> = {}): ReaderOrder {
  const order = anOrder();
  return {
    ...order,
    status: 'pending',
    assignedAt: order.createdAt,
    submittedAt: null,
    feedback: null,
    customerAnswer: null,
    ...changes,
  };
}

export function aReading(changes: Partial<OrderReading> = {}): OrderReading {
  return {
    id: 'w1',
    orderId: 'o1',
    content: 'You will find your way.',
    cards: [],
    internalNotes: null,
    createdAt: '2026-11-17T09:00:00.000Z',
    submittedAt: '2026-11-17T09:00:00.000Z',
    revision: 1,
    lastFeedback: null,
    undoUntil: null,
    undoForMs: null,
    order: { ...anOrder(), reader: 'reader1' },
    feedback: null,
    comments: [],
    ...changes,
  };
}

/** Returns the reading of another order. */
export function aSecondReading(): OrderReading {
  const order = { ...aReading().order, orderNumber: 'CT-8A8A8A' };
  return aReading({ id: 'w2', orderId: 'o2', order });
}

export function aVersion(revision: number, content = ''): ReadingRevision {
  return { revision, content, cards: [], author: 'reader1', createdAt: '2026-11-17T09:00:00.000Z' };
}

export function aMail(changes: Partial<OrderMail> = {}): OrderMail {
  return {
    id: 1,
    kind: 'order_confirmation',
    to: 'ana@example.com',
    state: 'sent',
    attempts: 1,
    lastError: null,
    createdAt: '2026-11-16T09:00:00.000Z',
    nextAttemptAt: null,
    sentAt: '2026-11-16T09:00:01.000Z',
    ...changes,
  };
}

export function aToday(changes: Partial<Today> = {}): Today {
  const done = { orders: 0, delivered: 0 };
  return { alerts: [], orders: [], isMore: false, toReview: 0, done, next: null, ...changes };
}

export function anEvent(type: string, actor: string, data: OrderEvent['data'] = {}, id = 1): OrderEvent {
  return { id, type, actor, data, createdAt: '2026-11-17T09:00:00.000Z' };
}

export function fakeAddressBar(search = ''): AddressBar & { readonly history: string[] } {
  const history = [search];
  const listeners: (() => void)[] = [];
  return {
    history,
    read: () => history.at(-1) ?? '',
    replace: (next) => void history.splice(-1, 1, next),
    push: (next) => void history.push(next),
    back() {
      if (history.length > 1) history.pop();
      for (const listener of listeners) listener();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

export function deskDependencies(
  calls: Partial<StaffApi>,
  own: Partial<DeskDependencies> = {},
): DeskDependencies {
  const { toast } = fakeToasts();
  return {
    username: 'admin',
    role: 'admin',
    timeZone: 'America/New_York',
    session: createSession({ api, query: createTestQuery(), toast, navigate: () => undefined }),
    api: { ...createStaffApi(api), ...calls },
    fetching: createTestFetching(),
    storage: fakeStorage(),
    addressBar: fakeAddressBar(),
    toast,
    now: Date.now,
    ...own,
  };
}

/** Creates a desk of test doubles that records toasts and addresses. API calls missing in `calls` use the network. */
export function setUpDesk(
  calls: Partial<StaffApi>,
  { search = '', username = 'admin', storage = fakeStorage() as DeviceStorage, now = Date.now } = {},
) {
  const addressBar = fakeAddressBar(search);
  const toasts = fakeToasts();
  const own = { username, storage, addressBar, toast: toasts.toast, now };
  const desk = createDeskBase(deskDependencies(calls, own));
  const changed = vi.spyOn(desk.fetching, 'changed');
  return { desk, changed, toasts, addressBar };
}
