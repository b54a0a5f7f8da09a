import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createAgenda } from './agenda.ts';

test('time stands still while another thread computes', async () => {
  const agenda = createAgenda(0, (error) => {
    throw error;
  });
  const seen: string[] = [];
  agenda.at(10, async () => {
    await agenda.hold(() => promisify(scrypt)('four cards', 'on the table', 64));
    seen.push(`computed at ${agenda.now()}`);
  });
  agenda.at(11, () => seen.push(`next at ${agenda.now()}`));
  await agenda.runUntil(20);
  expect(seen).toEqual(['computed at 10', 'next at 11']);
});

test('what is held and fails lets time go on', async () => {
  const agenda = createAgenda(0, () => {});
  agenda.at(10, () => agenda.hold(() => Promise.reject(new Error('It broke.'))));
  let ended = 0;
  agenda.at(11, () => {
    ended = agenda.now();
  });
  await agenda.runUntil(20);
  expect(ended).toBe(11);
});

test('what is held and waits for time lets it go on, and holds it again afterwards', async () => {
  const agenda = createAgenda(0, () => {});
  const seen: string[] = [];
  agenda.at(10, async () => {
    await agenda.hold(async () => {
      await agenda.sleepHeld(5);
      seen.push(`waited until ${agenda.now()}`);
      await promisify(scrypt)('four cards', 'on the table', 64);
    });
    seen.push(`computed at ${agenda.now()}`);
  });
  for (const time of [12, 16]) agenda.at(time, () => seen.push(`beside it at ${agenda.now()}`));
  await agenda.runUntil(20);
  expect(seen).toEqual(['beside it at 12', 'waited until 15', 'computed at 15', 'beside it at 16']);
});

test('what waits for time and is given up meanwhile does not hold it again', async () => {
  const agenda = createAgenda(0, () => {});
  const end = Promise.withResolvers<void>();
  agenda.at(10, () => agenda.hold(() => Promise.race([agenda.sleepHeld(5), end.promise])));
  agenda.at(12, () => end.resolve());
  let ended = 0;
  agenda.at(16, () => {
    ended = agenda.now();
  });
  await agenda.runUntil(20);
  expect(ended).toBe(16);
});
