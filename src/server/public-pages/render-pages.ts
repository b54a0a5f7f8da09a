import { fork } from 'node:child_process';
import { once } from 'node:events';
import { minutes } from '../../shared/durations.ts';
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
    const child = fork(program, {
      // Bytes arrive as bytes.
      serialization: 'advanced',
      execArgv: [],
      // Nothing of what is secret in ours.
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // Without descriptors or memory there is no process, or none that listens: it says so more than once.
    child.on('error', () => undefined);
    const closed = once(child, 'close');
    const end = () => void child.kill('SIGKILL');
    const patience = setTimeout(end, longestRendering);
    stop.addEventListener('abort', end, { once: true });
    child.on('message', (news) => tell(news as MadePage | PageProblem));
    child.send?.({ ...job, entry }, () => undefined);
    try {
      const [code] = await closed;
      if (code !== 0 && !stop.aborted) throw new Error('The process that renders the pages ended too early.');
    } finally {
      clearTimeout(patience);
      stop.removeEventListener('abort', end);
    }
  };
}
