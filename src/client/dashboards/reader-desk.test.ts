import { describe, expect, test, vi } from 'vitest';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import type { SavedDraft } from '../../shared/readings/drafts.ts';
import { writeCards } from '../cards/kept-cards.ts';
import { aReaderOrder, aReading, deskDependencies, fakeAddressBar } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { anApiError, deferred, fakeStorage, fakeToasts, ownQuery, settle } from '../store-testing.ts';
import { assignmentsOf, createReaderDesk, submittedOf } from './reader-desk.ts';

const nothing = { content: '', internalNotes: '' };

async function setUp(
  orders: ReaderOrder[],
  calls: Partial<StaffApi> = {},
  storage = fakeStorage(),
  search = '',
) {
  const toasts = fakeToasts();
  const addressBar = fakeAddressBar(search);
  const query = ownQuery();
  let time = 0;
  const api: Partial<StaffApi> = {
    readerOrders: async () => orders,
    draft: async () => null,
    saveDraft: async (_id, { version, cards = [], ...text }) => ({
      ...text,
      cards,
      version: version + 1,
      begunBy: null,
      savedAt: '2026-11-18T10:00:00Z',
    }),
    ...calls,
  };
  const own = { username: 'reader1', query, storage, addressBar, toast: toasts.toast, now: () => time++ };
  const desk = createReaderDesk(deskDependencies(api, own));
  desk.$selected.listen(() => {});
  await settle();
  return { desk, query, toasts, addressBar, storage };
}

describe('the reader’s lists', () => {
  const orders = [
    aReaderOrder({ id: 'late', dueAt: '2026-11-19T00:00:00Z' }),
    aReaderOrder({ id: 'later', dueAt: '2026-11-21T00:00:00Z' }),
    aReaderOrder({ id: 'rejected', status: 'rejected', dueAt: '2026-11-22T00:00:00Z' }),
    ...[1, 2, 3, 4, 5, 6].map((day) =>
      aReaderOrder({ id: `done${day}`, status: 'completed', submittedAt: `2026-11-0${day}T00:00:00Z` }),
    ),
  ];

  test('put what is overdue first, then revisions, then what is due first', () => {
    const ids = (now: string) => assignmentsOf(orders, Date.parse(now)).map(({ id }) => id);
    expect(ids('2026-11-18T00:00:00Z')).toEqual(['rejected', 'late', 'later']);
    expect(ids('2026-11-20T00:00:00Z')).toEqual(['late', 'rejected', 'later']);
    expect(ids('2026-11-23T00:00:00Z')).toEqual(['rejected', 'late', 'later']);
  });

  test('put what waits for its customer last, however long it was written for', () => {
    const waiting = { dueAt: null, waitsSince: '2026-11-17T09:00:00.000Z' };
    const all = [
      aReaderOrder({ id: 'waits', createdAt: '2026-11-01T09:00:00.000Z', status: 'rejected', ...waiting }),
      ...orders,
    ];
    expect(assignmentsOf(all, Date.parse('2026-11-20T00:00:00Z')).at(-1)?.id).toBe('waits');
  });

  test('show the newest submissions first', () => {
    expect(submittedOf(orders.filter(({ status }) => status === 'completed')).map(({ id }) => id)).toEqual([
      'done6',
      'done5',
      'done4',
      'done3',
      'done2',
      'done1',
    ]);
  });
});

describe('the page of an order', () => {
  const [first, second] = [aReaderOrder(), aReaderOrder({ id: 'o2', orderNumber: 'CT-8A8A8A' })];

  test('is opened from the list, and left with Back', async () => {
    const { desk, addressBar } = await setUp([first, second]);
    desk.select('o2');
    expect(desk.$selected.get()).toEqual(second);
    addressBar.back();
    expect([desk.$selected.get(), desk.$named.get()]).toEqual([null, '']);
  });

  test.each(['CT-8A8A8A', 'o2'])('is found by %s, and has its number in the address', async (name) => {
    const { desk, addressBar } = await setUp([first, second], {}, fakeStorage(), `?order=${name}`);
    expect(desk.$selected.get()).toEqual(second);
    expect(addressBar.history).toEqual(['?order=CT-8A8A8A']);
  });

  test('of somebody else is told from the list', async () => {
    const { desk } = await setUp([first], {}, fakeStorage(), '?order=CT-8A8A8A');
    expect([desk.$selected.get(), desk.$named.get()]).toEqual([null, 'CT-8A8A8A']);
  });
});

