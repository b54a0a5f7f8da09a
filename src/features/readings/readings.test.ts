import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anApiError, listenTo } from '../../lib/store-testing.ts';
import type { Reading } from '../../shared/readings/reading-schema.ts';
import { aReading, aVersion, setUpDesk } from '../desk/desk-testing.ts';
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
  const countOf = (readings: ReturnType<typeof setUp>['readings']) => readings.$held.get().length;

  test.each([hour, -hour])('can be undone until sent, even with a clock %d ms off', async (wrong) => {
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
      approveReading: async () => aReading({ undoForMs: 60_000 }),
      undoApproval: async () => aReading(),
    });
    await readings.approve(aReading());
    vi.advanceTimersByTime(50_000);
    await readings.undoApproval(aReading());
    await readings.approve(aReading());
    vi.advanceTimersByTime(59_999);
    expect(countOf(readings)).toBe(1);
  });
});

test('fetches the versions again when a newer text arrives', async () => {
  const versions = [aVersion(1)];
  const { readings } = setUp({ revisions: async () => [...versions] });
  const look = async (reading: Reading) => {
    const { $state } = readings.revisionsOf(reading);
    await listenTo($state);
    return $state.get().data;
  };
  expect(await look(aReading())).toEqual([aVersion(1)]);
  versions.unshift(aVersion(2));
  expect(await look(aReading({ revision: 2 }))).toEqual(versions);
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
    readings.editDraft('w1').write({ content: reading.content, revision: '1', cards: '' });
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
