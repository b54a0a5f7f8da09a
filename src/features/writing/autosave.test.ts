import { beforeEach, describe, expect, test, vi } from 'vitest';
import { noAnswerError } from '../../lib/answers.ts';
import { createDrafts } from '../../lib/kept-text.ts';
import { anApiError, fakeStorage, fakeToasts, flushPromises } from '../../lib/store-testing.ts';
import type { SaveDraft, SavedDraft } from '../../shared/readings/reading-schema.ts';
import { createTaskRunner } from '../desk/task-runner.ts';
import { parseCards, serializeCards } from '../readings/cards/serialize-cards.ts';
import { createAutosave, type WritingDraft } from './autosave.ts';

const text = (content: string) => ({ content });

function saved(content: string, version: number): SavedDraft {
  return { ...text(content), cards: [], version, begunBy: null, savedAt: '2026-11-21T10:32:00.000Z' };
}

/** What the server keeps, as it keeps it. */
function fakeServer(start: SavedDraft | null = null) {
  const server = { stored: start, saves: 0 };
  const saveDraft = async (_id: string, { content, version, cards }: SaveDraft) => {
    if ((server.stored?.version ?? 0) !== version)
      throw anApiError(409, 'draft_conflict', 'Another window has saved.');
    server.saves += 1;
    const kept = (cards ?? server.stored?.cards ?? []).map((card) => ({
      ...card,
      position: card.position.trim(),
    }));
    server.stored = { ...saved(content, version + 1), cards: kept };
    return server.stored;
  };
  return { server, api: { saveDraft, draft: async () => server.stored } };
}

/** Opens a text. @param asked what the answer to the call for its draft waits for */
function open({
  stored = null as SavedDraft | null,
  fake = fakeServer(stored),
  beforeSave = (_input: SaveDraft): unknown => undefined,
  afterSave = () => {},
  asked = Promise.resolve(),
  storage = fakeStorage(),
  onGone = () => {},
} = {}) {
  const draft = createDrafts({ storage, username: 'reader1', now: Date.now }).of<WritingDraft>('reading/o1');
  const work = createTaskRunner({ toast: fakeToasts().toast });
  const api = {
    draft: () => asked.then(fake.api.draft),
    async saveDraft(id: string, input: SaveDraft) {
      await beforeSave(input);
      const answer = await fake.api.saveDraft(id, input);
      afterSave();
      return answer;
    },
  };
  const autosave = createAutosave({ api, work, now: Date.now }, { orderId: 'o1', draft, onGone });
  return {
    fake,
    server: fake.server,
    storage,
    draft,
    work,
    autosave,
    content: () => draft.$fields.get()?.content,
    state: () => autosave.$state.get().name,
    async writeAndWait(content: string, milliseconds: number) {
      autosave.write(text(content));
      await vi.advanceTimersByTimeAsync(milliseconds);
    },
  };
}

