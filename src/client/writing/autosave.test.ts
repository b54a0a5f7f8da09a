import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SaveDraft, SavedDraft } from '../../shared/readings/drafts.ts';
import { unreachable } from '../api.ts';
import { readCards, writeCards } from '../cards/kept-cards.ts';
import { createDrafts } from '../desk/draft.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { createWork } from '../desk/work.ts';
import { anApiError, deferred, fakeStorage, fakeToasts, settle } from '../store-testing.ts';
import { createAutosave, type WritingDraft } from './autosave.ts';

const text = (content: string) => ({ content, internalNotes: '' });
const conflict = () => anApiError(409, 'draft_conflict', 'Another window has saved.');

/** What the server keeps, as it keeps it. */
function fakeServer(start: SavedDraft | null = null) {
  const server = { stored: start, saves: 0 };
  const saveDraft = async (_id: string, { content, internalNotes, version, cards }: SaveDraft) => {
    if ((server.stored?.version ?? 0) !== version) throw conflict();
    server.saves += 1;
    const kept = (cards ?? server.stored?.cards ?? []).map((card) => ({
      ...card,
      position: card.position.trim(),
    }));
    server.stored = { ...saved(content, version + 1), internalNotes, cards: kept };
    return server.stored;
  };
  return { server, saveDraft, draft: async () => server.stored };
}

function saved(content: string, version: number): SavedDraft {
  return { ...text(content), cards: [], version, begunBy: null, savedAt: '2026-11-21T10:32:00.000Z' };
}

function open(
  api: Pick<StaffApi, 'draft' | 'saveDraft'>,
  { storage = fakeStorage(), onGone = () => {} } = {},
) {
  const draft = createDrafts({ storage, username: 'reader1', now: Date.now }).of<WritingDraft>('reading/o1');
  const work = createWork({ toast: fakeToasts().toast });
  return {
    draft,
    work,
    autosave: createAutosave({ orderId: 'o1', draft, api, work, now: Date.now, onGone }),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('what is typed', () => {
  test('is saved when the keys have been quiet, and said to be', async () => {
    const { server, ...api } = fakeServer();
    const { autosave, draft } = open(api);
    await autosave.load();
    autosave.write(text('The'));
    await vi.advanceTimersByTimeAsync(1_000);
    autosave.write(text('The Star'));
    await vi.advanceTimersByTimeAsync(1_499);
    expect(server.saves).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.stored).toMatchObject({ content: 'The Star', version: 1 });
    expect(autosave.$state.get()).toEqual({
      name: 'saved',
      at: '2026-11-21T10:32:00.000Z',
      begunBy: null,
      held: null,
    });
    expect(draft.$fields.get()).toMatchObject({ version: '1', isSaved: 'yes' });
  });

  test('is saved with the cards, which a text alone leaves as they are', async () => {
    const star = { card: 'the-star', isReversed: true, position: 'Near ' };
    const { server, ...api } = fakeServer();
    const { autosave, draft } = open(api);
    await autosave.load();
    autosave.write({ ...text(''), cards: writeCards([star]) });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server).toMatchObject({ saves: 1, stored: { cards: [{ ...star, position: 'Near' }] } });
    autosave.write(text('The Star'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server).toMatchObject({
      saves: 2,
      stored: { content: 'The Star', cards: [{ card: 'the-star' }] },
    });
    expect(readCards(draft.$fields.get()?.cards)).toEqual([star]);
  });

  test('are only cards, and yet something to lose', async () => {
    const theirs = { ...saved('Theirs', 3), cards: [] };
    const { autosave, draft } = open(fakeServer(theirs));
    autosave.write({
      ...text(''),
      cards: writeCards([{ card: 'the-sun', isReversed: false, position: '' }]),
    });
    await autosave.load();
    expect(autosave.$state.get().name).toBe('conflict');
    autosave.takeTheirs();
    expect(draft.$fields.get()).toMatchObject({ content: 'Theirs', cards: '' });
  });

  test('is saved after five seconds even while somebody types on', async () => {
    const { server, ...api } = fakeServer();
    const { autosave } = open(api);
    for (let second = 0; second <= 5; second += 1) {
      autosave.write(text(`The Star ${second}`));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(server.stored?.content).toBe('The Star 4');
  });

  test('while it is being saved is saved next', async () => {
    const { server, ...api } = fakeServer();
    const slow = deferred<void>();
    const { autosave } = open({
      ...api,
      async saveDraft(id, input) {
        if (input.version === 0) await slow.promise;
        return api.saveDraft(id, input);
      },
    });
    autosave.write(text('The Star'));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(autosave.$state.get().name).toBe('saving');
    autosave.write(text('The Star shines'));
    slow.resolve();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.stored).toMatchObject({ content: 'The Star shines', version: 2 });
  });

  test('is not saved after it was handed in', async () => {
    const { server, ...api } = fakeServer();
    const { autosave, draft } = open(api);
    autosave.write(text('The Star'));
    autosave.end();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.saves).toBe(0);
    expect(draft.$fields.get()).toBeNull();
  });
});