describe('submitting a reading', () => {
  test('needs an order and a text', async () => {
    const submitReading = vi.fn();
    const { desk, toasts } = await setUp([aReaderOrder()], { submitReading });
    expect(await desk.submit({ content: 'Text', internalNotes: '' })).toBe(false);
    desk.select('o1');
    expect(await desk.submit({ content: ' \n', internalNotes: '' })).toBe(false);
    expect(submitReading).not.toHaveBeenCalled();
    const missing = {
      title: 'Error',
      description: 'Please select an order and enter reading content',
      variant: 'destructive',
    };
    expect(toasts.shown).toEqual([missing, missing]);
  });

  test('forgets the draft and lets go of the order', async () => {
    const submitReading = vi.fn(async () => aReading());
    const { desk, toasts, storage, addressBar } = await setUp([aReaderOrder()], { submitReading });
    desk.select('o1');
    expect(addressBar.history).toEqual(['', '?order=CT-7K3M9Q']);
    const fields = { content: ' My text ', internalNotes: ' Note ' };
    desk.write(fields);
    expect(await desk.submit(fields)).toBe(true);
    expect(submitReading).toHaveBeenCalledWith({
      orderId: 'o1',
      content: 'My text',
      internalNotes: 'Note',
    });
    expect(toasts.shown[0]?.description).toBe('Reading submitted for admin review');
    expect(desk.$selected.get()).toBeNull();
    expect(storage.length).toBe(0);
  });

  test('takes it off the assignments, also before the list is there anew', async () => {
    const answers = [Promise.resolve([aReaderOrder()]), deferred<ReaderOrder[]>().promise];
    const { desk } = await setUp([], {
      readerOrders: () => answers.shift() ?? Promise.reject(new Error('asked too often')),
      submitReading: async () => aReading(),
    });
    desk.select('o1');
    desk.write({ content: 'My text', internalNotes: '' });
    await desk.submit({ content: 'My text', internalNotes: '' });
    expect(desk.$assignments.get()).toEqual([]);
    expect(desk.$submitted.get()).toMatchObject([{ id: 'o1', status: 'reading_uploaded' }]);
    expect(desk.$taken.get()).toEqual([]);
  });

  test('keeps the text and tells the server’s words when it fails', async () => {
    const conflict = anApiError(409, 'order_conflict', 'This order is with another reader now.');
    const { desk, toasts } = await setUp([aReaderOrder()], { submitReading: () => Promise.reject(conflict) });
    desk.select('o1');
    desk.write({ content: 'My text', internalNotes: '' });
    await desk.submit({ content: 'My text', internalNotes: '' });
    expect(toasts.shown[0]).toMatchObject({
      title: 'Error',
      description: 'This order is with another reader now.',
    });
    expect(desk.draftOf('o1').$fields.get()?.content).toBe('My text');
  });
});

test('a text saved elsewhere meanwhile is not submitted over', async () => {
  const submitReading = vi.fn();
  const theirs = {
    content: 'Theirs',
    cards: [],
    internalNotes: '',
    version: 2,
    begunBy: null,
    savedAt: '2026-11-18T10:00:00Z',
  };
  const { desk, toasts } = await setUp([aReaderOrder()], {
    submitReading,
    draft: vi.fn(async (): Promise<SavedDraft | null> => theirs).mockResolvedValueOnce(null),
    saveDraft: () => Promise.reject(anApiError(409, 'draft_conflict', 'Saved elsewhere.')),
  });
  desk.select('o1');
  await settle();
  desk.write({ content: 'Mine', internalNotes: '' });
  expect(await desk.submit({ content: 'Mine', internalNotes: '' })).toBe(false);
  expect(submitReading).not.toHaveBeenCalled();
  expect(toasts.shown[0]?.description).toContain('A different text was saved in another window');
  expect(desk.draftOf('o1').$fields.get()?.content).toBe('Mine');
});

