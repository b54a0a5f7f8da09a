import { drawPortrait, UnfitPicture } from './draw-portrait.ts';
import type { DrawnPortrait } from './portrait.ts';

/*
 * Makes one portrait in a process of its own: what reads pictures is large, written in C, and is handed what strangers
 * made. Its memory, and whatever a picture does to it, ends with the process.
 */

process.once('message', (file: Uint8Array) => void answer(file));
// The parent process is gone.
process.once('disconnect', () => process.exit());

async function answer(file: Uint8Array): Promise<void> {
  let drawn: DrawnPortrait;
  try {
    drawn = { picture: await drawPortrait(file) };
  } catch (error) {
    if (!(error instanceof UnfitPicture)) throw error;
    drawn = { problem: error.message };
  }
  process.send?.(drawn, () => process.disconnect());
}
