import type { Database } from '../../../db/client.ts';
import type { Chance } from '../../../src/sample-shop/chance.ts';
import { untilWritten } from '../../../src/server/process/jobs.ts';
import type { Job } from '../../../src/server/process/worker.ts';
import { hours, minutes, seconds } from '../../../src/shared/durations.ts';
import type { Agenda } from './agenda.ts';

/** How long a job that looks every hour waits in here: most find nothing in ten years. */
const everyHourMeans = hours(6);

/** How a job has fared, in all lives of the process. */
export interface JobRecord {
  job: string;
  failed: number;
  /** When it last ended well, in milliseconds since 1970; 0 when it never did. */
  lastWell: number;
}

interface BackgroundOptions {
  agenda: Agenda;
  chance: Chance;
  /** How long a job that looks every minute waits in here, in milliseconds. */
  everyMinuteMeans: number;
  onLog: (line: string) => void;
}

/** The jobs that run in the background of one life of the process after the other. */
export function createBackground({ agenda, chance, everyMinuteMeans, onLog }: BackgroundOptions) {
  const runs: JobRecord[] = [];

  /** Runs the background jobs until the process is over. @returns has one run soon */
  function start(jobs: Job[], isAlive: () => boolean, db: Database): (name: string) => void {
    const { signal } = new AbortController();
    const soon = new Map<string, () => void>();
    for (const job of jobs) {
      const record = runs.find((known) => known.job === job.name) ?? {
        job: job.name,
        failed: 0,
        lastWell: 0,
      };
      if (!runs.includes(record)) runs.push(record);
      const every = job.every < hours(1) ? everyMinuteMeans : everyHourMeans;
      let isRunning = false;
      let isAskedAgain = false;
      const run = async (): Promise<void> => {
        if (!isAlive()) return;
        if (isRunning) {
          isAskedAgain = true;
          return;
        }
        isRunning = true;
        try {
          await untilWritten(job, db).run(signal, () => {});
          record.lastWell = agenda.now();
        } catch (error) {
          if (!isAlive()) return;
          record.failed += 1;
          onLog(JSON.stringify({ job: job.name, failed: String(error) }));
        } finally {
          isRunning = false;
        }
        if (isAlive() && isAskedAgain) {
          isAskedAgain = false;
          agenda.after(seconds(1), run);
        }
      };
      const again = (): void => {
        if (!isAlive()) return;
        agenda.after(every + chance.whole(0, minutes(5)), () => {
          again();
          return run();
        });
      };
      agenda.after(chance.whole(seconds(1), minutes(3)), run);
      again();
      let isDue = false;
      soon.set(job.name, () => {
        if (isDue) return;
        isDue = true;
        agenda.after(seconds(1), () => {
          isDue = false;
          return run();
        });
      });
    }
    return (name) => soon.get(name)?.();
  }

  return { start, runs: runs as readonly Readonly<JobRecord>[] };
}
