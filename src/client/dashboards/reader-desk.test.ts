import { describe, expect, test, vi } from 'vitest';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import type { SavedDraft } from '../../shared/readings/drafts.ts';
import { aReaderOrder, aReading, fakeAddressBar, fakeApi } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { anApiError, deferred, fakeStorage, fakeToasts, ownQuery, settle } from '../store-testing.ts';
import { assignmentsOf, createReaderDesk, recentOf } from './reader-desk.ts';

const nothing = { content: '', internalNotes: '' };

async function setUp(orders: ReaderOrder[], calls: Partial<StaffApi> = {}, storage = fakeStorage()) {
  const toasts = fakeToasts();
  const addressBar = fakeAddressBar();
  const query = ownQuery();
  let time = 0;
  const desk = createReaderDesk({
    username: 'reader1',
    api: fakeApi({
      readerOrders: async () => orders,
      draft: async () => null,
      saveDraft: async (_id, { version, ...text }) => ({
        ...text,
        version: version + 1,
        begunBy: null,
        savedAt: '2026-11-18T10:00:00Z',
      }),
      ...calls,
    }),
    query,
    storage,
    addressBar,
    toast: toasts.toast,
    now: () => time++,
    whenVisible: () => Promise.resolve(),
  });
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

  test('show the five newest submissions', () => {
    expect(recentOf(orders.filter(({ status }) => status === 'completed')).map(({ id }) => id)).toEqual([
      'done6',
      'done5',
      'done4',
      'done3',
      'done2',
    ]);
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
    expect(addressBar.history).toEqual(['?order=o1']);
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
      saveDraft: async (id, { version, ...text }) => {
        const refusal = refusals.get(id);
        if (refusal) throw refusal;
        return { ...text, version: version + 1, begunBy: null, savedAt: '2026-11-18T10:00:00Z' };
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

  const textOf = (desk: Awaited<ReturnType<typeof threeOrders>>['desk'], id: string) =>
    desk.draftOf(id).$fields.get()?.content ?? '';

  test('is told in the server’s words, and its text is kept out of the form', async () => {
    const { desk, toasts, takeAway } = await threeOrders();
    await takeAway(first, 'My text');
    expect(desk.$selected.get()).toBeNull();
    expect(desk.$taken.get()).toMatchObject([
      { orderId: 'o1', orderNumber: 'CT-7K3M9Q', why: 'This order was refunded.' },
    ]);
    expect([textOf(desk, 'o1'), textOf(desk, '')]).toEqual(['My text', '']);
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
      expect(['o1', 'o2', 'o3', ''].map((id) => textOf(later, id))).toEqual([
        'For the first',
        'For the second',
        '',
        '',
      ]);
    }
  });

  test('keeps its text when another window has thrown away what it kept', async () => {
    const { storage, desk, takeAway } = await threeOrders();
    desk.select('o1');
    await settle();
    desk.write({ ...nothing, content: 'Typed on' });
    storage.clear();
    await takeAway(first, '');
    expect(textOf((await setUp([], {}, storage)).desk, 'o1')).toBe('Typed on');
  });

  test('leaves nothing behind when it is dismissed, and the others alone', async () => {
    const { desk, storage, numbers, takeAway } = await threeOrders();
    await takeAway(first, 'For the first');
    await takeAway(second, 'For the second');
    desk.forgetTaken('o1');
    expect([numbers(), textOf(desk, 'o1'), textOf(desk, 'o2')]).toEqual([
      ['CT-8A8A8A'],
      '',
      'For the second',
    ]);
    desk.forgetTaken('o2');
    expect([numbers(), storage.length]).toEqual([[], 0]);
  });

  test('is told of also when its reader has turned to another one, which stays in the form', async () => {
    const { desk, numbers, loseUnseen } = await threeOrders();
    desk.select('o1');
    await settle();
    desk.write({ ...nothing, content: 'For the first' });
    desk.select('o2');
    await loseUnseen(first);
    expect([numbers(), textOf(desk, 'o1')]).toEqual([['CT-7K3M9Q'], 'For the first']);
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
    const { desk } = await setUp([aReaderOrder(), aReaderOrder({ id: 'o2', status: 'rejected' })]);
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
    async saveDraft(_id, { version, ...text }) {
      if (!isSignedIn) throw anApiError(401, 'unauthenticated', 'Please sign in first.');
      saved.push(text.content);
      return { ...text, version: version + 1, begunBy: null, savedAt: '2026-11-18T10:00:00Z' };
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
