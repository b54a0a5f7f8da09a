import { describe, expect, test, vi } from 'vitest';
import { anApiError, fakeStorage, fakeToasts, flushPromises, listenTo } from '../../lib/store-testing.ts';
import type { ReaderOrder } from '../../shared/orders/order-schema.ts';
import type { SavedDraft } from '../../shared/readings/reading-schema.ts';
import { aReaderOrder, aReading, deskDependencies, fakeAddressBar } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { serializeCards } from '../readings/cards/serialize-cards.ts';
import type { ReadingDraft } from '../readings/reading-store.ts';
import { createReaderDesk } from './reader-desk.ts';

const text = (content: string) => ({ content });
const savedAt = '2026-11-18T10:00:00Z';
const [first, second, third] = [
  aReaderOrder(),
  aReaderOrder({ id: 'o2', orderNumber: 'CT-8A8A8A' }),
  aReaderOrder({ id: 'o3', orderNumber: 'CT-9B9B9B' }),
];

const saveDraft: StaffApi['saveDraft'] = async (_id, { version, cards = [], ...typed }) => {
  return { ...typed, cards, version: version + 1, begunBy: null, savedAt };
};

async function setUp(
  orders: ReaderOrder[],
  calls: Partial<StaffApi> = {},
  { storage = fakeStorage(), search = '' } = {},
) {
  const toasts = fakeToasts();
  const addressBar = fakeAddressBar(search);
  let time = 0;
  const api = { readerOrders: async () => orders, draft: async () => null, saveDraft, ...calls };
  const own = { username: 'reader1', storage, addressBar, toast: toasts.toast, now: () => time++ };
  const desk = createReaderDesk(deskDependencies(api, own));
  await listenTo(desk.$selected);
  const write = (fields: ReadingDraft) => desk.writing.write(desk.$selected.get()?.id ?? '', fields);
  return {
    desk,
    write,
    submit: (fields: ReadingDraft) => desk.writing.submit(desk.$selected.get(), fields),
    toasts,
    addressBar,
    storage,
    textOf: (id: string) => desk.writing.draftOf(id).$fields.get()?.content ?? '',
    /** What was written for an order and is there to be copied. */
    keptFor: (id: string) =>
      desk.$taken
        .get()
        .filter(({ orderId }) => orderId === id)
        .map(({ content }) => content),
    async choose(id: string, content = '') {
      desk.select(id);
      await flushPromises();
      if (content) write(text(content));
    },
  };
}

test.each(['CT-8A8A8A', 'o2'])('opens an order by %s, with its number in the address', async (name) => {
  const { desk, addressBar } = await setUp([first, second], {}, { search: `?order=${name}` });
  expect(desk.$selected.get()).toEqual(second);
  expect(addressBar.history).toEqual(['?order=CT-8A8A8A']);
});

test('submits a reading with cards and notes and removes its order', async () => {
  const readerOrders = vi.fn(async () => [first]);
  const submitReading = vi.fn(async () => aReading());
  const saveNotes: StaffApi['saveNotes'] = async (_id, { internalNotes }) => ({ internalNotes });
  const internalNotes = async () => ({ internalNotes: null });
  const calls = { readerOrders, submitReading, saveNotes, internalNotes };
  const { desk, storage, write, submit } = await setUp([], calls);
  await listenTo(desk.writing.notesOf('o1').saved.$state);
  readerOrders.mockReturnValue(new Promise(() => {}));
  const cards = [{ card: 'the-star', isReversed: true, position: 'Past' }];
  const fields = { content: ' My text ', cards: serializeCards(cards) };
  desk.select('o1');
  write(fields);
  desk.writing.notesOf('o1').write('Which deck?', '');
  expect(await submit(fields)).toBe(true);
  const sent = { orderId: 'o1', content: 'My text', cards, internalNotes: 'Which deck?' };
  expect(submitReading).toHaveBeenCalledExactlyOnceWith(sent);
  expect([desk.$selected.get(), desk.$assignments.get(), desk.$taken.get()]).toEqual([null, [], []]);
  expect(desk.$submitted.get()).toMatchObject([{ id: 'o1', status: 'reading_uploaded' }]);
  expect(storage.length).toBe(0);
});

