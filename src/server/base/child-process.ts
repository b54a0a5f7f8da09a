import { fork, type Serializable } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Returns `bundled`, or `source` when this runs from TypeScript sources. @throws {Error} when that file is missing */
export function resolveProgram(bundled: URL, source: URL): URL {
  // In the bundle `import.meta.url` is the address of the source, but `import.meta.filename` is the bundle's.
  const program = import.meta.filename.endsWith('.ts') ? source : bundled;
  if (!existsSync(program)) throw new Error(`${program.pathname} is missing from this build.`);
  return program;
}

/** Runs a program in a child process, killed after `timeoutMs` or on `stop`. Resolves even if it crashes. */
export async function runInChildProcess(
  program: URL,
  job: Serializable,
  {
    timeoutMs,
    onMessage,
    stop,
  }: { timeoutMs: number; onMessage: (news: unknown) => void; stop?: AbortSignal },
): Promise<void> {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: ['--disable-sigusr1'],
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const closed = Promise.withResolvers<void>();
  child.once('close', () => closed.resolve());
  // Without descriptors or memory there is no process, or one that does not listen, which can raise several errors.
  child.on('error', () => {
    if (child.pid === undefined) closed.resolve();
  });
  const end = () => void child.kill('SIGKILL');
  const timeout = setTimeout(end, timeoutMs);
  stop?.addEventListener('abort', end, { once: true });
  if (stop?.aborted) end();
  child.on('message', onMessage);
  child.send?.(job, () => undefined);
  await closed.promise;
  clearTimeout(timeout);
  stop?.removeEventListener('abort', end);
}
