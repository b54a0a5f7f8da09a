import { fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';

interface Apart {
  /** How long it may run before it is killed, in milliseconds. */
  patience: number;
  /** Gets each message of the process. */
  hear: (news: unknown) => void;
  /** Kills it early. */
  stop?: AbortSignal;
}

/**
 * Runs one of our programs in a process of its own, which begins when it gets its job, and ends by itself.
 *
 * @returns its exit code once it is gone; null when it was killed
 */
export async function runApart(
  program: URL,
  job: Serializable,
  { patience, hear, stop }: Apart,
): Promise<number | null> {
  const child = fork(program, {
    // Transfers bytes as bytes.
    serialization: 'advanced',
    execArgv: ['--disable-sigusr1'],
    // Without our secrets.
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Without descriptors or memory there is no process, or one that does not listen, which can raise several errors.
  child.on('error', () => undefined);
  const closed = once(child, 'close');
  const end = () => void child.kill('SIGKILL');
  const impatience = setTimeout(end, patience);
  stop?.addEventListener('abort', end, { once: true });
  // It may have been stopped before it began.
  if (stop?.aborted) end();
  child.on('message', hear);
  child.send?.(job, () => undefined);
  try {
    const [code] = await closed;
    return code;
  } finally {
    clearTimeout(impatience);
    stop?.removeEventListener('abort', end);
  }
}
