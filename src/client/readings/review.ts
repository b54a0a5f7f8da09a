import { computed } from 'nanostores';
import type { Reading } from '../../shared/readings/readings.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Readings } from './readings.ts';

export function createReview({ url }: DeskBase, readings: Readings) {
  /** The number of an order; empty when no reading is open. */
  const $chosen = computed(url.$parameters, ({ reading = '' }) => reading);
  // Whether leaving may go back in the history instead of adding to it.
  let wasPushed = false;
  $chosen.listen((chosen) => {
    if (!chosen) wasPushed = false;
  });

  // Reads the list only if it is already loaded, and does not fetch it.
  const listed = () => readings.pending.$state.value?.data ?? [];

  function choose({ order: { orderNumber } }: Reading): void {
    const isFirst = !$chosen.get();
    // One step back leads to the list, however many were read after one another.
    url.update({ reading: orderNumber }, isFirst ? 'push' : 'replace');
    if (isFirst) wasPushed = true;
  }

  function leave(): void {
    // An order that covers the list would be closed instead.
    if (wasPushed && !url.$parameters.get().order) url.back();
    else url.update({ reading: '' });
  }

  readings.$moved.listen((moved) => {
    if (!moved || url.$parameters.get().tab !== 'approvals') return;
    const { reading, isPending } = moved;
    if (isPending) return choose(reading);
    if ($chosen.get() !== reading.order.orderNumber) return;
    const rows = listed();
    const at = rows.findIndex(({ id }) => id === reading.id);
    const next = rows[at + 1] ?? rows[at - 1];
    if (next) choose(next);
    else leave();
  });

  return {
    $chosen,
    choose,
    leave,
    step(by: 1 | -1): void {
      const rows = listed();
      const at = rows.findIndex(({ order }) => order.orderNumber === $chosen.get());
      const next = at === -1 ? rows.at(by === 1 ? 0 : -1) : rows[at + by];
      if (next) choose(next);
    },
  };
}