describe('an order taken away during writing', () => {
  const refunded = anApiError(409, 'order_conflict', 'This order was refunded.');
  const reassigned = anApiError(409, 'order_conflict', 'This order was given to another reader.');

  /** A desk with three orders, and what takes one of them away. */
  async function threeOrders() {
    let orders = [first, second, third];
    const refusals = new Map<string, Error>();
    const made = await setUp([], {
      readerOrders: async () => orders,
      saveDraft: async (id, input) => {
        const refusal = refusals.get(id);
        return refusal ? Promise.reject(refusal) : saveDraft(id, input);
      },
    });
    const { desk, choose } = made;
    const numbers = () => desk.$taken.get().map(({ orderNumber }) => orderNumber);
    return {
      ...made,
      numbers,
      async takeAway(order: ReaderOrder, typed: string, refusal = refunded) {
        await choose(order.id, typed);
        orders = orders.filter(({ id }) => id !== order.id);
        refusals.set(order.id, refusal);
        await made.submit(text('Handed in'));
        await vi.waitFor(() => expect(numbers()).toContain(order.orderNumber));
      },
      async list(...listed: ReaderOrder[]) {
        orders = listed;
        refusals.clear();
        await desk.orders.refresh();
      },
    };
  }

  test('reports the reason and keeps each text apart, even after a reload', async () => {
    const opened = await threeOrders();
    const { desk, storage, toasts, numbers, takeAway } = opened;
    await takeAway(first, 'For the first');
    expect(desk.$selected.get()).toBeNull();
    expect(toasts.shown.map(({ description }) => description)).toEqual(['This order was refunded.']);
    await takeAway(second, 'For the second', reassigned);
    desk.select('o3');
    for (const { desk: shown, keptFor, textOf } of [opened, await setUp([third], {}, { storage })]) {
      expect(shown.$taken.get()).toMatchObject([
        { orderNumber: 'CT-8A8A8A', why: 'This order was given to another reader.' },
        { orderNumber: 'CT-7K3M9Q', why: 'This order was refunded.' },
      ]);
      expect(['o1', 'o2'].map(keptFor)).toEqual([['For the first'], ['For the second']]);
      expect(['o3', ''].map(textOf)).toEqual(['', '']);
    }
    for (const left of [['For the second'], []]) {
      const notice = desk.$taken.get().at(-1);
      if (notice) desk.forgetTaken(notice);
      expect(opened.keptFor('o2')).toEqual(left);
    }
    expect([numbers(), storage.length]).toEqual([[], 0]);
  });

  test('keeps its text when another window cleared the storage', async () => {
    const { storage, choose, takeAway } = await threeOrders();
    await choose('o1', 'Typed on');
    storage.clear();
    await takeAway(first, '');
    expect((await setUp([], {}, { storage })).keptFor('o1')).toEqual(['Typed on']);
  });

  test('is reported without disturbing the order now in the form', async () => {
    const { desk, numbers, keptFor, choose, list } = await threeOrders();
    await choose('o1', 'For the first');
    desk.select('o2');
    await list(second, third);
    expect([numbers(), keptFor('o1')]).toEqual([['CT-7K3M9Q'], ['For the first']]);
    expect(desk.$selected.get()?.id).toBe('o2');
    await list(second);
    expect(numbers(), 'nothing was written for the third').toEqual(['CT-7K3M9Q']);
  });

  /** Notes are typed for the first order, which is then taken away. */
  async function notesTakenAway() {
    const opened = await threeOrders();
    await opened.choose('o1', '');
    opened.desk.writing.notesOf('o1').write('Which deck?', '');
    await opened.list(second, third);
    return { ...opened, unsaved: () => opened.desk.writing.notesOf('o1').unsaved() };
  }

  test('keeps its unsaved notes and restores them when it returns', async () => {
    const { desk, list, unsaved } = await notesTakenAway();
    expect(desk.$taken.get()).toMatchObject([{ orderNumber: 'CT-7K3M9Q', internalNotes: 'Which deck?' }]);
    await list(first, second, third);
    expect([desk.$taken.get(), unsaved()]).toEqual([[], 'Which deck?']);
  });

  test('loses its notes once they are discarded', async () => {
    const { desk, storage, unsaved } = await notesTakenAway();
    for (const notice of desk.$taken.get()) desk.forgetTaken(notice);
    expect([unsaved(), storage.length]).toEqual(['', 0]);
  });

  test('returns to the form when it is assigned again', async () => {
    const { desk, numbers, textOf, takeAway, list } = await threeOrders();
    await takeAway(first, 'My text');
    await list(second, third, first);
    expect([numbers(), desk.$selected.get()?.id, textOf('o1')]).toEqual([[], 'o1', 'My text']);
  });
});

