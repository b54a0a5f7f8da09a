import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { runBackupCommand } from './run-backup-command.ts';

const root = folderOfFile();

/** Of a test whose processes may start slowly on a busy machine. */
const withProcesses = { timeout: 60_000 };

const env = { PATH: process.env.PATH ?? '' };
const goOn = new AbortController().signal;
const newFile = () => join(mkdtempSync(join(root, 'case-')), 'pid');
const pidIn = (file: string) => Number(readFileSync(file, 'utf8'));
const isAlive = (pid: number) =>
  /^[RSDI]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
const whenThere = (file: string) =>
  vi.waitFor(() => expect(existsSync(file) && pidIn(file) > 0).toBe(true), { timeout: 50_000 });

test('stops a command and every process it started', withProcesses, async () => {
  const file = newFile();
  const stop = new AbortController();
  const sending = runBackupCommand({
    command: 'sleep 300 & echo $! > "$1"; wait',
    file,
    env,
    stop: stop.signal,
  });
  await whenThere(file);
  stop.abort();
  expect((await sending).status).not.toBe(0);
  await vi.waitFor(() => expect(isAlive(pidIn(file))).toBe(false), { timeout: 10_000 });
});

test('reports a command that exceeds its time limit as unfinished', withProcesses, async () => {
  const command = 'trap "exit 0" TERM; echo begun; while :; do sleep 0.05; done';
  const sent = await runBackupCommand({ command, file: newFile(), env, stop: goOn, timeoutMs: 1_500 });
  expect(sent.status).toBe(null);
  expect(sent.words).toMatch(/^It took longer than 2 seconds and was stopped\./);
});

test('does not wait for background processes of a finished command', withProcesses, async () => {
  const file = newFile();
  const sent = await runBackupCommand({
    command: 'sleep 300 & echo $! > "$1"; echo sent',
    file,
    env,
    stop: goOn,
  });
  expect(sent).toMatchObject({ status: 0, words: 'sent' });
  expect(isAlive(pidIn(file))).toBe(true);
  process.kill(pidIn(file), 'SIGKILL');
});

test('returns at once when it was aborted before the start', withProcesses, async () => {
  const sent = await runBackupCommand({
    command: 'sleep 300',
    file: newFile(),
    env,
    stop: AbortSignal.abort(),
  });
  expect(sent.status).not.toBe(0);
});