describe('a save that fails', () => {
  test('is told, and tried again until it succeeds', async () => {
    const { server, ...api } = fakeServer();
    let isDown = true;
    const { autosave } = open({
      ...api,
      saveDraft: (id, input) => (isDown ? Promise.reject(unreachable()) : api.saveDraft(id, input)),
    });
    autosave.write(text('The Star'));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(autosave.$state.get()).toMatchObject({
      name: 'unsaved',
      problem: expect.stringContaining('couldn’t reach the server'),
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.stored).toBeNull();
    isDown = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.stored?.content).toBe('The Star');
    expect(autosave.$state.get().name).toBe('saved');
  });

  test('because the session is over goes on after the next sign-in, and not before', async () => {
    const { server, ...api } = fakeServer();
    const saveDraft = vi.fn(api.saveDraft);
    saveDraft.mockRejectedValueOnce(anApiError(401, 'unauthenticated', 'Please sign in first.'));
    const { autosave, work } = open({ ...api, saveDraft });
    autosave.write(text('The Star'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(work.$sessionEnded.get()).toBe(true);
    expect(saveDraft).toHaveBeenCalledTimes(1);
    autosave.resume();
    await settle();
    expect(server.stored?.content).toBe('The Star');
  });

  test.each([
    [404, 'order_not_found'],
    [409, 'order_conflict'],
  ])('because the order is gone (%i, %s) is the last one, and told', async (status, code) => {
    const onGone = vi.fn();
    const saveDraft = vi.fn(() => Promise.reject(anApiError(status, code, 'It is gone.')));
    const { autosave, draft } = open({ ...fakeServer(), saveDraft }, { onGone });
    autosave.write(text('The'));
    await vi.advanceTimersByTimeAsync(60_000);
    autosave.write(text('The Star'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await autosave.flush()).toBe(false);
    expect(autosave.$state.get()).toEqual({ name: 'ended', why: 'It is gone.' });
    expect(saveDraft).toHaveBeenCalledTimes(1);
    expect(onGone).toHaveBeenCalledTimes(1);
    expect(draft.$fields.get()?.content).toBe('The Star');
  });
});

describe('what another window or device has saved', () => {
  test('is there when nothing was typed here', async () => {
    const held = 'The payment of this order is being checked.';
    const { autosave, draft } = open(fakeServer({ ...saved('Written there', 3), begunBy: 'reader2', held }));
    await autosave.load();
    expect(draft.$fields.get()).toMatchObject({ content: 'Written there', version: '3', isSaved: 'yes' });
    expect(autosave.$state.get()).toMatchObject({ name: 'saved', begunBy: 'reader2', held });
  });

  test('takes the place of an older text that was saved from here', async () => {
    const { server, ...api } = fakeServer();
    const storage = fakeStorage();
    const first = open(api, { storage });
    first.autosave.write(text('Written here'));
    await first.autosave.flush();
    server.stored = saved('Written there', 2);
    const again = open(api, { storage });
    await again.autosave.load();
    expect(again.draft.$fields.get()?.content).toBe('Written there');
  });

  test.each([
    ['keeping mine', 'keepMine', 'Written here', 'Written here'],
    ['taking theirs', 'takeTheirs', 'Written there', 'Written there'],
  ] as const)('is never overwritten unasked; %s', async (_what, choose, here, there) => {
    const { server, ...api } = fakeServer();
    const { autosave, draft } = open(api);
    await autosave.load();
    server.stored = saved('Written there', 1);
    autosave.write(text('Written here'));
    expect(await autosave.flush()).toBe(false);
    expect(autosave.$state.get()).toEqual({ name: 'conflict', theirs: saved('Written there', 1) });
    autosave.write(text('Written here'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.stored.content).toBe('Written there');
    autosave[choose]();
    await settle();
    expect(autosave.$state.get().name).toBe('saved');
    expect([draft.$fields.get()?.content, server.stored.content]).toEqual([here, there]);
  });

  test('is noticed when a text is handed in, even if nothing was typed since', async () => {
    const { server, ...api } = fakeServer();
    const { autosave } = open(api);
    autosave.write(text('Written here'));
    await autosave.flush();
    server.stored = saved('Written there', 2);
    await autosave.flush();
    expect(autosave.$state.get().name).toBe('saved');
    expect(server.saves).toBe(1);
  });
});

describe('a save that is refused', () => {
  /** The answer to the next question for the saved text comes when the test wants it. */
  function slowLook(api: ReturnType<typeof fakeServer>) {
    const asked = deferred<void>();
    return { asked, draft: () => asked.promise.then(api.draft) };
  }

  test('because the text was handed in elsewhere and came back is made anew, without another key', async () => {
    const { server, ...api } = fakeServer();
    const { autosave } = open(api);
    autosave.write(text('The first version'));
    await autosave.flush();
    server.stored = null;
    autosave.write(text('The second version'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.stored).toMatchObject({ content: 'The second version', version: 1 });
    expect(autosave.$state.get().name).toBe('saved');
  });

  test('does not keep what is typed meanwhile from being saved within five seconds', async () => {
    const fake = fakeServer();
    const { server } = fake;
    const { asked, draft } = slowLook(fake);
    const { autosave } = open({ ...fake, draft });
    autosave.write(text('The first version'));
    await autosave.flush();
    server.stored = null;
    autosave.write(text('The second'));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(autosave.$state.get().name).toBe('loading');
    autosave.write(text('The second version'));
    await vi.advanceTimersByTimeAsync(3_000);
    asked.resolve();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.stored).toMatchObject({ content: 'The second version' });
  });

  test('is no conflict with what this window itself sent, whose answer was lost', async () => {
    const { server, ...api } = fakeServer();
    let isAnswerLost = true;
    const { autosave } = open({
      ...api,
      async saveDraft(id, input) {
        const answer = await api.saveDraft(id, input);
        if (isAnswerLost) throw unreachable();
        return answer;
      },
    });
    autosave.write(text('Sent'));
    await vi.advanceTimersByTimeAsync(1_500);
    isAnswerLost = false;
    autosave.write(text('Sent, and typed on'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(autosave.$state.get().name).toBe('saved');
    expect(server.stored).toMatchObject({ content: 'Sent, and typed on', version: 2 });
  });

  test.each([
    ['an emptied text gives way to what stands elsewhere', ' ', 'Written there', 'Written there'],
    ['what stands here is saved over an emptied one', 'Written here', ' \n', 'Written here'],
  ])('asks nothing when nothing can be lost: %s', async (_what, here, there, kept) => {
    const { server, ...api } = fakeServer();
    const { autosave, draft } = open(api);
    await autosave.load();
    server.stored = saved(there, 3);
    autosave.write(text(here));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(autosave.$state.get().name).toBe('saved');
    expect([draft.$fields.get()?.content, server.stored?.content]).toEqual([kept, kept]);
  });
});

test('a save does not overtake the look at what the server has', async () => {
  const { server, ...api } = fakeServer();
  const asked = deferred<void>();
  const storage = fakeStorage();
  open(api, { storage }).autosave.write(text('Typed and closed'));
  vi.clearAllTimers();
  // Asked before the save, answered after it.
  const before = server.stored;
  const again = open({ ...api, draft: () => asked.promise.then(() => before) }, { storage });
  void again.autosave.load();
  again.autosave.write(text('Typed and closed, and typed on'));
  await vi.advanceTimersByTimeAsync(2_000);
  asked.resolve();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(again.draft.$fields.get()?.content).toBe('Typed and closed, and typed on');
  expect(server.stored?.content).toBe('Typed and closed, and typed on');
});

describe('after a reload', () => {
  test('what was never saved is saved', async () => {
    const { server, ...api } = fakeServer();
    const storage = fakeStorage();
    open(api, { storage }).autosave.write(text('Typed and closed'));
    vi.clearAllTimers();
    const again = open(api, { storage });
    await again.autosave.load();
    await settle();
    expect(server.stored?.content).toBe('Typed and closed');
  });

  test('what was handed in elsewhere is gone', async () => {
    const { server, ...api } = fakeServer();
    const storage = fakeStorage();
    const first = open(api, { storage });
    first.autosave.write(text('Written here'));
    await first.autosave.flush();
    server.stored = null;
    const again = open(api, { storage });
    await again.autosave.load();
    expect(again.draft.$fields.get()).toBeNull();
    expect(server.saves).toBe(1);
  });
});
