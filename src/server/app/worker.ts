import type { Logger } from 'pino';
import { minutes, seconds } from '../../shared/durations.ts';
import { steadyClock } from '../base/clock.ts';
import type { RunControl } from '../base/context.ts';

export interface Job {
  name: string;
  every: number;
  run: (control: RunControl) => Promise<unknown>;
}

interface JobState {
  job: Job;
  isAskedAgain: boolean;
  running: Promise<void> | null;
  timer?: NodeJS.Timeout;
  lastSign: number;
}

export type Worker = ReturnType<typeof startWorker>;

const stuckAfterMs = minutes(5);

const firstRunMs = seconds(1);

/** How long stopping waits for running jobs: as long as for the slowest request. */
const stopTimeoutMs = seconds(10);

/** Runs each job at once and at its interval, never twice at a time, and logs errors. `poke` runs one now, or again. */
export function startWorker(jobs: Job[], log: Logger) {
  const stopping = new AbortController();
  let stopped: Promise<unknown> | undefined;
  const states = new Map(
    jobs.map((job) => {
      const state: JobState = { job, isAskedAgain: false, running: null, lastSign: steadyClock.now() };
      schedule(state, Math.min(firstRunMs, job.every));
      return [job.name, state];
    }),
  );

  function schedule(state: JobState, delay: number) {
    state.timer = setTimeout(() => runNow(state), delay).unref();
  }

  function runNow(state: JobState) {
    clearTimeout(state.timer);
    if (state.running) {
      state.isAskedAgain = true;
      return;
    }
    state.isAskedAgain = false;
    state.running = runOnce(state).finally(() => {
      state.running = null;
      if (stopping.signal.aborted) return;
      if (state.isAskedAgain) runNow(state);
      else schedule(state, state.job.every);
    });
  }

  async function runOnce(state: JobState) {
    const heartbeat = () => {
      state.lastSign = steadyClock.now();
    };
    heartbeat();
    try {
      await state.job.run({ stop: stopping.signal, heartbeat });
    } catch (error) {
      log.error({ err: error, job: state.job.name }, 'a job failed');
    }
  }

  function endRuns(): Promise<unknown> {
    stopping.abort();
    for (const state of states.values()) clearTimeout(state.timer);
    const timeout = new Promise((resolve) => setTimeout(resolve, stopTimeoutMs).unref());
    return Promise.race([Promise.all([...states.values()].map((state) => state.running)), timeout]);
  }

  return {
    poke(name: string): void {
      const state = states.get(name);
      if (state && !stopping.signal.aborted) runNow(state);
    },
    stop: () => (stopped ??= endRuns()),
    /** Returns the names of jobs that are overdue or have sent no heartbeat in time. */
    stuckJobs(): string[] {
      const now = steadyClock.now();
      return [...states.values()]
        .filter(({ job, lastSign }) => now - lastSign > job.every + stuckAfterMs)
        .map(({ job }) => job.name);
    },
  };
}
