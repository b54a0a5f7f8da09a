import { atom, map, type ReadableAtom } from 'nanostores';
import { ApiError, messageOf } from '../api.ts';
import type { showToast } from '../toasts.ts';

/** One thing somebody asked for by pressing a button. */
export interface Task {
  /** What it is done to, such as `reading:17`: only one task at a time runs on a subject. */
  subject: string;
  /** What is done, such as `approve`; the button says so while it runs. */
  name: string;
  run: () => Promise<void>;
  /** What the toast says when it fails: the server's sentence, else `message`. */
  failure: { title: string; message: string };
  /** Words for errors that the server would put differently; null leaves it to the server. */
  explain?: (error: unknown) => string | null;
  /** Runs when someone was faster (409) or the subject is gone (404). */
  onConflict?: () => void;
}

/** Runs tasks one at a time per subject, tells of failures, and notices when the session has ended. */
export interface Work {
  /** The running task's name by subject. */
  readonly $running: ReadableAtom<Readonly<Record<string, string>>>;
  /** True once the server no longer knows who is asking. */
  readonly $sessionEnded: ReadableAtom<boolean>;
  /** @returns whether the task ran and succeeded */
  perform(task: Task): Promise<boolean>;
  /** Passes a fetcher's answer on and looks at its error on the way. */
  watch<T>(answer: Promise<T>): Promise<T>;
  /** Puts the question off: the session stays ended. */
  dismissSessionEnd(): void;
  /** Tells everybody who waited for it that somebody is signed in again. */
  signedIn(): void;
  /** Has something done each time somebody is signed in again. */
  onSignedIn(goOn: () => void): void;
}

export function createWork(dependencies: { toast: typeof showToast }): Work {
  const $running = map<Record<string, string>>({});
  const $sessionEnded = atom(false);
  const waiting: (() => void)[] = [];

  function notice(error: unknown): void {
    // A wrong current password may be a 401 as well: only this code is about the session.
    if (error instanceof ApiError && error.status === 401 && error.code === 'unauthenticated') {
      $sessionEnded.set(true);
    }
  }

  return {
    $running,
    $sessionEnded,
    async perform({ subject, name, run, failure, explain, onConflict }) {
      // Checked before anything is awaited: the second click of a double click finds the first one's mark.
      if ($running.get()[subject]) return false;
      $running.setKey(subject, name);
      try {
        await run();
        return true;
      } catch (error) {
        notice(error);
        dependencies.toast({
          title: failure.title,
          description: explain?.(error) ?? messageOf(error, failure.message),
          variant: 'destructive',
        });
        if (error instanceof ApiError && (error.status === 409 || error.status === 404)) onConflict?.();
        return false;
      } finally {
        const { [subject]: _done, ...others } = $running.get();
        $running.set(others);
      }
    },
    async watch(answer) {
      try {
        return await answer;
      } catch (error) {
        notice(error);
        throw error;
      }
    },
    dismissSessionEnd: () => $sessionEnded.set(false),
    signedIn() {
      $sessionEnded.set(false);
      for (const goOn of waiting) goOn();
    },
    onSignedIn: (goOn) => void waiting.push(goOn),
  };
}
