import { expect, test } from 'vitest';
import { aDeskBase } from '../desk/desk-testing.ts';
import type { Switches } from '../desk/kept-switches.ts';
import { anApiError, deferred, settle } from '../store-testing.ts';
import { createSwitches } from './switches.ts';

type Name = 'refunds' | 'disputes' | 'lateReadings';

const allOn: Switches<Name> = { refunds: true, disputes: true, lateReadings: true };

async function setUp({ refusal, whenVisible }: { refusal?: Error; whenVisible?: () => Promise<void> } = {}) {
  const { desk, toasts } = aDeskBase({}, { ...(whenVisible && { whenVisible }) });
  const server = { kept: allOn, sent: [] as boolean[] };
  const switches = createSwitches(desk, {
    key: 'mails',
    read: async () => server.kept,
    change: async (all: Switches<Name>) => {
      if (refusal) throw refusal;
      server.kept = all;
      server.sent.push(all.refunds);
    },
    said: { on: 'This is sent.', off: 'This is not sent.' },
  });
  const seen: (boolean | undefined)[] = [];
  switches.$switches.subscribe((all) => seen.push(all?.refunds));
  await settle();
  return { switches, server, seen, toasts };
}

test('a switch is as it was set, also while it is on its way', async () => {
  const { switches, server, seen, toasts } = await setUp();
  expect(await switches.turn('refunds', false)).toBe(true);
  expect(server.kept).toEqual({ refunds: false, disputes: true, lateReadings: true });
  expect(new Set(seen)).toEqual(new Set([undefined, true, false]));
  expect(seen.lastIndexOf(true)).toBeLessThan(seen.indexOf(false));
  expect(toasts.shown).toMatchObject([{ title: 'Setting Updated', description: 'This is not sent.' }]);
  await switches.turn('refunds', true);
  expect(toasts.shown[1]).toMatchObject({ title: 'Setting Updated', description: 'This is sent.' });
});

test('of two that are pressed in a row neither undoes the other', async () => {
  const { switches, server } = await setUp();
  await Promise.all([switches.turn('refunds', false), switches.turn('lateReadings', false)]);
  expect(server.kept).toEqual({ refunds: false, disputes: true, lateReadings: false });
  expect(switches.$switches.get()).toEqual(server.kept);
});

test.each(['the answer', 'the settings'])(
  'a switch that is pressed again before %s came is as it was pressed last',
  async (waitedFor) => {
    const { promise, resolve } = deferred<void>();
    const { desk, toasts } = aDeskBase({});
    const sent: boolean[] = [];
    let kept = allOn;
    const switches = createSwitches<Name>(desk, {
      key: 'mails',
      async read() {
        if (sent.length > 0 && waitedFor === 'the settings') await promise;
        return kept;
      },
      async change(all) {
        sent.push(all.refunds);
        if (waitedFor === 'the answer') await promise;
        kept = all;
      },
      said: { on: 'This is sent.', off: 'This is not sent.' },
    });
    switches.$switches.listen(() => {});
    await settle();
    const presses = [switches.turn('refunds', false)];
    await settle();
    presses.push(switches.turn('refunds', true));
    expect(switches.$switches.get()?.refunds).toBe(true);
    resolve();
    expect(await Promise.all(presses)).toEqual([true, true]);
    expect([sent, kept, switches.$switches.get()]).toEqual([[false, true], allOn, allOn]);
    expect(toasts.shown).toMatchObject([{ description: 'This is sent.' }]);
  },
);

test('a switch that is pressed again while the page is hidden is sent at once, and told of later', async () => {
  const visible = deferred<void>();
  const { switches, server, toasts } = await setUp({ whenVisible: () => visible.promise });
  const presses = [switches.turn('refunds', false)];
  await settle();
  presses.push(switches.turn('refunds', true), switches.turn('refunds', false));
  await settle();
  presses.push(switches.turn('refunds', true));
  await settle();
  expect(server.sent).toEqual([false, false, true]);
  expect(toasts.shown).toEqual([]);
  visible.resolve();
  expect(await Promise.all(presses)).toEqual([true, true, true, true]);
  expect(toasts.shown).toMatchObject([{ description: 'This is sent.' }]);
  expect(switches.$switches.get()).toEqual(allOn);
});

test('what could not be switched is shown as it was', async () => {
  const { switches, seen, toasts } = await setUp({ refusal: anApiError(500, 'internal_error', '') });
  expect(await switches.turn('disputes', false)).toBe(false);
  expect(switches.$switches.get()).toEqual(allOn);
  expect(seen.at(-1)).toBe(true);
  expect(toasts.shown).toMatchObject([{ title: 'Update Failed' }]);
});

test('nothing is sent before it is known what is on', async () => {
  const { desk } = aDeskBase({});
  const sent: unknown[] = [];
  const switches = createSwitches<Name>(desk, {
    key: 'mails',
    read: () => new Promise(() => {}),
    change: async (all) => sent.push(all),
    said: { on: '', off: '' },
  });
  switches.$switches.listen(() => {});
  expect(await switches.turn('refunds', false)).toBe(false);
  expect(sent).toEqual([]);
});

test('one that is pressed while another is on its way is sent after it, and not before', async () => {
  const { promise, resolve } = deferred<void>();
  const { desk } = aDeskBase({});
  const sent: Switches<Name>[] = [];
  const switches = createSwitches<Name>(desk, {
    key: 'mails',
    read: async () => sent.at(-1) ?? allOn,
    async change(all) {
      sent.push(all);
      await promise;
    },
    said: { on: '', off: '' },
  });
  switches.$switches.listen(() => {});
  await settle();
  const presses = [switches.turn('refunds', false), switches.turn('disputes', false)];
  await settle();
  expect(sent).toHaveLength(1);
  resolve();
  await Promise.all(presses);
  expect(sent.at(-1)).toEqual({ ...allOn, refunds: false, disputes: false });
});
