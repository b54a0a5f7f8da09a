import { atom, map } from 'nanostores';
import { ApiError, errorMessage } from '../../lib/answers.ts';
import type { showToast } from '../../lib/toasts.ts';

/** A button's action: `run`, then `refresh`, then `show` and the toast of `done`. */
export interface Task<Answer = unknown> {
  /** Such as `reading:17`: only one task at a time runs on a subject. */
  subject: string;
  /** Which of the tasks on its subject it is; by default `save`. */
  name?: string;
  run: () => Promise<Answer>;
  /** Refetches what has changed, also after a conflict (409) or a missing subject (404). The task waits. */
  refresh?: () => unknown;
  /** Called when nothing runs on the subject anymore, so that an Undo it shows works at once. */
  show?: (answer: Answer) => void;
  /** The toast on success. */
  done?: [title: string, description: string];
  /** The toast on failure: the server's message, or else `message`. */
  failure: { title: string; message: string };
  /** Returns a sentence to replace the server's message; null keeps it. */
  explain?: (error: unknown) => string | null;
  /** Shows errors at the fields of a refused form. */
  refuse?: (errors: Record<string, string>) => void;
  /** Called instead of `refresh` after a 409 or 404. */
  onConflict?: () => void;
}

export type TaskRunner = ReturnType<typeof createTaskRunner>;

/** Creates a page's task runner. It ignores a task while another runs on its subject, and shows each failure. */
export function createTaskRunner({ toast }: { toast: typeof showToast }) {
  const $running = map<Record<string, string>>({});
  /** Why the session has ended, as a sentence; null while it goes on. */
  const $sessionEnded = atom<string | null>(null);
  const signInListeners = new Set<() => void>();

  function notice(error: unknown): void {
    // A wrong current password may also be a 401: only this code means the session.
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
    /** Returns whether the task ran and succeeded; the second half of a double click does not run. */
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
