import { spawn } from 'node:child_process';
import type { SentBackup } from '../../shared/backups.ts';
import { hours, wholeSeconds } from '../../shared/durations.ts';

/** How long the command may take, in milliseconds. */
const longestSending = hours(2);
/** How much of the end of its output is kept, in characters. */
const wordsKept = 400;
/** How long after the request to end it is killed, in milliseconds. */
const killPause = 5_000;
/**
 * How long to wait for its last output after it ended, in milliseconds: a child of its own may keep the streams open.
 */
const wordsPause = 1_000;

interface Sending {
  /** The operator's line for `sh`. */
  command: string;
  /** The copy. It reaches the command as `$1` and as `BACKUP_FILE`, never as a part of the line. */
  file: string;
  env: Record<string, string>;
  stop?: AbortSignal | undefined;
  patience?: number;
}

/** Runs the command that takes a copy elsewhere. @returns how it ended; never throws */
export async function sendAway(sending: Sending): Promise<SentBackup> {
  const { command, file, env, stop, patience = longestSending } = sending;
  const start = Date.now();
  let words = '';
  let isTooLong = false;
  const status = await new Promise<number | null>((resolve) => {
    // A process group of its own, so that its children end with it.
    const child = spawn('/bin/sh', ['-c', command, 'sh', file], {
      env: { ...env, BACKUP_FILE: file },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let isEnding = false;
    let isGone = false;
    const signal = (name: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, name);
      } catch {
        // It is gone already.
      }
    };
    let killer: NodeJS.Timeout | undefined;
    let listener: NodeJS.Timeout | undefined;
    const end = () => {
      isEnding = true;
      signal('SIGTERM');
      killer ??= setTimeout(() => {
        signal('SIGKILL');
        if (isGone) listenOn();
      }, killPause);
    };
    const impatience = setTimeout(() => {
      isTooLong = true;
      end();
    }, patience);
    stop?.addEventListener('abort', end, { once: true });
    const hear = (chunk: Buffer) => {
      words = (words + chunk.toString('utf8')).slice(-wordsKept * 2);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const settle = (code: number | null) => {
      clearTimeout(impatience);
      clearTimeout(killer);
      clearTimeout(listener);
      child.stdout.destroy();
      child.stderr.destroy();
      stop?.removeEventListener('abort', end);
      resolve(code);
    };
    child.on('error', (error) => {
      words = error.message;
      settle(null);
    });
    child.on('close', settle);
    const listenOn = () => {
      listener ??= setTimeout(() => settle(child.exitCode), wordsPause);
    };
    child.on('exit', () => {
      isGone = true;
      // When it is being ended, its children get as long as it does.
      if (!isEnding) listenOn();
    });
    if (stop?.aborted) end();
  });
  if (isTooLong) words = `It took longer than ${wholeSeconds(patience)} seconds and was stopped. ${words}`;
  return {
    status: isTooLong ? null : status,
    seconds: Math.round((Date.now() - start) / 1_000),
    words: lastWords(words),
  };
}

function lastWords(text: string): string {
  // Progress that a terminal would have renewed, and colours.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: stripping them is the purpose
  const plain = text.replaceAll(/\u001b\[[\d;]*[A-Za-z]/g, '').replaceAll(/[\u0000-\u001f\u007f]+/g, ' ');
  return plain.trim().slice(-wordsKept);
}
