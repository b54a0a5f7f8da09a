import { aToday } from '../../../src/features/desk/desk-testing.ts';
import type { StaffApi } from '../../../src/features/desk/staff-api.ts';
import { presentOffer, standardOffer } from '../../../src/shared/offers/offer-types.ts';

export const emptyShop = {
  today: async () => aToday(),
  firstSteps: async () => ({ isOver: true, done: [], isWithoutReader: false, payments: 'sandbox' as const }),
  listOrders: async () => ({ orders: [], total: 0, nextCursor: null }),
  heldReadings: async () => [],
  pendingReadings: async () => [],
  readers: async () => [],
  people: async () => [],
  readerOrders: async () => [],
  earlierReadings: async () => [],
  draft: async () => null,
  saveDraft: async (_id, { cards = [], version, ...text }) => {
    const savedAt = new Date().toISOString();
    return { ...text, cards, version: version + 1, begunBy: null, savedAt };
  },
  internalNotes: async () => ({ internalNotes: null }),
  saveNotes: async (_id, { internalNotes }) => ({ internalNotes: internalNotes || null }),
  offers: async () => ({ offers: [presentOffer(standardOffer)] }),
  settings: async () => ({
    price: 60,
    publishableKey: 'pk_test',
    sandbox: true,
    promisedDay: '2026-11-25',
    closed: null,
    currency: 'usd' as const,
  }),
} satisfies Partial<StaffApi>;
