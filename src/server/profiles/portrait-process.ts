import { type DrawnPortrait, drawPortrait, UnfitPicture } from './draw-portrait.ts';

/* Makes one portrait in a process of its own: a decoder in C reads a stranger's file, and ends with the process. */

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
