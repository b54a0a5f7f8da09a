import { expect, test, vi } from 'vitest';
import type { Reading } from '../../shared/readings/readings.ts';
import { aDeskBase, aReading } from '../desk/desk-testing.ts';
import { deferred, settle } from '../store-testing.ts';
import { createReadings } from './readings.ts';

const one = aReading({ id: 'w1', orderId: 'o1' });
const two = aReading({ id: 'w2', orderId: 'o2' });
const colleagues = aReading({ id: 'w9', orderId: 'o9', undoForMs: 60_000 });

/** Somebody decides on readings, while one that a colleague has approved can still be undone. */
async function setUp() {
  const undoApproval = vi.fn(async (_id: string): Promise<Reading> => aReading());
  const approveReading = vi.fn(async (id: string): Promise<Reading> => aReading({ id, undoForMs: 60_000 }));
  const rejectReading = async () => aReading();
  const heldReadings = async () => [colleagues];
  const { desk, toasts } = aDeskBase({ heldReadings, approveReading, rejectReading, undoApproval });
  const readings = createReadings(desk);
  readings.$held.listen(() => {});
  await settle();
  return { readings, approveReading, undone: () => undoApproval.mock.calls.map(([id]) => id), toasts };
}

test('one’s last approval is undone once, and not the one before it', async () => {
  const { readings, undone, toasts } = await setUp();
  await readings.approve(one);
  await readings.approve(two);
  expect(await readings.undoLast()).toBe(true);
  expect(await readings.undoLast()).toBe(false);
  expect(undone()).toEqual(['w2']);
  expect(toasts.shown.at(-1)?.title).toBe('Nothing to Undo');
});

test('a key that is pressed twice undoes once', async () => {
  const { readings, undone } = await setUp();
  await readings.approve(one);
  await Promise.all([readings.undoLast(), readings.undoLast()]);
  expect(undone()).toEqual(['w1']);
});

test('an approval of a colleague is never what was decided here last', async () => {
  const { readings, undone, toasts } = await setUp();
  expect(readings.$held.get()).toHaveLength(1);
  expect(await readings.undoLast()).toBe(false);
  expect(undone()).toEqual([]);
  expect(toasts.shown.at(-1)).toEqual({
    title: 'Nothing to Undo',
    description: 'This undoes your own last decision, as long as it is an approval whose email waits.',
  });
});

test('after a rejection, the approval before it stays', async () => {
  const { readings, undone } = await setUp();
  await readings.approve(one);
  await readings.reject(two);
  expect(await readings.undoLast()).toBe(false);
  expect(undone()).toEqual([]);
});

test('while another decision is on its way, the one before it stays', async () => {
  const { readings, approveReading, undone } = await setUp();
  await readings.approve(one);
  const answer = deferred<Reading>();
  approveReading.mockImplementationOnce(() => answer.promise);
  const approving = readings.approve(two);
  expect(await readings.undoLast()).toBe(false);
  answer.resolve(aReading({ id: 'w2', undoForMs: 60_000 }));
  await approving;
  expect(await readings.undoLast()).toBe(true);
  expect(undone()).toEqual(['w2']);
});