describe('an order submitted elsewhere during writing', () => {
  const handedIn = aReaderOrder({ status: 'reading_uploaded', submittedAt: savedAt });
  const reading = aReading({ content: 'From elsewhere' });

  /** Opens windows in one browser, each with its text for the same order. */
  async function windows(...texts: string[]) {
    const shop = { order: first };
    const storage = fakeStorage();
    const calls = { readerOrders: async () => [shop.order], orderReading: async () => reading };
    const open = async () => (await setUp([], calls, { storage, search: '?order=o1' })).desk;
    const desks = await Promise.all(texts.map(open));
    for (const [index, desk] of desks.entries()) desk.writing.write('o1', text(texts[index] ?? ''));
    return {
      told: () => desks.map((desk) => desk.$taken.get().map(({ content }) => content)),
      typed: () => desks.map((desk) => desk.writing.draftOf('o1').$fields.get()),
      openAnother: async () => (await open()).$taken.get(),
      async become(order: ReaderOrder) {
        shop.order = order;
        for (const desk of desks) await desk.orders.refresh();
        await flushPromises();
      },
    };
  }

  test('keeps and reports the different text of each window', async () => {
    const { told, typed, openAnother, become } = await windows('In the first', 'In the second');
    await become(handedIn);
    expect(told()).toEqual([['In the first'], ['In the second']]);
    expect(typed()).toEqual([null, null]);
    const handed = {
      isHandedIn: 'yes',
      why: 'The reading for this order was submitted in another window or on another device.',
    };
    const later = await openAnother();
    expect(later.map(({ content }) => content).sort()).toEqual(['In the first', 'In the second']);
    expect(later).toMatchObject([handed, handed]);
  });

  test('reports nothing when the submitted text is the same', async () => {
    const { told, openAnother, become } = await windows(' From elsewhere\n');
    await become(handedIn);
    expect([told(), await openAnother()]).toEqual([[[]], []]);
  });

  test('returns with the submitted text, and keeps the other for copying', async () => {
    const { told, typed, become } = await windows('My text');
    await become(handedIn);
    await become(aReaderOrder({ status: 'rejected' }));
    expect([told(), typed()]).toEqual([[['My text']], [null]]);
  });
});

describe('a text typed before an order was chosen', () => {
  test('moves to the first pending order chosen that has no text', async () => {
    const { desk, textOf, write } = await setUp([first, second, { ...third, status: 'rejected' }]);
    desk.writing.draftOf('o1').write({ ...text('Earlier'), version: '0', isSaved: '' });
    write(text('Typed early'));
    desk.select('o1');
    desk.select('o3');
    expect(['o1', 'o3', ''].map(textOf)).toEqual(['Earlier', '', 'Typed early']);
    desk.select('o2');
    expect(['o2', ''].map(textOf)).toEqual(['Typed early', '']);
  });

  test('and cleared again does not conflict with the saved text', async () => {
    const draft = async (): Promise<SavedDraft> => {
      return { ...text('Saved'), cards: [], version: 2, begunBy: null, savedAt };
    };
    const { desk, textOf, choose, write } = await setUp([first], { draft });
    write(text('Typed early'));
    write(text(''));
    await choose('o1');
    expect([desk.writing.autosaveOf('o1').$state.get().name, textOf('o1')]).toEqual(['saved', 'Saved']);
  });
});

test('keeps the open order while the list is loading again', async () => {
  const again = Promise.withResolvers<ReaderOrder[]>();
  const readerOrders = vi.fn(async () => [first]);
  const { desk, write } = await setUp([], { readerOrders });
  readerOrders.mockReturnValue(again.promise);
  desk.select('o1');
  write(text('My text'));
  const autosave = desk.writing.autosaveOf('o1');
  // As "Try again" does in a part of the page that broke.
  desk.fetching.forget('reader/orders');
  await flushPromises();
  expect([desk.$taken.get(), desk.$selected.get()?.id]).toEqual([[], 'o1']);
  again.resolve([aReaderOrder({ customerName: 'Ana Prado' })]);
  await flushPromises();
  expect(desk.$selected.get()?.customerName).toBe('Ana Prado');
  expect(desk.writing.autosaveOf('o1')).toBe(autosave);
});
