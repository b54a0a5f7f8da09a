import { seconds } from '../../shared/durations.ts';
import { resolveProgram, runInChildProcess } from '../base/child-process.ts';
import type { RenderedPortrait, RenderPortrait } from './render-portrait.ts';

/** In milliseconds; a large picture takes one second. */
const renderTimeoutMs = seconds(20);

const bundled = new URL('../../../dist/service/portrait.js', import.meta.url);
const source = new URL('./portrait-process.ts', import.meta.url);

/** Returns a renderer that makes portraits one at a time, each in a process of its own. */
export function createPortraitRenderer(): RenderPortrait {
  let last: Promise<unknown> = Promise.resolve();
  return (file) => {
    const drawn = last.then(() => drawOne(file));
    last = drawn.catch(() => undefined);
    return drawn;
  };
}

async function drawOne(file: Uint8Array): Promise<RenderedPortrait> {
  const program = resolveProgram(bundled, source);
  let drawn: RenderedPortrait | null = null;
  await runInChildProcess(program, file, {
    timeoutMs: renderTimeoutMs,
    onMessage: (news) => {
      drawn = news as RenderedPortrait;
    },
  });
  return drawn ?? { problem: 'This picture could not be read. Please choose another one.' };
}
