import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '../../faults/servers/free-port.ts';
import { processEnv } from '../../kit/process-env.ts';

export type Started = Awaited<ReturnType<typeof startProcess>>;

interface Program {
  node?: string;
  args: string[];
  cwd?: string;
  env: Record<string, string>;
}

/** Starts a program that serves at a free port, and keeps what it says. */
export async function startProcess({ node = process.execPath, args, cwd, env }: Program) {
  const port = String(await findFreePort());
  const child = spawn(node, args, {
    cwd,
    env: { ...processEnv, PORT: port, STRIPE_SANDBOX_PORT: '0', ...env },
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  return {
    url: `http://127.0.0.1:${port}`,
    said,
    output: () => said.stdout + said.stderr,
    async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}
