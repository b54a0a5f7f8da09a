import Sqlite from 'better-sqlite3';
import { copyDatabase } from '../../db/copy.ts';
import { refuseLeftovers } from '../../db/files.ts';
import { checkDatabase } from '../../db/keeping/check.ts';
import { packErasures } from '../../db/keeping/erasures.ts';
import type { Keeper } from '../server/backups/keep-apart.ts';

/** Copies and checks as the service does, without a process for each. */
export const keepInProcess: Keeper = {
  async copy(from, to) {
    refuseLeftovers(from);
    const db = new Sqlite(from, { fileMustExist: true });
    try {
      copyDatabase(db, to);
    } finally {
      db.close();
    }
    packErasures(from, to);
  },
  check: async (path) => checkDatabase(path),
};
