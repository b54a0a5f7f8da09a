import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Reading } from '../../shared/readings/readings.ts';
import { writeCards } from '../cards/kept-cards.ts';
import { commentDraft, writeUnsent } from '../comments/unsent-comments.ts';
import { aDeskBase, aReading } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { anApiError, lookAt } from '../store-testing.ts';
import { createReadings, type ReadingDraft } from './readings.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const hour = 3_600_000;
const star = { card: 'the-star', isReversed: false, position: 'Past' };
const newer = anApiError(409, 'reading_conflict', 'There is a newer version.');

function setUp(calls: Partial<StaffApi>) {
  const { desk, toasts } = aDeskBase(calls);
  return { readings: createReadings(desk), toasts, drafts: desk.drafts };
}

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

describe('an approval', () => {
  const approved = (undoForMs: number | null) => async () => aReading({ undoForMs });
  const countOf = (readings: ReturnType<typeof setUp>['readings']) => readings.$held.get().length;

  test.each([hour, -hour])(
    'can be undone until the mail leaves, with a clock that is %d ms wrong',
    async (wrong) => {
      vi.setSystemTime(now + wrong);
      const undoUntil = '2026-11-20T12:01:00.000Z';
      const { readings } = setUp({ approveReading: async () => aReading({ undoUntil, undoForMs: 60_000 }) });
      await readings.approve(aReading());
      vi.advanceTimersByTime(59_999);
      expect(countOf(readings)).toBe(1);
      vi.advanceTimersByTime(1);
      expect(countOf(readings)).toBe(0);
    },
  );

  test('can be undone after a reload too, for as long as the server says', async () => {
    vi.setSystemTime(now - hour);
    const { readings } = setUp({ heldReadings: async () => [aReading({ undoForMs: 20_000 })] });
    await lookAt(readings.$held);
    expect(readings.$held.get()).toMatchObject([{ undoUntil: now - hour + 20_000 }]);
    vi.advanceTimersByTime(20_000);
    expect(countOf(readings)).toBe(0);
  });

  test('that comes after an undone one can be undone for as long as the first', async () => {
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

  test('whose mail left at once offers no undo', async () => {
    const { readings, toasts } = setUp({ approveReading: approved(null) });
    await readings.approve(aReading());
    expect(toasts.shown).toMatchObject([{ title: 'Reading Approved' }]);
    expect(toasts.shown[0]?.action).toBeUndefined();
  });
});

test('the versions of a reading that comes back are those of its newest text', async () => {
  const version = (revision: number) => ({ revision, content: '', cards: [], author: 'rita', createdAt: '' });
  const all = [version(1)];
  const { readings } = setUp({ revisions: async () => [...all] });
  const look = async (reading: Reading) => {
    const { $state } = readings.revisionsOf(reading);
    await lookAt($state);
    return $state.get().data;
  };
  expect(await look(aReading())).toEqual([version(1)]);
  all.unshift(version(2));
  expect(await look(aReading({ revision: 2 }))).toEqual(all);
});

describe('an edit', () => {
  test('says which version and which notes it replaces', async () => {
    const editReading = vi.fn(async (): Promise<Reading> => aReading()).mockRejectedValueOnce(newer);
    const { readings } = setUp({ editReading });
    readings.beginEdit(aReading({ internalNotes: 'Old.' }));
    expect(await readings.saveEdit(aReading())).toBe(false);
    expect(editReading).toHaveBeenLastCalledWith('w1', { content: 'You will find your way.', revision: 1 });

    readings.keepMine(aReading({ revision: 2, internalNotes: 'New.' }));
    expect(await readings.saveEdit(aReading({ revision: 2 }))).toBe(true);
    expect(editReading).toHaveBeenLastCalledWith('w1', {
      content: 'You will find your way.',
      internalNotes: 'Old.',
      notesSeen: 'New.',
      revision: 2,
    });
  });

  test('sends the cards when they were changed, and leaves them alone otherwise', async () => {
    const editReading = vi.fn(async (): Promise<Reading> => aReading());
    const { readings } = setUp({ editReading });
    const reading = aReading({ cards: [star] });
    const edit = { content: reading.content, revision: 1 };
    readings.beginEdit(reading);
    await readings.saveEdit(reading);
    const typed = { content: reading.content, internalNotes: '', notesSeen: '', revision: '1', cards: '' };
    readings.editDraft('w1').write(typed);
    await readings.saveEdit(reading);
    expect(editReading.mock.calls).toEqual([
      ['w1', edit],
      ['w1', { ...edit, cards: [] }],
    ]);
  });

  test('that begins with a text from elsewhere takes its cards and notes along, and keeps the old notes', () => {
    const { readings } = setUp({});
    const cards = writeCards([star]);
    const reading = aReading({ internalNotes: 'Old.' });
    const begin = (typed: ReadingDraft) => {
      readings.beginEdit(reading, typed);
      return readings.editDraft('w1').$fields.get();
    };
    const mine = { content: 'Mine', cards, internalNotes: 'New.' };
    expect(begin(mine)).toMatchObject({ ...mine, internalNotes: 'Old.\n\nNew.', notesSeen: 'Old.' });
    const nothing = begin({ content: '', cards: '', internalNotes: ' ' });
    expect(nothing).toMatchObject({ content: reading.content, cards: '', internalNotes: 'Old.' });
  });
});

test('a rejection sends what was typed, also the open comment, on the newest version, and then forgets it', async () => {
  const rejectReading = vi.fn(async (): Promise<Reading> => aReading()).mockRejectedValueOnce(newer);
  const { readings, drafts } = setUp({ rejectReading });
  const draft = commentDraft(drafts, 'w1');
  const typed = () => [draft.$fields.get(), readings.feedbackDraft('w1').$fields.get()];
  const comment = { from: 4, to: 8, text: 'Must they?', quote: 'will' };
  const open = { ...comment, text: 'Must you?', changed: 0 };
  writeUnsent(draft, aReading(), { list: [comment], open });
  readings.feedbackDraft('w1').write({ feedback: ' Longer. ' });
  expect(await readings.reject(aReading())).toBe(false);
  expect(typed()).not.toContain(null);
  expect(await readings.reject(aReading({ revision: 2, content: `So: ${aReading().content}` }))).toBe(true);
  const comments = [{ from: 8, to: 12, text: 'Must you?' }];
  expect(rejectReading).toHaveBeenLastCalledWith('w1', { revision: 2, feedback: 'Longer.', comments });
  expect(typed()).toEqual([null, null]);
});

test('internal notes are saved alone, also when they are emptied, and never for a reading that is gone', async () => {
  const gone = anApiError(404, 'reading_not_found', 'There is no such reading.');
  const editReading = vi.fn(async () => aReading()).mockRejectedValueOnce(gone);
  const { readings, toasts } = setUp({ pendingReadings: async () => [aReading()], editReading });
  const notFound = { title: 'Update Failed', description: 'Reading not found' };
  expect(await readings.saveNotes('o1'), 'it is on no list').toBe(false);
  await lookAt(readings.pending.$state);
  expect(await readings.saveNotes('o1'), 'the server has it no more').toBe(false);
  expect(toasts.shown).toMatchObject([notFound, notFound]);
  readings.notesDraft('w1').write({ internalNotes: '', notesSeen: 'Old.' });
  expect(await readings.saveNotes('o1')).toBe(true);
  expect(editReading).toHaveBeenLastCalledWith('w1', { internalNotes: '', notesSeen: 'Old.' });
});
