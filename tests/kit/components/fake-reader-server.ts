import { aReaderOrder, aReading } from '../../../src/features/desk/desk-testing.ts';
import type { StaffApi } from '../../../src/features/desk/staff-api.ts';
import type { ReaderOrder } from '../../../src/shared/orders/order-schema.ts';
import type { SavedDraft } from '../../../src/shared/readings/reading-schema.ts';

/** Creates a server with these orders of a reader: it stores drafts and accepts readings. */
export function fakeReaderServer(listed: ReaderOrder[] = [aReaderOrder()]) {
  let orders = listed;
  const drafts = new Map<string, SavedDraft>();
  return {
    readerOrders: async () => orders,
    draft: async (id) => drafts.get(id) ?? null,
    async saveDraft(id, { cards = drafts.get(id)?.cards ?? [], ...text }) {
      const version = (drafts.get(id)?.version ?? 0) + 1;
      const saved = { ...text, cards, version, begunBy: null, savedAt: new Date().toISOString() };
      drafts.set(id, saved);
      return saved;
    },
    previewDelivery: async (_id, content) => ({
      to: null,
      subject: 'Your reading',
      html: `<p>${content}</p>`,
      text: content,
    }),
    async submitReading({ orderId, content, send = false }) {
      const submittedAt = new Date().toISOString();
      orders = orders.map((order) =>
        order.id === orderId
          ? { ...order, status: send ? 'completed' : 'reading_uploaded', submittedAt }
          : order,
      );
      return aReading({ orderId, content, undoForMs: send ? 15_000 : null });
    },
    async undoApproval() {
      orders = orders.map((order) => ({ ...order, status: 'reading_uploaded' }));
      return aReading();
    },
    heldReadings: async () => [],
    orderReading: async (orderId) => aReading({ orderId }),
  } satisfies Partial<StaffApi>;
}
