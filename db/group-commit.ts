import { setImmediate } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import { DatabaseUnusable } from './files.ts';

/* All writes of one turn share a commit; what leaves the process waits for `written` (docs/decisions/017). */

/** SQLite ended the turn's transaction; another caller got the error that says why. */
export class TransactionLost extends Error {
  constructor() {
    super('These changes could not be saved: their transaction was rolled back.');
  }
}

export function isStorageFailure(error: unknown): boolean {
  if (error instanceof TransactionLost || error instanceof DatabaseUnusable) return true;
  return /^SQLITE_(FULL|BUSY|IOERR|READONLY|CANTOPEN|LOCKED|NOMEM)/.test(codeOf(error));
}

const lockTimeoutMs = 2_000;
const retryMs = 20;

export class GroupCommit {
  readonly #client: Sqlite.Database;
  readonly #beforeCommit: () => void;
  #afterCommit: () => void = () => {};
  readonly #waiting: (() => void)[] = [];
  /** From its first write to its commit; `loss` is why its writes are lost. */
  #turn: { ended: Promise<void>; end: () => void; loss: unknown } | null = null;
  #busy: unknown = null;
  #retry: Promise<void> | null = null;
  #losses = 0;
  #lastLoss: unknown = null;

  constructor(client: Sqlite.Database, beforeCommit: () => void) {
    this.#client = client;
    this.#beforeCommit = beforeCommit;
  }

  /** Runs `work` in the turn. @throws what it throws; `SQLITE_BUSY` after `timeoutMs`; the loss of the turn */
  async run<T>(work: () => T, timeoutMs = lockTimeoutMs): Promise<T> {
    const deadline = performance.now() + timeoutMs;
    while (this.#retry !== null || !this.#open()) {
      if (performance.now() >= deadline) throw this.#busy;
      await this.#retry;
    }
    return this.runNow(work);
  }

  /** Does the same at once. @throws `SQLITE_BUSY` while another program holds the lock */
  runNow<T>(work: () => T): T {
    if (!this.#open()) throw this.#busy;
    this.#client.exec('SAVEPOINT part');
    try {
      const result = work();
      this.#client.exec('RELEASE part');
      return result;
    } catch (error) {
      this.#noticeLoss(error);
      if (!this.#turn?.loss) this.#client.exec('ROLLBACK TO part; RELEASE part');
      throw error;
    }
  }

  /** Calls `work` after each commit; it must neither write nor throw. */
  afterCommit(work: () => void): void {
    this.#afterCommit = work;
  }

  /** Calls `work` once no turn is open; it must neither write nor throw. */
  whenSettled(work: () => void): void {
    if (this.#turn) this.#waiting.push(work);
    else work();
  }

  /** Returns a function that waits for all writes since this call. It throws when one was lost, also of another caller. */
  trackWrites(): () => Promise<void> {
    const losses = this.#losses;
    return async () => {
      await this.#turn?.ended;
      if (this.#losses !== losses) throw this.#lastLoss;
    };
  }

  /** Waits until what was written so far is on the disk. @throws SQLite's error */
  written(): Promise<void> {
    return this.trackWrites()();
  }

  close(): void {
    const turn = this.#turn;
    this.#end();
    if (turn?.loss) throw turn.loss;
  }

  /** Returns false while another program writes. */
  #open(): boolean {
    this.#noticeLoss();
    if (this.#turn?.loss) throw this.#turn.loss;
    if (this.#turn) return true;
    try {
      this.#client.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error;
      this.#busy = error;
      this.#retry ??= wait(retryMs).then(() => {
        this.#retry = null;
      });
      return false;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = { ended: promise, end: resolve, loss: null };
    setImmediate(() => this.#end());
    return true;
  }

  #end(): void {
    const turn = this.#turn;
    if (!turn) return;
    this.#noticeLoss();
    if (!turn.loss) {
      try {
        this.#beforeCommit();
        this.#client.exec('COMMIT');
      } catch (error) {
        if (this.#client.inTransaction) this.#client.exec('ROLLBACK');
        turn.loss = error;
      }
    }
    this.#turn = null;
    if (turn.loss) {
      this.#losses += 1;
      this.#lastLoss = turn.loss;
    }
    turn.end();
    for (const work of this.#waiting.splice(0)) work();
    if (!turn.loss) this.#afterCommit();
  }

  /** Some errors, such as a full disk, end the whole transaction: then all writes of the turn are lost. */
  #noticeLoss(error?: unknown): void {
    if (this.#turn && !this.#client.inTransaction) this.#turn.loss ??= error ?? new TransactionLost();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
