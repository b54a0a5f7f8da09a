import { atom, map } from 'nanostores';
import { ApiError, errorMessage } from '../../lib/answers.ts';
import type { showToast } from '../../lib/toasts.ts';

/** What a button does: `run`, then `refresh`, then `show` and the toast of `done`. */
export interface Task<Answer = unknown> {
  /** Such as `reading:17`: only one task at a time runs on a subject. */
  subject: string;
  /** Which of the tasks on its subject it is; by default `save`. */
  name?: string;
  run: () => Promise<Answer>;
  /** Fetches what has changed, also after a conflict (409) or when the subject is gone (404). The task waits for it. */
  refresh?: () => unknown;
  /** Called when nothing runs on the subject any more: an Undo it shows can be pressed at once. */
  show?: (answer: Answer) => void;
  /** The toast once it has succeeded. */
  done?: [title: string, description: string];
  /** What the toast says when it fails: the server's sentence, else `message`. */
  failure: { title: string; message: string };
  /** A sentence in place of the server's; null keeps the server's. */
  explain?: (error: unknown) => string | null;
  /** Shows what is wrong beside the fields of a form that was refused. */
  refuse?: (errors: Record<string, string>) => void;
  /** In place of `refresh` after a 409 or 404. */
  onConflict?: () => void;
}

export type TaskRunner = ReturnType<typeof createTaskRunner>;

/** Creates the runner of a page's tasks: one at a time on each subject, with a toast for each that fails. */
export function createTaskRunner({ toast }: { toast: typeof showToast }) {
  const $running = map<Record<string, string>>({});
  /** Why the session has ended, as a sentence; null while it goes on. */
  const $sessionEnded = atom<string | null>(null);
  const signInListeners = new Set<() => void>();

  function notice(error: unknown): void {
    // A wrong current password may be a 401 as well: only this code is about the session.
    if (!(error instanceof ApiError) || error.status !== 401) return;
    if (error.code === 'other_user') $sessionEnded.set(error.serverMessage);
    if (error.code === 'unauthenticated') $sessionEnded.set('Please sign in again.');
  }

  async function attempt<Answer>(task: Task<Answer>): Promise<boolean> {
    const { subject, name = 'save', run, refresh, show, done, failure, explain, onConflict = refresh } = task;
    let answer: Answer;
    $running.setKey(subject, name);
    try {
      answer = await run();
      await refresh?.();
    } catch (error) {
      notice(error);
      toast({
        title: failure.title,
        description: explain?.(error) ?? errorMessage(error, failure.message),
        variant: 'destructive',
      });
      if (error instanceof ApiError && error.fields) task.refuse?.(error.fields);
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) onConflict?.();
      return false;
    } finally {
      const { [subject]: _done, ...others } = $running.get();
      $running.set(others);
    }
    show?.(answer);
    if (done) toast({ title: done[0], description: done[1] });
    return true;
  }

  const isBusy = (subject: string) => $running.get()[subject] !== undefined;

  return {
    $running,
    $sessionEnded,
    /** @returns whether the task ran and succeeded; the second click of a double click does not run */
    perform: async <Answer>(task: Task<Answer>) => !isBusy(task.subject) && attempt(task),
    async settled(subject: string) {
      while (isBusy(subject)) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const stop = $running.listen(() => resolve());
        await promise;
        stop();
      }
    },
    async watch<T>(answer: Promise<T>) {
      try {
        return await answer;
      } catch (error) {
        notice(error);
        throw error;
      }
    },
    dismissSessionEnd: () => $sessionEnded.set(null),
    signedIn() {
      $sessionEnded.set(null);
      for (const listener of signInListeners) listener();
    },
    onSignedIn(listener: () => void): () => void {
      signInListeners.add(listener);
      return () => signInListeners.delete(listener);
    },
  };
}
