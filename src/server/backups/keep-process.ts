import Sqlite from 'better-sqlite3';
import { copyDatabase, partOf } from '../../../db/copy.ts';
import { DatabaseUnusable, messageOf, refuseLeftovers } from '../../../db/files.ts';
import { checkDatabase } from '../../../db/keeping/check.ts';
import { packErasures } from '../../../db/keeping/erasures.ts';
import type { KeepJob, KeepNews } from './keep-apart.ts';

/*
 * Copies or checks a database in a process of its own: SQLite does each in one go, and would block the service
 * meanwhile, for 250 ms with 100 MB.
 */

process.once('message', (job: KeepJob) => answer(job));
// The parent process is gone.
process.once('disconnect', () => process.exit());

function answer(job: KeepJob): void {
  try {
    tell({ done: work(job) }, () => process.disconnect());
  } catch (error) {
    const message = error instanceof DatabaseUnusable ? error.message : messageOf(error);
    tell({ failed: message }, () => process.disconnect());
  }
}

function tell(news: KeepNews, sent?: () => void): void {
  process.send?.(news, () => sent?.());
}

function work(job: KeepJob): unknown {
  const at = (what: string) => tell({ at: what });
  if (job.do === 'check') return checkDatabase(job.path, at);
  return copy(job.from, job.to);
}

function copy(from: string, to: string): null {
  refuseLeftovers(from);
  const db = new Sqlite(from, { fileMustExist: true });
  try {
    const pages = (name: string) => Number(db.pragma(name, { simple: true }));
    const total = (pages('page_count') - pages('freelist_count')) * pages('page_size');
    tell({ part: partOf(to), total });
    copyDatabase(db, to);
  } finally {
    db.close();
  }
  packErasures(from, to);
  return null;
}