/** Opens the same text again. */
function reload({ fake, storage }: ReturnType<typeof open>) {
  vi.clearAllTimers();
  return open({ fake, storage });
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('typed text', () => {
  test('is saved after a pause in typing, and shown as saved', async () => {
    const { server, autosave, draft, writeAndWait } = open();
    await autosave.load();
    await writeAndWait('The', 1_000);
    await writeAndWait('The Star', 1_499);
    expect(server.saves).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.stored).toMatchObject({ content: 'The Star', version: 1 });
    expect(autosave.$state.get()).toMatchObject({ name: 'saved', savedAt: '2026-11-21T10:32:00.000Z' });
    expect(draft.$fields.get()).toMatchObject({ version: '1', isSaved: 'yes' });
  });

  test('is saved with its cards, which stay when only text changes', async () => {
    const star = { card: 'the-star', isReversed: true, position: 'Near ' };
    const { server, autosave, draft, writeAndWait } = open();
    await autosave.load();
    autosave.write({ ...text(''), cards: serializeCards([star]) });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server).toMatchObject({ saves: 1, stored: { cards: [{ ...star, position: 'Near' }] } });
    await writeAndWait('The Star', 60_000);
    const stored = { content: 'The Star', cards: [{ card: 'the-star' }] };
    expect(server).toMatchObject({ saves: 2, stored });
    expect(parseCards(draft.$fields.get()?.cards)).toEqual([star]);
  });

  test('conflicts even when only cards were chosen', async () => {
    const { autosave, draft, state } = open({ stored: saved('Theirs', 3) });
    const sun = { card: 'the-sun', isReversed: false, position: '' };
    autosave.write({ ...text(''), cards: serializeCards([sun]) });
    await autosave.load();
    expect(state()).toBe('conflict');
    autosave.takeTheirs();
    expect(draft.$fields.get()).toMatchObject({ content: 'Theirs', cards: '' });
  });

  test('is saved after five seconds of uninterrupted typing', async () => {
    const { server, writeAndWait } = open();
    for (let second = 0; second <= 5; second += 1) await writeAndWait(`The Star ${second}`, 1_000);
    expect(server.stored?.content).toBe('The Star 4');
  });

  test('is saved again when it changes during a save', async () => {
    const slow = Promise.withResolvers<void>();
    const { server, state, writeAndWait } = open({
      beforeSave: ({ version }) => version === 0 && slow.promise,
    });
    await writeAndWait('The Star', 1_500);
    expect(state()).toBe('saving');
    slow.resolve();
    await writeAndWait('The Star shines', 2_000);
    expect(server.stored).toMatchObject({ content: 'The Star shines', version: 2 });
  });

  test('is not saved after the reading is submitted', async () => {
    const { server, autosave, content } = open();
    autosave.write(text('The Star'));
    autosave.end();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([server.saves, content()]).toEqual([0, undefined]);
  });
});

