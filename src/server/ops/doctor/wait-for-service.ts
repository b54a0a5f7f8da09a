import { codeOf } from '../../base/domain-error.ts';
import { requestUnverified, whyUnanswered } from './network.ts';

interface Waiting {
  url: URL;
  /** The process of the service, where that is known. */
  pid: number | null;
  /** How long to wait, in milliseconds. */
  limitMs: number;
  pause(): Promise<unknown>;
}

/** Waits until the service answers, whatever it says of its health. @throws with the reason why it does not */
export async function waitForService({ url, pid, limitMs, pause }: Waiting): Promise<void> {
  const end = performance.now() + limitMs;
  for (;;) {
    const isThere = pid === null || isRunning(pid);
    try {
      await requestUnverified(new URL('/healthz', url).href);
      return;
    } catch (error) {
      if (!isThere) {
        throw new Error('The service ended before it answered. The last lines of its log say why.', {
          cause: error,
        });
      }
      if (performance.now() >= end) {
        const { why, advice } = whyUnanswered(codeOf(error), url);
        throw new Error(`The service does not answer at ${url.host}: ${why}. ${advice}`, { cause: error });
      }
      await pause();
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
