import type { Logger } from 'pino';
import { minutes, seconds } from '../../shared/durations.ts';
import { steadyClock } from '../context/clock.ts';
import { createFailureLog } from './job-failures.ts';

export interface Job {
  name: string;
  /** How long to wait between two runs, in milliseconds. */
  every: number;
  /**
   * @param stop aborted when no more work should be begun
   * @param alive to be called now and then by a run that may take long and gets on
   */
  run: (stop: AbortSignal, alive: () => void) => Promise<unknown>;
}

export interface Worker {
  /** Runs a job now; once more if it is running already. */
  poke(name: string): void;
  /** Starts no more runs and waits for those under way, up to a limit. */
  stop(): Promise<void>;
  /** @returns the names of jobs that should have run by now, or got on, and have not */
  stuckJobs(): string[];
}

/** How much later than planned a job may be before it counts as stuck, in milliseconds. */
const patience = minutes(5);

/**
 * How long after the start every job runs for the first time, in milliseconds: what was missed while the
 * service was down is looked after soon, and not before the service serves.
 */
const firstRunAfter = seconds(1);

/**
 * How long a run may take to end when the service stops, in milliseconds: a mail that its server takes so long to
 * accept would be sent again. A server that does not answer gets no more time than the slowest request.
 */
const stopPatience = seconds(10);

/** Runs the periodic jobs that the features export, each never twice at the same time. */
export function startWorker(jobs: Job[], log: Logger): Worker {
  const noteFailure = createFailureLog(steadyClock, log);
  const states = new Map(jobs.map((job) => [job.name, startJob(job)]));

  function startJob(job: Job) {
    const state = {
      job,
      isAskedAgain: false,
      running: null as Promise<void> | null,
      timer: undefined as NodeJS.Timeout | undefined,
      /** When it was last started or got on. */
      lastSign: steadyClock.now(),
    };
    schedule(state, Math.min(firstRunAfter, job.every));
    return state;
  }
  type State = ReturnType<typeof startJob>;

  function schedule(state: State, delay: number) {
    state.timer = setTimeout(() => runNow(state), delay);
    state.timer.unref();
  }

  function runNow(state: State) {
    clearTimeout(state.timer);
    if (state.running) {
      state.isAskedAgain = true;
      return;
    }
    const alive = () => {
      state.lastSign = steadyClock.now();
    };
    alive();
    state.isAskedAgain = false;
    state.running = state.job
      .run(stopping.signal, alive)
      .then(
        () => {},
        (error: unknown) => noteFailure(state.job.name, error),
      )
      .finally(() => {
        state.running = null;
        if (stopping.signal.aborted) return;
        if (state.isAskedAgain) runNow(state);
        else schedule(state, state.job.every);
      });
  }

  async function endRuns(): Promise<void> {
    stopping.abort();
    for (const state of states.values()) clearTimeout(state.timer);
    const running = Promise.all([...states.values()].map((state) => state.running));
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise((resolve) => {
      timer = setTimeout(resolve, stopPatience);
    });
    await Promise.race([running, enough]);
    clearTimeout(timer);
  }

  const stopping = new AbortController();
  let stopped: Promise<void> | null = null;
  return {
    poke(name) {
      const state = states.get(name);
      if (state && !stopping.signal.aborted) runNow(state);
    },
    stop() {
      stopped ??= endRuns();
      return stopped;
    },
    stuckJobs() {
      const now = steadyClock.now();
      return [...states.values()]
        .filter(({ job, lastSign }) => now - lastSign > job.every + patience)
        .map(({ job }) => job.name);
    },
  };
}