describe('an order that is taken away while it is written for', () => {
  const refunded = anApiError(409, 'order_conflict', 'This order was refunded.');
  const reassigned = anApiError(409, 'order_conflict', 'This order was given to somebody else.');
  const [first, second, third] = [
    aReaderOrder(),
    aReaderOrder({ id: 'o2', orderNumber: 'CT-8A8A8A' }),
    aReaderOrder({ id: 'o3', orderNumber: 'CT-9B9B9B' }),
  ];

  /** A desk with three orders, and what takes one of them away when its text is to be saved. */
  async function threeOrders() {
    let orders = [first, second, third];
    const refusals = new Map<string, Error>();
    const made = await setUp([], {
      readerOrders: async () => orders,
      saveDraft: async (id, { version, cards = [], ...text }) => {
        const refusal = refusals.get(id);
        if (refusal) throw refusal;
        return { ...text, cards, version: version + 1, begunBy: null, savedAt: '2026-11-18T10:00:00Z' };
      },
    });
    const numbers = () => made.desk.$taken.get().map(({ orderNumber }) => orderNumber);
    return {
      ...made,
      numbers,
      async takeAway(order: ReaderOrder, typed: string, refusal = refunded) {
        made.desk.select(order.id);
        await settle();
        if (typed) made.desk.write({ ...nothing, content: typed });
        orders = orders.filter(({ id }) => id !== order.id);
        refusals.set(order.id, refusal);
        await made.desk.submit({ ...nothing, content: 'Handed in' });
        await vi.waitFor(() => expect(numbers()).toContain(order.orderNumber));
      },
      async loseUnseen(order: ReaderOrder) {
        orders = orders.filter(({ id }) => id !== order.id);
        await made.desk.orders.refresh();
      },
      async giveBack(order: ReaderOrder) {
        orders = [...orders, order];
        refusals.delete(order.id);
        await made.desk.orders.refresh();
      },
    };
  }

  type Desk = Awaited<ReturnType<typeof threeOrders>>['desk'];
  const textOf = (desk: Desk, id: string) => desk.draftOf(id).$fields.get()?.content ?? '';
  /** What was written for an order and is there to be copied. */
  const keptFor = (desk: Desk, id: string) =>
    desk.$taken
      .get()
      .filter(({ orderId }) => orderId === id)
      .map(({ content }) => content);

  test('is told in the server’s words, and its text is kept out of the form', async () => {
    const { desk, toasts, takeAway } = await threeOrders();
    await takeAway(first, 'My text');
    expect(desk.$selected.get()).toBeNull();
    expect(desk.$taken.get()).toMatchObject([
      { orderId: 'o1', orderNumber: 'CT-7K3M9Q', why: 'This order was refunded.' },
    ]);
    expect([keptFor(desk, 'o1'), textOf(desk, '')]).toEqual([['My text'], '']);
    expect(toasts.shown.map(({ description }) => description)).toEqual(['This order was refunded.']);
  });

  test('keeps its text apart from those of others, also after a reload', async () => {
    const { desk, storage, takeAway } = await threeOrders();
    await takeAway(first, 'For the first');
    await takeAway(second, 'For the second', reassigned);
    desk.select('o3');
    for (const later of [desk, (await setUp([third], {}, storage)).desk]) {
      expect(later.$taken.get()).toMatchObject([
        { orderNumber: 'CT-8A8A8A', why: 'This order was given to somebody else.' },
        { orderNumber: 'CT-7K3M9Q', why: 'This order was refunded.' },
      ]);
      expect(['o1', 'o2'].map((id) => keptFor(later, id))).toEqual([['For the first'], ['For the second']]);
      expect(['o3', ''].map((id) => textOf(later, id))).toEqual(['', '']);
    }
  });

  test('keeps its text when another window has thrown away what it kept', async () => {
    const { storage, desk, takeAway } = await threeOrders();
    desk.select('o1');
    await settle();
    desk.write({ ...nothing, content: 'Typed on' });
    storage.clear();
    await takeAway(first, '');
    expect(keptFor((await setUp([], {}, storage)).desk, 'o1')).toEqual(['Typed on']);
  });

  test('leaves nothing behind when it is dismissed, and the others alone', async () => {
    const { desk, storage, numbers, takeAway } = await threeOrders();
    await takeAway(first, 'For the first');
    await takeAway(second, 'For the second');
    const forget = (id: string) =>
      desk.$taken
        .get()
        .filter(({ orderId }) => orderId === id)
        .forEach(desk.forgetTaken);
    forget('o1');
    expect([numbers(), textOf(desk, 'o1'), keptFor(desk, 'o2')]).toEqual([
      ['CT-8A8A8A'],
      '',
      ['For the second'],
    ]);
    forget('o2');
    expect([numbers(), storage.length]).toEqual([[], 0]);
  });

  test('is told of also when its reader has turned to another one, which stays in the form', async () => {
    const { desk, numbers, loseUnseen } = await threeOrders();
    desk.select('o1');
    await settle();
    desk.write({ ...nothing, content: 'For the first' });
    desk.select('o2');
    await loseUnseen(first);
    expect([numbers(), keptFor(desk, 'o1')]).toEqual([['CT-7K3M9Q'], ['For the first']]);
    expect(desk.$selected.get()?.id).toBe('o2');
    // Nothing was written for it.
    await loseUnseen(third);
    expect(numbers()).toEqual(['CT-7K3M9Q']);
  });

  test('is in the form again when it comes back', async () => {
    const { desk, numbers, takeAway, giveBack } = await threeOrders();
    await takeAway(first, 'My text');
    await giveBack(first);
    expect(numbers()).toEqual([]);
    expect(desk.$selected.get()?.id).toBe('o1');
    expect(textOf(desk, 'o1')).toBe('My text');
  });
});