describe('a save that fails', () => {
  test('is shown, and retried until it succeeds', async () => {
    const beforeSave = vi.fn(() => Promise.reject(noAnswerError('unreachable')));
    const { server, autosave, state, writeAndWait } = open({ beforeSave });
    await writeAndWait('The Star', 1_500);
    expect(autosave.$state.get()).toMatchObject({
      name: 'unsaved',
      problem: expect.stringContaining('couldn’t reach the server'),
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.stored).toBeNull();
    beforeSave.mockResolvedValue(undefined as never);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([server.stored?.content, state()]).toEqual(['The Star', 'saved']);
  });

  test('because the session ended resumes only after the next sign-in', async () => {
    const beforeSave = vi.fn(async () => {});
    beforeSave.mockRejectedValueOnce(anApiError(401, 'unauthenticated', 'Please sign in first.'));
    const { server, autosave, work, writeAndWait } = open({ beforeSave });
    await writeAndWait('The Star', 60_000);
    expect(work.$sessionEnded.get()).toBe('Please sign in again.');
    expect(beforeSave).toHaveBeenCalledTimes(1);
    autosave.resume();
    await flushPromises();
    expect(server.stored?.content).toBe('The Star');
  });

  test.each([
    [404, 'order_not_found'],
    [409, 'order_conflict'],
  ])('because the order is gone (%i, %s) is not retried, but reported', async (status, code) => {
    const onGone = vi.fn();
    const beforeSave = vi.fn(() => Promise.reject(anApiError(status, code, 'It is gone.')));
    const { autosave, content, writeAndWait } = open({ beforeSave, onGone });
    await writeAndWait('The', 60_000);
    await writeAndWait('The Star', 60_000);
    expect(await autosave.flush()).toBe(false);
    expect(autosave.$state.get()).toEqual({ name: 'ended', why: 'It is gone.' });
    expect(beforeSave).toHaveBeenCalledTimes(1);
    expect(onGone).toHaveBeenCalledTimes(1);
    expect(content()).toBe('The Star');
  });
});

describe('a text that another window saved', () => {
  test('is shown when nothing was typed here', async () => {
    const held = 'The payment of this order is being checked.';
    const stored = { ...saved('Written there', 3), begunBy: 'reader2', held };
    const { autosave, draft } = open({ stored });
    await autosave.load();
    expect(draft.$fields.get()).toMatchObject({ content: 'Written there', version: '3', isSaved: 'yes' });
    expect(autosave.$state.get()).toMatchObject({ name: 'saved', begunBy: 'reader2', held });
  });

  test('replaces an older text saved here, even when submitting', async () => {
    const opened = open();
    const { server, autosave, state, content } = opened;
    autosave.write(text('Written here'));
    await autosave.flush();
    server.stored = saved('Written there', 2);
    const again = reload(opened);
    await again.autosave.load();
    expect(again.content()).toBe('Written there');
    server.stored = saved('And more', 3);
    await autosave.flush();
    expect([state(), server.saves, content()]).toEqual(['saved', 1, 'And more']);
  });

  test('is not overwritten before the writer chooses', async () => {
    const { server, autosave, writeAndWait } = open();
    await autosave.load();
    server.stored = saved('Written there', 1);
    autosave.write(text('Written here'));
    expect(await autosave.flush()).toBe(false);
    expect(autosave.$state.get()).toEqual({ name: 'conflict', theirs: saved('Written there', 1) });
    await writeAndWait('Written here', 60_000);
    expect(server.stored.content).toBe('Written there');
    autosave.keepMine();
    await flushPromises();
    expect(server.stored.content).toBe('Written here');
  });

  test.each([
    ['an empty text here takes the text saved elsewhere', ' ', 'Written there', 'Written there'],
    ['the text here replaces an empty one', 'Written here', ' \n', 'Written here'],
  ])('replaces without a question when nothing can be lost: %s', async (_what, here, there, kept) => {
    const { server, autosave, state, content, writeAndWait } = open();
    await autosave.load();
    server.stored = saved(there, 3);
    await writeAndWait(here, 5_000);
    expect([state(), content(), server.stored?.content]).toEqual(['saved', kept, kept]);
  });
});

describe('a refused save', () => {
  test('is repeated after the reading was submitted and returned', async () => {
    const asked = Promise.withResolvers<void>();
    const { server, autosave, state, writeAndWait } = open({ asked: asked.promise });
    autosave.write(text('The first version'));
    await autosave.flush();
    server.stored = null;
    await writeAndWait('The second', 1_500);
    expect(state()).toBe('loading');
    await writeAndWait('The second version', 3_000);
    asked.resolve();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.stored).toMatchObject({ content: 'The second version' });
    server.stored = null;
    await writeAndWait('The third version', 5_000);
    expect(server.stored).toMatchObject({ content: 'The third version', version: 1 });
    expect(state()).toBe('saved');
  });

  test('does not conflict with a save whose answer was lost', async () => {
    let isAnswerLost = true;
    const { server, state, writeAndWait } = open({
      afterSave() {
        if (isAnswerLost) throw noAnswerError('unreachable');
      },
    });
    await writeAndWait('Sent', 1_500);
    isAnswerLost = false;
    await writeAndWait('Sent, and typed on', 5_000);
    expect(state()).toBe('saved');
    expect(server.stored).toMatchObject({ content: 'Sent, and typed on', version: 2 });
  });
});

test('saves nothing until the draft is loaded', async () => {
  const asked = Promise.withResolvers<void>();
  const { fake, autosave, storage } = open();
  autosave.write(text('Typed and closed'));
  vi.clearAllTimers();
  const again = open({ fake, storage, asked: asked.promise });
  void again.autosave.load();
  await again.writeAndWait('Typed and closed, and typed on', 2_000);
  asked.resolve();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(again.content()).toBe('Typed and closed, and typed on');
  expect(again.server.stored?.content).toBe('Typed and closed, and typed on');
});

test('saves unsaved text after a reload and drops a submitted one', async () => {
  const opened = open();
  opened.autosave.write(text('Typed and closed'));
  await reload(opened).autosave.load();
  await flushPromises();
  expect(opened.server.stored?.content).toBe('Typed and closed');
  opened.server.stored = null;
  const again = reload(opened);
  await again.autosave.load();
  expect([again.content(), again.server.saves]).toEqual([undefined, 1]);
});
