import { fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';

interface Apart {
  /** After so many milliseconds it is killed. */
  patience: number;
  /** Told whatever the process sends. */
  hear: (news: unknown) => void;
  /** Kills it before that. */
  stop?: AbortSignal;
}

/**
 * Runs a program of ours in a process of its own, which begins when it is handed its job, and ends by itself.
 *
 * @returns its exit code once it is gone; null when it was killed
 */
export async function runApart(
  program: URL,
  job: Serializable,
  { patience, hear, stop }: Apart,
): Promise<number | null> {
  const child = fork(program, {
    // Bytes arrive as bytes.
    serialization: 'advanced',
    execArgv: ['--disable-sigusr1'],
    // Nothing of what is secret in ours.
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Without descriptors or memory there is no process, or none that listens: it says so more than once.
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