describe('an order that is handed in elsewhere while it is written for', () => {
  const typed = (content: string, internalNotes = '') => ({ content, internalNotes });
  const handedIn = aReaderOrder({ status: 'reading_uploaded', submittedAt: '2026-11-18T10:00:00Z' });
  const reading = aReading({ content: 'From elsewhere', internalNotes: null });

  /** Windows in one browser, each with its text for the same order. */
  async function windows(...texts: string[]) {
    const shop = { order: aReaderOrder() };
    const storage = fakeStorage();
    const open = () =>
      setUp(
        [],
        { readerOrders: async () => [shop.order], orderReading: async () => reading },
        storage,
        '?order=o1',
      );
    const desks = await Promise.all(texts.map(async () => (await open()).desk));
    desks.forEach((desk, index) => {
      desk.write(typed(texts[index] ?? ''));
    });
    return {
      desks,
      open,
      become: async (order: ReaderOrder) => {
        shop.order = order;
        for (const desk of desks) await desk.orders.refresh();
        await settle();
      },
    };
  }

  test('what was written here is kept and told, out of the form', async () => {
    const { desks, open, become } = await windows('My text');
    await become(handedIn);
    const [desk] = desks;
    for (const shown of [desk, (await open()).desk]) {
      expect(shown?.$taken.get()).toMatchObject([
        {
          orderNumber: 'CT-7K3M9Q',
          content: 'My text',
          isHandedIn: 'yes',
          why: 'The reading of this order has been handed in from elsewhere.',
        },
      ]);
      expect(shown?.draftOf('o1').$fields.get()).toBeNull();
    }
  });

  test('two windows with different texts: both are kept, and each tells of its own', async () => {
    const { desks, open, become } = await windows('In the first', 'In the second');
    await become(handedIn);
    const told = desks.map((desk) => desk.$taken.get().map(({ content }) => content));
    expect(told).toEqual([['In the first'], ['In the second']]);
    const later = (await open()).desk;
    expect(
      later.$taken
        .get()
        .map(({ content }) => content)
        .toSorted(),
    ).toEqual(['In the first', 'In the second']);
  });

  test('nothing is told when it is the text that stood here', async () => {
    const { desks, open, become } = await windows(' From elsewhere\n');
    await become(handedIn);
    expect([desks[0]?.$taken.get(), (await open()).desk.$taken.get()]).toEqual([[], []]);
  });

  test('it comes back with the text that was handed in, and the other one to be copied', async () => {
    const { desks, become } = await windows('My text');
    await become(handedIn);
    await become(aReaderOrder({ status: 'rejected' }));
    const [desk] = desks;
    expect(desk?.draftOf('o1').$fields.get()).toBeNull();
    expect(desk?.$taken.get()).toMatchObject([{ content: 'My text' }]);
  });
});

