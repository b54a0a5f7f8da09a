import { existsSync } from 'node:fs';
import { seconds } from '../../shared/durations.ts';
import { runApart } from '../basics/run-apart.ts';
import type { DrawnPortrait, DrawPortrait } from './portrait.ts';

/** In milliseconds; a large picture takes one second. */
const longestDrawing = seconds(20);

/** In the bundle: production's Node may run no sources. Development has the source alone. */
const programs = [
  new URL('../../../dist/service/portrait.js', import.meta.url),
  new URL('./portrait-process.ts', import.meta.url),
];

/** @returns what makes portraits, each in a process of its own, one after the other */
export function drawInProcess(): DrawPortrait {
  let last: Promise<unknown> = Promise.resolve();
  return (file) => {
    const drawn = last.then(() => drawOne(file));
    last = drawn.catch(() => undefined);
    return drawn;
  };
}

async function drawOne(file: Uint8Array): Promise<DrawnPortrait> {
  const program = programs.find((path) => existsSync(path));
  if (!program) throw new Error('What makes portraits is missing from this build.');
  let drawn: DrawnPortrait | null = null;
  await runApart(program, file, {
    patience: longestDrawing,
    hear: (news) => {
      drawn = news as DrawnPortrait;
    },
  });
  return drawn ?? { problem: 'This picture could not be read. Please choose another one.' };
}
