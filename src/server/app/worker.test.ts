import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Job, startWorker } from './worker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A worker with one job that runs until it is told to end. */
function startWithJob(every = 1000) {
  const runs: { end: () => void; fail: (error: Error) => void }[] = [];
  const signs: (() => void)[] = [];
  const job: Job = {
    name: 'outbox',
    every,
    run: ({ heartbeat }) => {
      signs.push(heartbeat);
      return new Promise<void>((resolve, reject) => void runs.push({ end: resolve, fail: reject }));
    },
  };
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) });
  const worker = startWorker([job], log);
  const endRun = async (index: number) => {
    runs[index]?.end();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { worker, runs, signs, endRun, logged };
}

test('reruns a job an interval after it ends or fails', async () => {
  const { runs, endRun, logged } = startWithJob(60_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(1);
  await endRun(0);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(2);
  runs[1]?.fail(new Error('the database is away'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toHaveLength(3);
  expect(logged.join()).toContain('the database is away');
});

test('runs a poked job at once, and a running one once more', async () => {
  const { worker, runs, endRun } = startWithJob(60_000);
  worker.poke('no such job');
  expect(runs).toHaveLength(0);
  for (let i = 0; i < 10; i++) worker.poke('outbox');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toHaveLength(1);
  await endRun(0);
  expect(runs).toHaveLength(2);
  await endRun(1);
  expect(runs).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toHaveLength(3);
});

test('restarts the interval after a poke', async () => {
  const { worker, runs, endRun } = startWithJob();
  await vi.advanceTimersByTimeAsync(900);
  worker.poke('outbox');
  await endRun(0);
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(2);
});

test('waits for the running job on stop and starts no other', async () => {
  const { worker, runs, endRun } = startWithJob();
  worker.poke('outbox');
  worker.poke('outbox');
  let isStopped = false;
  const stopping = worker.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(9_500);
  expect(isStopped).toBe(false);
  await endRun(0);
  await stopping;
  worker.poke('outbox');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toHaveLength(1);
});

test('stops after ten seconds even if a run does not end', async () => {
  const { worker } = startWithJob();
  worker.poke('outbox');
  const stopping = worker.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(stopping).resolves.toBeUndefined();
});

test('reports a job as stuck five minutes after its interval without heartbeat', async () => {
  const { worker, signs, endRun } = startWithJob(60_000);
  worker.poke('outbox');
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    signs[0]?.();
  }
  await vi.advanceTimersByTimeAsync(6 * 60_000);
  expect(worker.stuckJobs()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(worker.stuckJobs()).toEqual(['outbox']);
  await endRun(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(worker.stuckJobs()).toEqual([]);
});

test('keeps job timing when the system clock is changed', async () => {
  const { worker, runs, endRun } = startWithJob(60 * 60_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await endRun(0);
  const now = Date.now();
  vi.setSystemTime(now + 24 * 60 * 60_000);
  expect(worker.stuckJobs()).toEqual([]);
  vi.setSystemTime(now - 20 * 60 * 60_000);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(runs).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(65 * 60_000 + 1);
  expect(worker.stuckJobs()).toEqual(['outbox']);
});
