import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { hours, seconds, wholeSeconds } from '../../../shared/durations.ts';
import type { SentBackup } from '../../../shared/ops/backup-schema.ts';

const sendTimeoutMs = hours(2);
const endTimeoutMs = seconds(5);
/** How long to wait for the last output: a process the command left running may hold the streams open. */
const outputTimeoutMs = seconds(1);
const wordsKept = 400;

interface Sending {
  command: string;
  /** The copy. It reaches the command as `$1` and as `BACKUP_FILE`, never as a part of the line. */
  file: string;
  env: Record<string, string>;
  stop: AbortSignal;
  timeoutMs?: number;
}

/** Runs a shell command on a copy, and ends it and its children after the timeout or on `stop`. Never rejects. */
export async function runBackupCommand(sending: Sending): Promise<SentBackup> {
  const { command, file, env, stop, timeoutMs = sendTimeoutMs } = sending;
  const start = performance.now();
  const child = spawn('/bin/sh', ['-c', command, 'sh', file], {
    env: { ...env, BACKUP_FILE: file },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString('utf8')).slice(-wordsKept * 2);
    });
  }
  const signalGroup = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The group has ended by itself.
    }
  };
  const closed = once(child, 'close').catch((error: Error) => {
    words = error.message;
  });
  const timeout = AbortSignal.timeout(timeoutMs);
  const limit = AbortSignal.any([stop, timeout]);
  await once(child, 'exit', { signal: limit }).catch(() => undefined);
  const isTooLong = timeout.aborted;
  if (limit.aborted) {
    signalGroup('SIGTERM');
    await Promise.race([closed, wait(endTimeoutMs, undefined, { ref: false })]);
    signalGroup('SIGKILL');
  }
  await Promise.race([closed, wait(outputTimeoutMs, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  if (isTooLong) words = `It took longer than ${wholeSeconds(timeoutMs)} seconds and was stopped. ${words}`;
  return {
    status: isTooLong ? null : child.exitCode,
    seconds: Math.round((performance.now() - start) / 1_000),
    words: lastOutput(words),
  };
}

function lastOutput(text: string): string {
  // Removes colors, and progress lines that a terminal would have overwritten.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: stripping them is the purpose
  const plain = text.replaceAll(/\u001b\[[\d;]*[A-Za-z]/g, '').replaceAll(/[\u0000-\u001f\u007f]+/g, ' ');
  return plain.trim().slice(-wordsKept);
}
