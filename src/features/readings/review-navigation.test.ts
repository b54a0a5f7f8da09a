import { describe, expect, test } from 'vitest';
import { flushPromises, listenTo } from '../../lib/store-testing.ts';
import type { Reading } from '../../shared/readings/reading-schema.ts';
import { aReading, setUpDesk } from '../desk/desk-testing.ts';
import { createReadings, createReviewNavigation } from './reading-store.ts';

const { order } = aReading();
const numbered = (number: number) =>
  aReading({
    id: `w${number}`,
    orderId: `o${number}`,
    order: { ...order, orderNumber: `CT-00000${number}` },
  });

/** Three readings are pending, and an admin looks at them. */
async function setUp(search = '?tab=approvals') {
  let rows = [numbered(1), numbered(2), numbered(3)];
  const decide = async (id: string): Promise<Reading> => {
    const decided = rows.find((reading) => reading.id === id) ?? aReading();
    rows = rows.filter((reading) => reading.id !== id);
    return { ...decided, undoForMs: 60_000 };
  };
  const calls = { approveReading: decide, rejectReading: decide, undoApproval: async () => aReading() };
  // Each is read for a second.
  let time = 0;
  const own = { search, now: () => (time += 1_000) };
  const { desk, addressBar } = setUpDesk({ pendingReadings: async () => [...rows], ...calls }, own);
  const readings = createReadings(desk);
  const review = createReviewNavigation(desk, readings);
  await listenTo(readings.pending.$state);
  return {
    ...{ readings, review, addressBar, url: desk.url },
    chosen: () => review.$chosen.get(),
    /** Opens a reading, and its order over it. */
    openOrderOf(number: number) {
      review.choose(numbered(number));
      desk.url.update({ order: `o${number}` }, 'push');
    },
  };
}

test('closes the open reading with one step back, however many were read', async () => {
  const { review, addressBar, chosen } = await setUp();
  review.choose(numbered(1));
  review.step(1);
  expect(addressBar.history).toEqual(['?tab=approvals', '?tab=approvals&reading=CT-000002']);
  review.leave();
  expect(addressBar.history).toEqual(['?tab=approvals']);
  review.step(-1);
  expect(chosen(), 'from the list back').toBe('CT-000003');

  const linked = await setUp('?tab=approvals&reading=CT-000002');
  linked.review.leave();
  expect(linked.addressBar.history).toEqual(['?tab=approvals']);
});

describe('after a decision', () => {
  test('opens the next reading, then the previous one, then the list', async () => {
    const { readings, review, chosen } = await setUp();
    review.choose(numbered(2));
    await readings.approve(numbered(2));
    expect(chosen()).toBe('CT-000003');
    await flushPromises();
    await readings.reject(numbered(3));
    expect(chosen()).toBe('CT-000001');
    await flushPromises();
    await readings.reject(numbered(1));
    expect(chosen()).toBe('');
  });

  test('keeps the open reading when another one was decided', async () => {
    const { readings, review, chosen } = await setUp();
    review.choose(numbered(2));
    await readings.approve(numbered(1));
    expect(chosen()).toBe('CT-000002');
  });

  test('opens nothing when an approval is undone on another tab', async () => {
    const { readings, addressBar } = await setUp('');
    await readings.undoApproval(numbered(1));
    expect(addressBar.history).toEqual(['']);
  });

  test('shows the next reading once the order above it is closed', async () => {
    const { readings, url, openOrderOf, chosen } = await setUp();
    openOrderOf(1);
    await readings.approve(numbered(1));
    await flushPromises();
    url.update({ order: 'o2' });
    await readings.reject(numbered(2));
    await flushPromises();
    url.update({ order: '' });
    expect(chosen()).toBe('CT-000003');
    url.update({ order: 'o3' });
    await readings.reject(numbered(3));
    expect(url.$parameters.get()).toEqual({ tab: 'approvals', order: 'o3' });
  });

  test('keeps the reading open when the decision was undone', async () => {
    const { readings, url, openOrderOf, chosen } = await setUp();
    openOrderOf(1);
    await readings.approve(numbered(1));
    await readings.undoApproval(numbered(1));
    url.update({ order: '' });
    expect(chosen()).toBe('CT-000001');
  });
});
