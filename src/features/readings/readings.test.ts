import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anApiError, listenTo } from '../../lib/store-testing.ts';
import type { Reading } from '../../shared/readings/reading-schema.ts';
import { aReading, setUpDesk } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { serializeCards } from './cards/serialize-cards.ts';
import { changesReading, createReadings, type ReadingDraft } from './reading-store.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const hour = 3_600_000;
const star = { card: 'the-star', isReversed: false, position: 'Past' };
const newer = anApiError(409, 'reading_conflict', 'There is a newer version.');

function setUp(calls: Partial<StaffApi>) {
  const { desk, toasts } = setUpDesk(calls);
  return { readings: createReadings(desk), toasts, drafts: desk.drafts };
}

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

describe('an approval', () => {
  const approved = (undoForMs: number | null) => async () => aReading({ undoForMs });
  const countOf = (readings: ReturnType<typeof setUp>['readings']) => readings.$held.get().length;

  test.each([hour, -hour])('can be undone until the mail leaves, with a clock %d ms off', async (wrong) => {
    vi.setSystemTime(now + wrong);
    const undoUntil = '2026-11-20T12:01:00.000Z';
    const { readings } = setUp({ approveReading: async () => aReading({ undoUntil, undoForMs: 60_000 }) });
    await readings.approve(aReading());
    vi.advanceTimersByTime(59_999);
    expect(countOf(readings)).toBe(1);
    vi.advanceTimersByTime(1);
    expect(countOf(readings)).toBe(0);
  });

  test('can still be undone after a reload, until the server’s deadline', async () => {
    vi.setSystemTime(now - hour);
    const { readings } = setUp({ heldReadings: async () => [aReading({ undoForMs: 20_000 })] });
    await listenTo(readings.$held);
    expect(readings.$held.get()).toMatchObject([{ undoUntil: now - hour + 20_000 }]);
    vi.advanceTimersByTime(20_000);
    expect(countOf(readings)).toBe(0);
  });

  test('made after an undo gets the full time to undo', async () => {
    const { readings } = setUp({
      approveReading: approved(60_000),
      undoApproval: async () => aReading(),
    });
    await readings.approve(aReading());
    vi.advanceTimersByTime(50_000);
    await readings.undoApproval(aReading());
    await readings.approve(aReading());
    vi.advanceTimersByTime(59_000);
    expect(countOf(readings)).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(countOf(readings)).toBe(0);
  });

  test('offers no undo when the mail has already left', async () => {
    const { readings, toasts } = setUp({ approveReading: approved(null) });
    await readings.approve(aReading());
    expect(toasts.shown).toMatchObject([{ title: 'Reading Approved' }]);
    expect(toasts.shown[0]?.action).toBeUndefined();
  });
});

test('fetches the versions again when a newer text arrives', async () => {
  const version = (revision: number) => ({ revision, content: '', cards: [], author: 'rita', createdAt: '' });
  const all = [version(1)];
  const { readings } = setUp({ revisions: async () => [...all] });
  const look = async (reading: Reading) => {
    const { $state } = readings.revisionsOf(reading);
    await listenTo($state);
    return $state.get().data;
  };
  expect(await look(aReading())).toEqual([version(1)]);
  all.unshift(version(2));
  expect(await look(aReading({ revision: 2 }))).toEqual(all);
});

describe('an edit', () => {
  test('sends the version it replaces and the notes typed with it', async () => {
    const editReading = vi.fn(async (): Promise<Reading> => aReading()).mockRejectedValueOnce(newer);
    const { readings } = setUp({ editReading });
    readings.beginEdit(aReading({ internalNotes: 'Old.' }));
    expect(await readings.saveEdit(aReading())).toBe(false);
    expect(editReading).toHaveBeenLastCalledWith('w1', { content: 'You will find your way.', revision: 1 });

    readings.notesOf('o1').write('New.', 'Old.');
    readings.keepMine(aReading({ revision: 2 }));
    expect(await readings.saveEdit(aReading({ revision: 2 }))).toBe(true);
    const edit = { content: 'You will find your way.', revision: 2 };
    expect(editReading).toHaveBeenLastCalledWith('w1', { ...edit, internalNotes: 'New.', notesSeen: 'Old.' });
  });

  test('counts as a change only if the text or the cards differ', () => {
    const { readings } = setUp({});
    const reading = aReading({ cards: [star] });
    readings.beginEdit(reading);
    const typed = () => readings.editDraft('w1').$fields.get();
    expect(changesReading(typed(), reading)).toBe(false);
    expect(changesReading(null, reading)).toBe(false);
    for (const change of [{ content: 'Another text.' }, { cards: '' }, { content: `${reading.content} ` }]) {
      readings.editDraft('w1').write({ content: reading.content, revision: '1', ...change });
      expect(changesReading(typed(), reading)).toBe(true);
    }
  });

  test('sends cards only if they changed', async () => {
    const editReading = vi.fn(async (): Promise<Reading> => aReading());
    const { readings } = setUp({ editReading });
    const reading = aReading({ cards: [star] });
    const edit = { content: reading.content, revision: 1 };
    readings.beginEdit(reading);
    await readings.saveEdit(reading);
    const typed = { content: reading.content, revision: '1', cards: '' };
    readings.editDraft('w1').write(typed);
    await readings.saveEdit(reading);
    expect(editReading.mock.calls).toEqual([
      ['w1', edit],
      ['w1', { ...edit, cards: [] }],
    ]);
  });

  test('starts with the given text and cards', () => {
    const { readings } = setUp({});
    const cards = serializeCards([star]);
    const reading = aReading();
    const begin = (typed: ReadingDraft) => {
      readings.beginEdit(reading, typed);
      return readings.editDraft('w1').$fields.get();
    };
    expect(begin({ content: 'Mine', cards })).toMatchObject({ content: 'Mine', cards });
    expect(begin({ content: '', cards: '' })).toMatchObject({ content: reading.content, cards: '' });
  });
});

test('sends feedback and the open comment, then clears them', async () => {
  const rejectReading = vi.fn(async (): Promise<Reading> => aReading()).mockRejectedValueOnce(newer);
  const { readings } = setUp({ rejectReading });
  const comments = readings.commentsOn('w1');
  const typed = () => [comments.draft.$fields.get(), readings.feedbackDraft('w1').$fields.get()];
  comments.type(comments.begin(aReading().content, { from: 4, to: 8 }), 'Must you?');
  readings.feedbackDraft('w1').write({ feedback: ' Longer. ' });
  expect(await readings.reject(aReading())).toBe(false);
  expect(typed()).not.toContain(null);
  expect(await readings.reject(aReading({ revision: 2, content: `So: ${aReading().content}` }))).toBe(true);
  expect(rejectReading).toHaveBeenLastCalledWith('w1', {
    revision: 2,
    feedback: 'Longer.',
    comments: [{ from: 8, to: 12, text: 'Must you?' }],
  });
  expect(typed()).toEqual([null, null]);
});