describe('a text typed before an order was chosen', () => {
  test('goes with the first pending order that is chosen', async () => {
    const { desk } = await setUp([aReaderOrder()]);
    desk.write({ ...nothing, content: 'Typed early' });
    desk.select('o1');
    expect(desk.draftOf('o1').$fields.get()?.content).toBe('Typed early');
    expect(desk.draftOf('').$fields.get()).toBeNull();
  });

  test('and taken back again is no text to ask about', async () => {
    const theirs = {
      ...nothing,
      content: 'Saved',
      cards: [],
      version: 2,
      begunBy: null,
      savedAt: '2026-11-18T10:00:00Z',
    };
    const { desk } = await setUp([aReaderOrder()], { draft: async () => theirs });
    desk.write({ ...nothing, content: 'Typed early' });
    desk.write(nothing);
    desk.select('o1');
    await settle();
    expect(desk.autosaveOf('o1').$state.get().name).toBe('saved');
    expect(desk.draftOf('o1').$fields.get()?.content).toBe('Saved');
  });

  test('does not push out what was typed for the order, nor a rejected text', async () => {
    const { desk } = await setUp([
      aReaderOrder(),
      aReaderOrder({ id: 'o2', orderNumber: 'CT-8A8A8A', status: 'rejected' }),
    ]);
    desk.draftOf('o1').write({ ...nothing, content: 'Earlier', version: '0', isSaved: '' });
    desk.write({ ...nothing, content: 'Typed early' });
    desk.select('o1');
    desk.select('o2');
    expect(desk.draftOf('o1').$fields.get()?.content).toBe('Earlier');
    expect(desk.draftOf('o2').$fields.get()).toBeNull();
    expect(desk.draftOf('').$fields.get()?.content).toBe('Typed early');
  });
});

test('a list that is on its way again takes no order from its reader', async () => {
  const again = deferred<ReaderOrder[]>();
  const answers = [Promise.resolve([aReaderOrder()]), again.promise];
  const { desk, query } = await setUp([], {
    readerOrders: () => answers.shift() ?? Promise.reject(new Error('asked too often')),
  });
  desk.select('o1');
  desk.write({ ...nothing, content: 'My text' });
  const autosave = desk.autosaveOf('o1');
  // As "Try again" does in a part of the page that broke.
  query.invalidateKeys(() => true);
  await settle();
  expect(desk.$taken.get()).toEqual([]);
  expect(desk.$selected.get()?.id).toBe('o1');
  again.resolve([aReaderOrder({ customerName: 'Ana Prado' })]);
  await settle();
  expect(desk.$selected.get()?.customerName).toBe('Ana Prado');
  expect(desk.autosaveOf('o1')).toBe(autosave);
});

test('what the ended session kept from being saved is saved once its writer is signed in again', async () => {
  let isSignedIn = false;
  const saved: string[] = [];
  const { desk } = await setUp([aReaderOrder()], {
    async saveDraft(_id, { version, cards = [], ...text }) {
      if (!isSignedIn) throw anApiError(401, 'unauthenticated', 'Please sign in first.');
      saved.push(text.content);
      return { ...text, cards, version: version + 1, begunBy: null, savedAt: '2026-11-18T10:00:00Z' };
    },
  });
  desk.select('o1');
  await settle();
  desk.write({ content: 'My text', internalNotes: '' });
  await desk.autosaveOf('o1').flush();
  expect(desk.work.$sessionEnded.get()).toBe(true);
  isSignedIn = true;
  desk.work.signedIn();
  await settle();
  expect(saved).toEqual(['My text']);
});

test('the cards are handed in with the text', async () => {
  const submitReading = vi.fn(async () => aReading());
  const { desk } = await setUp([aReaderOrder()], { submitReading });
  const cards = [{ card: 'the-star', isReversed: true, position: 'Past' }];
  desk.select('o1');
  const fields = { content: 'My text', internalNotes: '', cards: writeCards(cards) };
  desk.write(fields);
  await desk.submit(fields);
  expect(submitReading).toHaveBeenCalledWith({ orderId: 'o1', content: 'My text', cards });
});
