import { renderPortrait } from './render-portrait.ts';

/* Makes one portrait in a process of its own: a decoder in C reads a stranger's file, and ends with the process. */

process.once('message', async (file: Uint8Array) => {
  process.send?.(await renderPortrait(file), () => process.disconnect());
});
// The parent process is gone.
process.once('disconnect', () => process.exit());
