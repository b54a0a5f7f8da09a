import { atom, map, type ReadableAtom } from 'nanostores';
import { ApiError, messageOf } from '../api.ts';
import type { showToast } from '../toasts.ts';

/** One thing a user asked for by pressing a button: it is done, what is old by then is fetched, and it is shown. */
export interface Task<Answer = unknown> {
  /** What it is done to, such as `reading:17`: only one task at a time runs on a subject. */
  subject: string;
  /** What is done, such as `approve`; the button says so while it runs. */
  name: string;
  run: () => Promise<Answer>;
  /**
   * Fetches what is old by then, also when someone was faster (409) or the subject is gone (404). The task waits for
   * what it promises; what may come later is `void`.
   */
  refresh?: () => unknown;
  /** Shows what came of it: last, when nothing runs on the subject, since whatever it offers can be pressed at once. */
  show?: (answer: Answer) => void;
  /** What the toast says when it fails: the server's sentence, else `message`. */
  failure: { title: string; message: string };
  /** Words for errors that the server would put differently; null leaves it to the server. */
  explain?: (error: unknown) => string | null;
  /** In place of `refresh` when someone was faster or the subject is gone. */
  onConflict?: () => void;
}

/** Runs tasks one at a time per subject, tells of failures, and notices when the session has ended. */
export interface Work {
  /** The running task's name by subject. */
  readonly $running: ReadableAtom<Readonly<Record<string, string>>>;
  /** True once the server no longer knows who is asking. */
  readonly $sessionEnded: ReadableAtom<boolean>;
  /** @returns whether the task ran and succeeded */
  perform<Answer>(task: Task<Answer>): Promise<boolean>;
  /** Waits until nothing runs on a subject. */
  settled(subject: string): Promise<void>;
  /** Passes a fetcher's answer on and looks at its error on the way. */
  watch<T>(answer: Promise<T>): Promise<T>;
  /** Puts the question off: the session stays ended. */
  dismissSessionEnd(): void;
  /** Notes that the user has signed in again, and calls what `onSignedIn` was given. */
  signedIn(): void;
  /** Calls back each time the user has signed in again. @returns ends it */
  onSignedIn(goOn: () => void): () => void;
}

export function createWork(dependencies: { toast: typeof showToast }): Work {
  const $running = map<Record<string, string>>({});
  const $sessionEnded = atom(false);
  const waiting = new Set<() => void>();
  function notice(error: unknown): void {
    // A wrong current password may be a 401 as well: only this code is about the session.
    if (error instanceof ApiError && error.status === 401 && error.code === 'unauthenticated') {
      $sessionEnded.set(true);
    }
  }

  async function attempt<Answer>(task: Task<Answer>): Promise<boolean> {
    const { subject, name, run, refresh, show, failure, explain, onConflict = refresh } = task;
    let answer: Answer;
    $running.setKey(subject, name);
    try {
      answer = await run();
      await refresh?.();
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
    show?.(answer);
    return true;
  }

  const isBusy = (subject: string) => $running.get()[subject] !== undefined;
  const nextChange = () =>
    new Promise<void>((resolve) => {
      const stop = $running.listen(() => {
        stop();
        resolve();
      });
    });

  return {
    $running,
    $sessionEnded,
    // Checked before anything is awaited: the second click of a double click finds the first one's mark.
    perform: async (task) => !isBusy(task.subject) && attempt(task),
    async settled(subject) {
      while (isBusy(subject)) await nextChange();
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
    onSignedIn(goOn) {
      waiting.add(goOn);
      return () => waiting.delete(goOn);
    },
  };
}
