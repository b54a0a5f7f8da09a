import Sqlite from 'better-sqlite3';
import { auditActions } from '../../src/shared/audit.ts';
import { foldText } from '../../src/shared/orders/search-text.ts';

/**
 * Records permanently, in a copy that is about to become the database, that it was restored: the history then says why
 * later entries are missing. The copy of a version that kept no history has no place for that.
 *
 * @param restored from which file, how old its data is, and who restores it
 * @throws SQLite's error when it cannot
 */
export function noteRestore(
  path: string,
  restored: { at: number; actor: string; file: string; newestOrder: string | null },
): void {
  const { at, actor, file, newestOrder } = restored;
  const action = 'database_restored';
  const { kind, label } = auditActions[action];
  const details = { file, newestOrder };
  const subject = 'Database';
  const db = new Sqlite(path, { fileMustExist: true });
  try {
    const keepsHistory = db
      .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'audit'")
      .get();
    if (!keepsHistory) return;
    db.prepare(
      `INSERT INTO audit (at, actor_id, actor_name, kind, action, subject_kind, subject_id, subject_label, details, words)
        VALUES (@at, NULL, @actor, @kind, @action, 'settings', 'database', @subject, @details, @words)`,
    ).run({
      ...{ at, actor, kind, action, subject },
      details: JSON.stringify(details),
      words: foldText([actor, label, subject, ...Object.entries(details).flat()].join(' ')),
    });
  } finally {
    db.close();
  }
}
