import { seconds } from '../../shared/durations.ts';
import { ownProgram, runApart } from '../base/run-apart.ts';
import type { DrawnPortrait, DrawPortrait } from './draw-portrait.ts';

/** In milliseconds; a large picture takes one second. */
const longestDrawing = seconds(20);

const bundled = new URL('../../../dist/service/portrait.js', import.meta.url);
const source = new URL('./portrait-process.ts', import.meta.url);

/** Makes portraits one at a time, each in a process of its own. */
export function drawInProcess(): DrawPortrait {
  let last: Promise<unknown> = Promise.resolve();
  return (file) => {
    const drawn = last.then(() => drawOne(file));
    last = drawn.catch(() => undefined);
    return drawn;
  };
}

async function drawOne(file: Uint8Array): Promise<DrawnPortrait> {
  const program = ownProgram(bundled, source);
  let drawn: DrawnPortrait | null = null;
  await runApart(program, file, {
    patience: longestDrawing,
    hear: (news) => {
      drawn = news as DrawnPortrait;
    },
  });
  return drawn ?? { problem: 'This picture could not be read. Please choose another one.' };
}
