import { fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/**
 * @param bundled where the build puts the program: production's Node cannot run the sources
 * @param source its source file, which is used when running from the sources, even beside an old build
 * @throws when this build lacks the program
 */
export function ownProgram(bundled: URL, source: URL): URL {
  // In the bundle `import.meta.url` is the address of the source, but `import.meta.filename` is the bundle's.
  const program = import.meta.filename.endsWith('.ts') ? source : bundled;
  if (!existsSync(program)) throw new Error(`${program.pathname} is missing from this build.`);
  return program;
}

/**
 * Runs one of our programs in a process of its own, which begins when it gets its job, and ends by itself.
 *
 * @param options.patience how long it may run before it is killed, in milliseconds
 * @param options.hear gets each message of the process
 * @param options.stop kills it early
 */
export async function runApart(
  program: URL,
  job: Serializable,
  { patience, hear, stop }: { patience: number; hear: (news: unknown) => void; stop?: AbortSignal },
): Promise<void> {
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
  const timeout = setTimeout(end, patience);
  stop?.addEventListener('abort', end, { once: true });
  // It may have been stopped before it began.
  if (stop?.aborted) end();
  child.on('message', hear);
  child.send?.(job, () => undefined);
  await closed;
  clearTimeout(timeout);
  stop?.removeEventListener('abort', end);
}
