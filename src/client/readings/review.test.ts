import { describe, expect, test } from 'vitest';
import type { Reading } from '../../shared/readings/readings.ts';
import { aDeskBase, aReading } from '../desk/desk-testing.ts';
import { settle } from '../store-testing.ts';
import { createReadings } from './readings.ts';
import { createReview } from './review.ts';

const { order } = aReading();
const numbered = (number: number) =>
  aReading({
    id: `w${number}`,
    orderId: `o${number}`,
    order: { ...order, orderNumber: `CT-00000${number}` },
  });

/** Three readings are pending, and somebody looks at them. */
async function setUp(search = '?tab=approvals') {
  let rows = [numbered(1), numbered(2), numbered(3)];
  const decide = async (id: string): Promise<Reading> => {
    const decided = rows.find((reading) => reading.id === id) ?? aReading();
    rows = rows.filter((reading) => reading.id !== id);
    return { ...decided, undoForMs: 60_000 };
  };
  const { desk, addressBar } = aDeskBase(
    {
      pendingReadings: async () => [...rows],
      approveReading: decide,
      rejectReading: decide,
      undoApproval: async () => aReading(),
    },
    { search },
  );
  const readings = createReadings(desk);
  const review = createReview(desk, readings);
  readings.pending.$state.listen(() => {});
  await settle();
  const { url } = desk;
  return { readings, review, url, addressBar, chosen: () => review.$chosen.get() };
}

describe('the reading that is open', () => {
  test('stands in the address, and one step back leads to the list however many were read', async () => {
    const { review, addressBar, chosen } = await setUp();
    review.choose(numbered(1));
    review.step(1);
    expect(addressBar.history).toEqual(['?tab=approvals', '?tab=approvals&reading=CT-000002']);
    addressBar.back();
    expect(chosen()).toBe('');
  });

  test('is left by the way it was opened', async () => {
    const { review, addressBar } = await setUp();
    review.choose(numbered(1));
    review.leave();
    expect(addressBar.history).toEqual(['?tab=approvals']);

    const linked = await setUp('?tab=approvals&reading=CT-000002');
    expect(linked.chosen()).toBe('CT-000002');
    linked.review.leave();
    expect(linked.addressBar.history).toEqual(['?tab=approvals']);
  });

  test('is walked from one to the next, from the list itself to its ends, and not past them', async () => {
    const { review, chosen } = await setUp();
    const walked = ([1, 1, 1, 1, -1] as const).map((by) => {
      review.step(by);
      return chosen();
    });
    expect(walked).toEqual(['CT-000001', 'CT-000002', 'CT-000003', 'CT-000003', 'CT-000002']);
    review.leave();
    review.step(-1);
    expect(chosen()).toBe('CT-000003');
  });
});

describe('after a decision', () => {
  test('the next one is open, after the last one the one before, and after all of them the list', async () => {
    const { readings, review, chosen } = await setUp();
    review.choose(numbered(2));
    await readings.approve(numbered(2));
    expect(chosen()).toBe('CT-000003');
    await settle();
    await readings.reject(numbered(3));
    expect(chosen()).toBe('CT-000001');
    await settle();
    await readings.approve(numbered(1));
    expect(chosen()).toBe('');
  });

  test('on another one, what is open stays open', async () => {
    const { readings, review, chosen } = await setUp();
    review.choose(numbered(2));
    await readings.approve(numbered(1));
    expect(chosen()).toBe('CT-000002');
  });

  test('that is undone, its reading is open again, unless somebody has turned to another tab', async () => {
    const { readings, review, chosen } = await setUp();
    review.choose(numbered(1));
    await readings.approve(numbered(1));
    await readings.undoApproval(numbered(1));
    expect(chosen()).toBe('CT-000001');

    const elsewhere = await setUp('');
    await elsewhere.readings.undoApproval(numbered(1));
    expect(elsewhere.addressBar.history).toEqual(['']);
  });

  test('in the order that lies over it, the next one is there once that is closed, and one step leads to the list', async () => {
    const { readings, review, url, addressBar, chosen } = await setUp();
    review.choose(numbered(1));
    url.update({ order: 'o1' }, 'push');
    await readings.approve(numbered(1));
    addressBar.back();
    expect(chosen()).toBe('CT-000002');
    expect(addressBar.history).toEqual(['?tab=approvals', '?tab=approvals&reading=CT-000002']);
    review.leave();
    expect(addressBar.history).toEqual(['?tab=approvals']);
  });

  test('in the order that lies over it, and undone there, it is open still', async () => {
    const { readings, review, url, addressBar, chosen } = await setUp();
    review.choose(numbered(1));
    url.update({ order: 'o1' }, 'push');
    await readings.approve(numbered(1));
    await readings.undoApproval(numbered(1));
    addressBar.back();
    expect(chosen()).toBe('CT-000001');
  });

  test('on one after another in their orders, what follows the last of them is there', async () => {
    const { readings, review, url, addressBar, chosen } = await setUp();
    review.choose(numbered(1));
    url.update({ order: 'o1' }, 'push');
    await readings.approve(numbered(1));
    await settle();
    url.update({ order: 'o2' });
    await readings.reject(numbered(2));
    await settle();
    addressBar.back();
    expect(chosen()).toBe('CT-000003');
    url.update({ order: 'o3' }, 'push');
    await readings.reject(numbered(3));
    addressBar.back();
    expect(addressBar.history).toEqual(['?tab=approvals']);
  });

  test('in an order, whoever has left for another tab is not called back', async () => {
    const { readings, review, url, chosen } = await setUp();
    review.choose(numbered(1));
    url.update({ order: 'o1' }, 'push');
    await readings.approve(numbered(1));
    url.update({ tab: '', order: '', reading: '' }, 'push');
    expect(chosen()).toBe('');
  });
});
