import { setImmediate } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';

/*
 * All writes of one turn of the event loop go to the disk together: syncing a commit costs ten times what most
 * transactions cost themselves. A caller that answers a request, sends mail or calls another service first waits for
 * `written` (docs/decisions/017-group-commit.md).
 */

/** SQLite ended the turn's transaction, and another caller got the error that says why. */
export class TurnLost extends Error {
  constructor() {
    super('What was written in this turn could not be kept: its transaction was ended.');
  }
}

/** How long a write waits while another program holds the lock, in milliseconds. */
const lockTimeoutMs = 2_000;
const retryMs = 20;

/** The turn's transaction, in which every write transaction is a part of its own. */
export class GroupCommit {
  readonly #client: Sqlite.Database;
  readonly #run: Record<'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'undo', () => void>;
  #turn: Turn | null = null;
  #last: () => void = () => {};
  #after: () => void = () => {};
  readonly #waiting: (() => void)[] = [];
  /** What SQLite said when another program held the lock last. */
  #busy: unknown = null;
  /** Ends when the lock may be tried again: once for all who wait, however many they are. */
  #retry: Promise<void> | null = null;
  #losses = 0;
  #lastLoss: unknown = null;

  constructor(client: Sqlite.Database) {
    this.#client = client;
    const prepare = (source: string) => {
      const statement = client.prepare(source);
      return () => void statement.run();
    };
    this.#run = {
      begin: prepare('BEGIN IMMEDIATE'),
      commit: prepare('COMMIT'),
      rollback: prepare('ROLLBACK'),
      savepoint: prepare('SAVEPOINT part'),
      release: prepare('RELEASE part'),
      undo: prepare('ROLLBACK TO part'),
    };
  }

  /**
   * Lets what is written until the end of this turn share one commit.
   *
   * @throws when the turn is lost already, or another program holds the lock for longer than `timeoutMs`
   */
  async open(timeoutMs = lockTimeoutMs): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (this.#retry !== null || !this.#isOpen()) {
      if (performance.now() >= deadline) throw this.#busy;
      await this.#retry;
    }
  }

  /**
   * Runs a write transaction: all of it or nothing becomes part of the turn's. While another program holds the lock,
   * it waits, and others go on.
   *
   * @param work must not await anything
   * @throws what `work` and `open` throw
   */
  async part<T>(work: () => T, timeoutMs?: number): Promise<T> {
    if (!this.#isOpen()) await this.open(timeoutMs);
    return this.partNow(work);
  }

  /** Does the same at once. @throws SQLite's `SQLITE_BUSY` as well, while another program holds the lock */
  partNow<T>(work: () => T): T {
    if (!this.#isOpen()) throw this.#busy;
    this.#run.savepoint();
    try {
      const result = work();
      this.#run.release();
      return result;
    } catch (error) {
      this.#noticeEnd(error);
      if (!this.#turn?.loss) {
        this.#run.undo();
        this.#run.release();
      }
      throw error;
    }
  }

  /** @param work the last that is written in each turn; it must not await anything */
  beforeCommit(work: () => void): void {
    this.#last = work;
  }

  /** @param work what follows each commit, with nothing open; it must neither write nor throw */
  afterCommit(work: () => void): void {
    this.#after = work;
  }

  /**
   * Runs `work` when all writes are settled: at once when no turn is open, otherwise when this turn is over. A caller
   * that waits for `written` may find that another caller is writing already.
   *
   * @param work must neither write nor throw
   */
  whenSettled(work: () => void): void {
    if (this.#turn) this.#waiting.push(work);
    else work();
  }

  /** Commits what was written in this turn, now. @throws what SQLite says when it could not be kept */
  close(): void {
    const turn = this.#turn;
    this.#end();
    if (turn?.loss) throw turn.loss.error;
  }

  /**
   * @returns a function that waits until all writes since this call are on the disk; it throws SQLite's error when any
   *   of them was lost, also one of another caller
   */
  watch(): () => Promise<void> {
    const losses = this.#losses;
    return async () => {
      await this.#turn?.ended;
      if (this.#losses !== losses) throw this.#lastLoss;
    };
  }

  /** Waits until what was written so far is on the disk. @throws what SQLite said when it could not be kept */
  async written(): Promise<void> {
    const turn = this.#turn;
    if (!turn) return;
    await turn.ended;
    if (turn.loss) throw turn.loss.error;
  }

  /** Begins the turn where none is open. @returns false while another program writes */
  #isOpen(): boolean {
    this.#noticeEnd();
    if (this.#turn?.loss) throw this.#turn.loss.error;
    return this.#turn !== null || this.#begin();
  }

  #begin(): boolean {
    try {
      this.#run.begin();
    } catch (error) {
      if (!isBusy(error)) throw error;
      this.#busy = error;
      this.#retry ??= pause(retryMs).then(() => {
        this.#retry = null;
      });
      return false;
    }
    this.#turn = newTurn();
    setImmediate(() => this.#end());
    return true;
  }

  /** Commits the turn. What waits for it gets to know how that went. */
  #end(): void {
    const turn = this.#turn;
    if (!turn) return;
    this.#noticeEnd();
    if (!turn.loss) {
      try {
        this.#last();
        this.#run.commit();
      } catch (error) {
        if (this.#client.inTransaction) this.#run.rollback();
        this.#lose(error);
      }
    }
    this.#turn = null;
    turn.end();
    for (const work of this.#waiting.splice(0)) work();
    if (!turn.loss) this.#after();
  }

  /**
   * Some errors, such as a full disk, end the whole transaction: then all writes of the turn are lost, also when the
   * failed statement belongs to no part of it.
   */
  #noticeEnd(error?: unknown): void {
    if (this.#turn && !this.#turn.loss && !this.#client.inTransaction) this.#lose(error ?? new TurnLost());
  }

  #lose(error: unknown): void {
    this.#losses += 1;
    this.#lastLoss = error;
    if (this.#turn) this.#turn.loss = { error };
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** The time from the first write of a turn to its commit. */
interface Turn {
  ended: Promise<void>;
  end: () => void;
  loss: { error: unknown } | null;
}

function newTurn(): Turn {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { ended: promise, end: resolve, loss: null };
}
