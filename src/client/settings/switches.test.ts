import { expect, test } from 'vitest';
import { aDeskBase } from '../desk/desk-testing.ts';
import type { Switches } from '../desk/kept-switches.ts';
import { anApiError, deferred, settle } from '../store-testing.ts';
import { createSwitches } from './switches.ts';

type Name = 'refunds' | 'disputes' | 'lateReadings';

const allOn: Switches<Name> = { refunds: true, disputes: true, lateReadings: true };

/** Switches on a server that answers when `reading` and `changing` let it. */
async function setUp({
  whenVisible = () => Promise.resolve(),
  reading = async () => {},
  changing = async () => {},
}: { [wait in 'whenVisible' | 'reading' | 'changing']?: () => Promise<void> } = {}) {
  const { desk, toasts } = aDeskBase({}, { whenVisible });
  const server = { kept: allOn, sent: [] as Switches<Name>[] };
  const switches = createSwitches(desk, {
    key: 'mails',
    async read() {
      await reading();
      return server.kept;
    },
    async change(all: Switches<Name>) {
      server.sent.push(all);
      await changing();
      server.kept = all;
    },
    said: { on: 'This is sent.', off: 'This is not sent.' },
  });
  const seen: (boolean | undefined)[] = [];
  switches.$switches.subscribe((all) => seen.push(all?.refunds));
  await settle();
  return { switches, server, seen, toasts, refundsSent: () => server.sent.map(({ refunds }) => refunds) };
}

test('a switch is as it was set, also while it is on its way', async () => {
  const { switches, server, seen, toasts } = await setUp();
  expect(await switches.turn('refunds', false)).toBe(true);
  expect(server.kept).toEqual({ ...allOn, refunds: false });
  expect(new Set(seen)).toEqual(new Set([undefined, true, false]));
  expect(seen.lastIndexOf(true)).toBeLessThan(seen.indexOf(false));
  await switches.turn('refunds', true);
  expect(toasts.shown).toMatchObject([
    { title: 'Setting Updated', description: 'This is not sent.' },
    { title: 'Setting Updated', description: 'This is sent.' },
  ]);
});

test('a switch that is pressed again before the answer came is as it was pressed last', async () => {
  const { promise, resolve } = deferred<void>();
  const { switches, server, toasts, refundsSent } = await setUp({ changing: () => promise });
  const presses = [switches.turn('refunds', false)];
  await settle();
  presses.push(switches.turn('refunds', true));
  expect(switches.$switches.get()?.refunds).toBe(true);
  resolve();
  expect(await Promise.all(presses)).toEqual([true, true]);
  expect([refundsSent(), server.kept, switches.$switches.get()]).toEqual([[false, true], allOn, allOn]);
  expect(toasts.shown).toMatchObject([{ description: 'This is sent.' }]);
});

test('a switch that is pressed again while the page is hidden is sent at once, and told of later', async () => {
  const visible = deferred<void>();
  const { switches, toasts, refundsSent } = await setUp({ whenVisible: () => visible.promise });
  const presses = [switches.turn('refunds', false)];
  await settle();
  presses.push(switches.turn('refunds', true), switches.turn('refunds', false));
  await settle();
  presses.push(switches.turn('refunds', true));
  await settle();
  expect(refundsSent()).toEqual([false, false, true]);
  expect(toasts.shown).toEqual([]);
  visible.resolve();
  expect(await Promise.all(presses)).toEqual([true, true, true, true]);
  expect(toasts.shown).toMatchObject([{ description: 'This is sent.' }]);
  expect(switches.$switches.get()).toEqual(allOn);
});

test('what could not be switched is shown as it was', async () => {
  const { switches, seen, toasts } = await setUp({
    changing: () => Promise.reject(anApiError(500, 'internal_error', '')),
  });
  expect(await switches.turn('disputes', false)).toBe(false);
  expect(switches.$switches.get()).toEqual(allOn);
  expect(seen.at(-1)).toBe(true);
  expect(toasts.shown).toMatchObject([{ title: 'Update Failed' }]);
});

test('nothing is sent before it is known what is on', async () => {
  const { switches, server } = await setUp({ reading: () => new Promise(() => {}) });
  expect(await switches.turn('refunds', false)).toBe(false);
  expect(server.sent).toEqual([]);
});

test('one that is pressed while another is on its way is sent after it, and undoes nothing of it', async () => {
  const { promise, resolve } = deferred<void>();
  const { switches, server } = await setUp({ changing: () => promise });
  const presses = [switches.turn('refunds', false), switches.turn('disputes', false)];
  await settle();
  expect(server.sent).toHaveLength(1);
  resolve();
  await Promise.all(presses);
  expect(server.kept).toEqual({ ...allOn, refunds: false, disputes: false });
});
