import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reading } from '../../shared/readings/reading-schema.ts';
import { aReading, aSecondReading, setUpDesk } from '../desk/desk-testing.ts';
import { createReadings } from './reading-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const one = aReading();
const two = aSecondReading();

/** The first reading was approved a moment ago, and its mail still waits. */
async function approveOne() {
  const undoApproval = vi.fn(async (_id: string): Promise<Reading> => aReading());
  const approveReading = vi.fn(async (id: string): Promise<Reading> => aReading({ id, undoForMs: 60_000 }));
  const { desk, toasts } = setUpDesk({ approveReading, rejectReading: async () => aReading(), undoApproval });
  const readings = createReadings(desk);
  await readings.approve(one);
  return { readings, approveReading, undone: () => undoApproval.mock.calls.map(([id]) => id), toasts };
}

test('undoes only the last approval, and only once', async () => {
  const { readings, undone, toasts } = await approveOne();
  vi.advanceTimersByTime(500);
  await readings.approve(two);
  expect(await Promise.all([readings.undoLast(), readings.undoLast()])).toEqual([true, false]);
  expect(await readings.undoLast()).toBe(false);
  expect(undone()).toEqual(['w2']);
  expect(toasts.shown.at(-1)?.title).toBe('Nothing to Undo');
});

test('does not undo an older approval after a rejection', async () => {
  const { readings, undone } = await approveOne();
  await readings.reject(two);
  expect(await readings.undoLast()).toBe(false);
  expect(undone()).toEqual([]);
});

test('undoes nothing while another decision is being sent', async () => {
  const { readings, approveReading, undone } = await approveOne();
  vi.advanceTimersByTime(500);
  const answer = Promise.withResolvers<Reading>();
  approveReading.mockImplementationOnce(() => answer.promise);
  const approving = readings.approve(two);
  expect(await readings.undoLast()).toBe(false);
  answer.resolve(aReading({ id: 'w2', undoForMs: 60_000 }));
  await approving;
  expect(await readings.undoLast()).toBe(true);
  expect(undone()).toEqual(['w2']);
});

test('blocks approving another reading for half a second after a decision', async () => {
  const { readings } = await approveOne();
  vi.advanceTimersByTime(499);
  expect(readings.$hasJustMoved.get()).toBe(true);
  expect(await readings.approve(two)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(readings.$hasJustMoved.get()).toBe(false);
  expect(await readings.approve(two)).toBe(true);
  await readings.undoApproval(one);
  expect(readings.$hasJustMoved.get(), 'the reading that is back was seen').toBe(false);
});
