import { minutes } from '../../shared/durations.ts';
import { runApart } from '../basics/run-apart.ts';
import type { MadePage, PageProblem, RenderPages } from './public-pages.ts';

/** In milliseconds; a rendering takes one or two seconds. */
const longestRendering = minutes(1);

/**
 * @param program the file of `render-process.ts`, as it was built
 * @param entry what the Astro build exports
 */
export function renderInProcess(program: URL, entry: string): RenderPages {
  return async (job, tell, stop) => {
    stop.throwIfAborted();
    const code = await runApart(
      program,
      { ...job, entry },
      { patience: longestRendering, hear: (news) => tell(news as MadePage | PageProblem), stop },
    );
    if (code !== 0 && !stop.aborted) throw new Error('The process that renders the pages ended too early.');
  };
}
